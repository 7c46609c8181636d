import type { ReactNode } from 'react';

/** A page with one short, centred form or message. */
export function NarrowPage({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  return (
    <div className="mx-auto w-full max-w-md px-4 py-10 sm:py-16">
      <h1 className={`font-serif text-3xl ${lead === undefined ? 'mb-6' : 'mb-2'}`}>{title}</h1>
      {lead !== undefined && <p className="mb-6 text-muted">{lead}</p>}
      {children}
    </div>
  );
}
