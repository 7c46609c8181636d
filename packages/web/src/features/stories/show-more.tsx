import { storyListLimits } from '@inkling/contract/limits';
import { type RefObject, useEffect, useRef } from 'react';
import { messageOf } from '../../lib/api.ts';
import { Button } from '../../ui/button.tsx';
import type { MorePages } from './use-list.ts';

/** How many stories a list has: '1 story', '12 stories', '1,000+ stories' where the server stopped counting. */
export const countedStories = (total: number): string =>
  `${total.toLocaleString('en')}${total === storyListLimits.counted ? '+' : ''} ${total === 1 ? 'story' : 'stories'}`;

/** The next page of a list whose pages begin where the one before ends. */
export const nextPageOf = (query: {
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  error: Error | null;
  fetchNextPage: () => unknown;
}) => ({
  busy: query.isFetchingNextPage,
  error: query.isFetchNextPageError ? query.error : null,
  more: () => void query.fetchNextPage(),
});

interface Props {
  /** The list whose items are shown; the first new one gets the focus. */
  list: RefObject<HTMLElement | null>;
  /** What the list holds. */
  items?:
    | 'chapters'
    | 'stories'
    | 'reviews'
    | 'series'
    | 'collections'
    | 'comments'
    | 'annotations'
    | 'communities'
    | 'posts'
    | 'members'
    | 'people'
    | 'reports'
    | 'appeals';
  shown: number;
  total: number;
  pages: Pick<MorePages<unknown>, 'busy' | 'error' | 'more'>;
  /** The page says elsewhere how many are shown. */
  countedElsewhere?: boolean;
}

/** Shows how much of a long list is loaded, and a button for more; empty if all is loaded from the start. */
export function ShowMore(props: Props) {
  const { list, items = 'chapters', shown, total, pages, countedElsewhere = false } = props;
  const { busy, error, more } = pages;
  /** The number of items in the list when more were requested. */
  const shownBefore = useRef<number | null>(null);
  const everPartial = useRef(false);
  everPartial.current ||= shown < total;
  useEffect(() => {
    const firstNew = shownBefore.current !== null && list.current?.children[shownBefore.current];
    if (!firstNew) return;
    firstNew.querySelector<HTMLElement>('a, button')?.focus();
    shownBefore.current = null;
  });
  if (!everPartial.current) return null;
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
      <p role="status" aria-live="polite" className="text-muted tabular-nums">
        {error !== null && messageOf(error, `Failed to fetch ${items}`)}
        {error === null &&
          !countedElsewhere &&
          `Showing ${shown.toLocaleString('en')} of ${items === 'stories' ? countedStories(total) : `${total.toLocaleString('en')} ${items}`}.`}
      </p>
      {shown < total && (
        <Button
          busy={busy}
          onClick={() => {
            shownBefore.current = list.current?.children.length ?? null;
            more();
          }}
        >
          {error === null ? 'Show more' : 'Try again'}
        </Button>
      )}
    </div>
  );
}
