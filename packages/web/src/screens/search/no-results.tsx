import { Link } from 'react-router';
import { countLabel, type SearchCounts } from '../../features/search/search-state.ts';
import { typeNames } from '../../features/search/search-types.ts';
import { countActive, noFilters } from '../../features/stories/filters/story-filters.ts';
import { paths } from '../../lib/paths.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { SearchProps } from './results.tsx';

/** An address that leads beyond the last page. */
export const PageBeyond = ({ onFirst }: { onFirst: () => void }) => (
  <EmptyState
    title="No results on this page"
    action={<Button onClick={onFirst}>Go to the first page</Button>}
  >
    There aren’t this many pages of results.
  </EmptyState>
);

const otherTypes = ['stories', 'users', 'chapters', 'communities'] as const;

interface Props extends SearchProps {
  counts: SearchCounts;
}

export function NoResults({ state, counts, onChange }: Props) {
  const others = otherTypes.filter((type) => type !== state.type && counts[type] > 0);
  return (
    <EmptyState
      title="No results found"
      action={
        <div className="flex flex-wrap justify-center gap-3">
          {others.map((type) => (
            <Button key={type} onClick={() => onChange({ type })}>
              {typeNames[type]} ({countLabel(type, counts)})
            </Button>
          ))}
          {countActive(state.filters) > 0 && (
            <Button onClick={() => onChange({ filters: noFilters })}>Search without filters</Button>
          )}
          <Link to={paths.discover} className={buttonClass('primary')}>
            Discover stories
          </Link>
        </div>
      }
    >
      Check the spelling, or try fewer or different words. You can also search for an author’s name or a
      phrase from a chapter.
    </EmptyState>
  );
}
