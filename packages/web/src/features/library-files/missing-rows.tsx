import type { ImportedRow } from '@inkling/contract/library-files';
import { Copy } from 'lucide-react';
import { useId } from 'react';
import { showError, showSuccess } from '../../lib/notify.ts';
import { Button } from '../../ui/button.tsx';
import { nameOf } from './choices.ts';
import { useSteps } from './found-stories.tsx';

/** Titles that are not here, to copy. */
export function MissingRows({ rows }: { rows: ImportedRow[] }) {
  const heading = useId();
  const { shown, more } = useSteps(rows);
  const copy = () =>
    navigator.clipboard.writeText(rows.map(nameOf).join('\n')).then(
      () => showSuccess('List copied.'),
      () => showError('The list couldn’t be copied. Select it and copy it yourself.'),
    );
  return (
    <section aria-labelledby={heading}>
      <div className="flex flex-wrap items-center justify-between gap-x-1">
        <h2 id={heading} className="font-serif text-2xl">
          Not on Inkling ({rows.length.toLocaleString()})
        </h2>
        <Button variant="ghost" className="-me-4" onClick={() => void copy()}>
          <Copy aria-hidden="true" className="size-5" />
          Copy<span className="sr-only"> the list</span>
        </Button>
      </div>
      <ul className="divide-y divide-line border-y border-line">
        {shown.map((row) => (
          <li key={row.line} className="py-2 break-words text-muted">
            <bdi>{nameOf(row)}</bdi>
          </li>
        ))}
      </ul>
      {more}
    </section>
  );
}
