import { type RefObject, useEffect, useRef } from 'react';
import { messageOf } from '../../lib/api.ts';
import { Button } from '../../ui/button.tsx';
import type { MorePages } from './use-more-pages.ts';

interface Props {
  /** The list whose items are shown; the first new one gets the focus. */
  list: RefObject<HTMLOListElement | null>;
  shown: number;
  total: number;
  pages: Pick<MorePages<unknown>, 'busy' | 'error' | 'more'>;
}

/** Shows how many chapters of a long list are loaded, and a button for more; empty if all are loaded from the start. */
export function ShowMore({ list, shown, total, pages: { busy, error, more } }: Props) {
  /** The number of shown chapters when more were requested. */
  const shownBefore = useRef<number | null>(null);
  const everPartial = useRef(false);
  everPartial.current ||= shown < total;
  useEffect(() => {
    if (shownBefore.current === null || shown <= shownBefore.current) return;
    list.current?.children[shownBefore.current]?.querySelector('a')?.focus();
    shownBefore.current = null;
  }, [list, shown]);
  if (!everPartial.current) return null;
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
      <p role="status" aria-live="polite" className="text-muted tabular-nums">
        {error === null
          ? `Showing ${shown.toLocaleString()} of ${total.toLocaleString()} chapters.`
          : messageOf(error, 'Failed to fetch chapters')}
      </p>
      {shown < total && (
        <Button
          busy={busy}
          onClick={() => {
            shownBefore.current = shown;
            more();
          }}
        >
          {error === null ? 'Show more' : 'Try again'}
        </Button>
      )}
    </div>
  );
}
