interface TitleProps {
  number: number;
  title: string;
  language: string;
}

/** A chapter's number and title above its text. */
export function ChapterTitle({ number, title, language }: TitleProps) {
  return (
    <header className="mb-10" lang={language} dir="auto">
      <p className="text-muted" lang="en" dir="ltr">
        Chapter {number}
      </p>
      <h1 className="mt-1 font-serif text-3xl leading-tight text-balance sm:text-4xl">{title}</h1>
    </header>
  );
}

export function AuthorsNote({ text, language }: { text: string; language: string }) {
  return (
    <aside aria-labelledby="authors-note" className="mb-10 rounded-lg bg-sunken px-5 py-4">
      <h2 id="authors-note" className="text-sm font-semibold text-muted">
        Author's Note
      </h2>
      <p className="mt-1 whitespace-pre-line" lang={language} dir="auto">
        {text}
      </p>
    </aside>
  );
}
