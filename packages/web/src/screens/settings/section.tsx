import type { ReactNode } from 'react';
import type { SectionId } from './sections.ts';

interface SectionProps {
  id: SectionId;
  title: string;
  children: ReactNode;
}

/** A section of the settings. A link to the first one of a tab leaves the tabs in view. */
export function Section({ id, title, children }: SectionProps) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="scroll-mt-4 border-t border-line py-8 first:scroll-mt-48 first:border-t-0 first:pt-0"
    >
      <h2 id={`${id}-title`} tabIndex={-1} className="mb-4 font-serif text-2xl outline-none">
        {title}
      </h2>
      {children}
    </section>
  );
}
