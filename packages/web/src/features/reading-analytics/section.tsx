import type { ReactNode } from 'react';

/** A part of the dashboard, with how its figures are made. */
export function Section({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  const id = title.toLowerCase().replaceAll(/\W+/g, '-');
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="font-serif text-2xl">
        {title}
      </h2>
      {note !== undefined && <p className="mt-1 max-w-[66ch] text-muted">{note}</p>}
      <div className="mt-4">{children}</div>
    </section>
  );
}
