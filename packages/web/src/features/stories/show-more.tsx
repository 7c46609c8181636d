import { type RefObject, useEffect, useRef } from 'react';
import { messageOf } from '../../lib/api.ts';
import { Button } from '../../ui/button.tsx';
import type { FurtherPages } from './further-pages.ts';

interface Props {
  /** The list whose items are shown; the first new one gets the focus. */
  list: RefObject<HTMLElement | null>;
  /** What the list holds. */
  items?: 'chapters' | 'stories';
  shown: number;
  total: number;
  pages: Pick<FurtherPages<unknown>, 'busy' | 'error' | 'more'>;
}

/** How much of a long list is shown, and the way to more; nothing where all fit at once. */
export function ShowMore({ list, items = 'chapters', shown, total, pages: { busy, error, more } }: Props) {
  /** How many items the list had when more were asked for. */
  const asked = useRef<number | null>(null);
  const everPartial = useRef(false);
  everPartial.current ||= shown < total;
  useEffect(() => {
    const firstNew = asked.current !== null && list.current?.children[asked.current];
    if (!firstNew) return;
    firstNew.querySelector<HTMLElement>('a, button')?.focus();
    asked.current = null;
  });
  if (!everPartial.current) return null;
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
      <p role="status" aria-live="polite" className="text-muted tabular-nums">
        {error === null
          ? `Showing ${shown.toLocaleString()} of ${total.toLocaleString()} ${items}.`
          : messageOf(error, `Failed to fetch ${items}`)}
      </p>
      {shown < total && (
        <Button
          busy={busy}
          onClick={() => {
            asked.current = list.current?.children.length ?? null;
            more();
          }}
        >
          {error === null ? 'Show more' : 'Try again'}
        </Button>
      )}
    </div>
  );
}
