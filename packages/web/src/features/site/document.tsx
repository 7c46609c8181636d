import type { ReactNode } from 'react';

export interface Section {
  /** The anchor of this section. */
  id: string;
  title: string;
  text: ReactNode;
}

interface Props {
  title: string;
  /** A summary in one or two sentences. */
  lead: ReactNode;
  /** The date of the last change, such as 2026-11-21. */
  changed: string;
  sections: Section[];
}

const dateOf = (day: string): string =>
  new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));

/** Paragraphs and lists of a long text. */
export function RunningText({ children }: { children: ReactNode }) {
  return (
    <div className="mt-3 space-y-4 font-serif text-[1.0625rem] leading-[1.7] [&_ul]:list-disc [&_ul]:space-y-2 [&_ul]:ps-6">
      {children}
    </div>
  );
}

/** A long text in numbered sections with a table of contents. */
export function Document({ title, lead, changed, sections }: Props) {
  return (
    <div className="mx-auto w-full max-w-6xl px-4 py-10 sm:px-6 sm:py-14 lg:grid lg:grid-cols-[15rem_minmax(0,1fr)] lg:gap-x-14">
      <header className="lg:col-start-2">
        <h1 className="font-serif text-4xl leading-tight sm:text-5xl">{title}</h1>
        <div className="mt-4 max-w-[38rem] text-lg text-muted">{lead}</div>
        <p className="mt-3 text-sm text-muted">
          Last updated on <time dateTime={changed}>{dateOf(changed)}</time>
        </p>
      </header>
      <Contents sections={sections} />
      <div className="mt-10 max-w-[38rem] lg:col-start-2">
        {sections.map((section, index) => (
          <section key={section.id} id={section.id} aria-labelledby={`${section.id}-title`} className="mb-10">
            <h2 id={`${section.id}-title`} className="font-serif text-2xl">
              {index + 1}. {section.title}
            </h2>
            <RunningText>{section.text}</RunningText>
          </section>
        ))}
      </div>
    </div>
  );
}

function Contents({ sections }: { sections: Section[] }) {
  return (
    <nav
      aria-label="On this page"
      className="mt-8 border-y border-line py-4 lg:sticky lg:top-6 lg:col-start-1 lg:row-span-2 lg:row-start-1 lg:mt-2 lg:self-start lg:border-y-0 lg:py-0"
    >
      <p className="mb-1 text-sm font-semibold">On this page</p>
      <ol className="sm:grid sm:grid-cols-2 sm:gap-x-6 lg:block">
        {sections.map(({ id, title }, index) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="flex min-h-11 items-center gap-2 text-sm leading-snug text-muted hover:text-text lg:min-h-9"
            >
              <span className="w-5 shrink-0 text-end tabular-nums">{index + 1}.</span>
              {title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
