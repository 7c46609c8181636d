import { type MouseEvent, useEffect, useState } from 'react';
import type { sections as all, SectionId } from './sections.ts';

type Sections = readonly (typeof all)[number][];

/** Scrolls to a section without a history entry, and moves the focus there. */
function goTo(event: MouseEvent, id: SectionId): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  document.getElementById(id)?.scrollIntoView();
  document.getElementById(`${id}-title`)?.focus({ preventScroll: true });
}

/** The section at the top of the window. */
function useShownSection(sections: Sections): SectionId | undefined {
  const [shown, setShown] = useState(sections[0]?.id);
  useEffect(() => {
    const update = () => {
      const passed = sections.filter(
        ({ id }) => (document.getElementById(id)?.getBoundingClientRect().top ?? Infinity) < 160,
      );
      const atEnd = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2;
      setShown(((atEnd && window.scrollY > 0 ? sections.at(-1) : passed.at(-1)) ?? sections[0])?.id);
    };
    update();
    window.addEventListener('scroll', update, { passive: true });
    return () => window.removeEventListener('scroll', update);
  }, [sections]);
  return shown;
}

/** Links to the sections: beside them from 1,024 px, above them on smaller screens. */
export function SideList({ sections }: { sections: Sections }) {
  const shown = useShownSection(sections);
  return (
    <nav aria-label="Settings" className="mb-8 lg:sticky lg:top-8 lg:self-start">
      <ul className="grid grid-cols-2 gap-x-3 lg:grid-cols-1">
        {sections.map(({ id, title }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              aria-current={shown === id ? 'location' : undefined}
              onClick={(event) => goTo(event, id)}
              className="flex min-h-11 items-center rounded-md text-muted hover:text-text max-lg:underline max-lg:decoration-control max-lg:underline-offset-4 lg:px-3 lg:hover:bg-sunken lg:aria-[current]:bg-sunken lg:aria-[current]:text-text"
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
