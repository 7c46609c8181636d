import type { ReactNode } from 'react';

const tones = {
  plain: 'border-line bg-raised text-text',
  accent: 'border-transparent bg-accent text-on-accent',
};

/** A short label for a status or property. */
export function Badge({ children, tone = 'plain' }: { children: ReactNode; tone?: keyof typeof tones }) {
  return (
    <span
      className={`inline-flex items-center gap-1 rounded border px-2 py-0.5 text-sm font-semibold whitespace-nowrap ${tones[tone]}`}
    >
      {children}
    </span>
  );
}
