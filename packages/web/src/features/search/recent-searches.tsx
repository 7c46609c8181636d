import { Clock, X } from 'lucide-react';
import { useRef } from 'react';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { QueryState } from '../../lib/query-state.tsx';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { TextSkeleton } from '../../ui/skeleton.tsx';
import { useFocusNeighbour } from '../genres/use-focus-neighbour.ts';
import { useForgetAllSearches, useForgetSearch, useSearchHistory } from './search.api.ts';

/** The last searches, newest first, which can be opened and removed one by one or all at once. */
export function RecentSearches() {
  const { history, terms } = useSearchHistory();
  const forget = useForgetSearch();
  const forgetAll = useForgetAllSearches();
  const list = useRef<HTMLUListElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const keepFocus = useFocusNeighbour(list, heading);
  return (
    <section aria-labelledby="recent-searches" className="max-w-2xl">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-3">
        <h2 id="recent-searches" ref={heading} tabIndex={-1} className="font-serif text-2xl outline-none">
          Recent searches
        </h2>
        {terms !== undefined && terms.length > 0 && (
          <Button
            variant="ghost"
            busy={forgetAll.isPending}
            onClick={() => {
              keepFocus(0);
              forgetAll.mutate({});
            }}
          >
            Clear all
          </Button>
        )}
      </div>
      {terms === undefined && (
        <QueryState
          query={history}
          fallback="Failed to fetch your searches"
          pending={<TextSkeleton lines={4} />}
        />
      )}
      {terms?.length === 0 && (
        <p className="mt-2 text-muted">What you search for will be listed here. Only you can see it.</p>
      )}
      <ul ref={list} className="mt-2 divide-y divide-line">
        {terms?.map((term, index) => (
          <li key={term} className="flex items-center gap-3">
            <Clock aria-hidden="true" className="size-5 shrink-0 text-muted" />
            <Link
              to={paths.search(term)}
              className="flex min-h-11 min-w-0 flex-1 items-center hover:underline"
            >
              <bdi className="truncate">{term}</bdi>
            </Link>
            <IconButton
              icon={X}
              label={`Remove ${term}`}
              onClick={() => {
                keepFocus(index);
                forget.mutate(term);
              }}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
