import { useQuery } from '@tanstack/react-query';
import { ChevronDown, SlidersHorizontal } from 'lucide-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { genresQuery } from '../../features/genres/genres.api.ts';
import { countedStories } from '../../features/stories/counted.ts';
import { ActiveFilters } from '../../features/stories/filters/active-filters.tsx';
import { GenreFilter } from '../../features/stories/filters/genre-filter.tsx';
import {
  type Choice,
  countActive,
  type DiscoverView,
  type FilterName,
  isSort,
  otherFilters,
  sortNames,
} from '../../features/stories/filters/story-filters.ts';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, footerClass } from '../../ui/dialog.tsx';
import { TextSkeleton } from '../../ui/skeleton.tsx';

const MoreFilters = lazyComponent(
  async () => (await import('../../features/stories/filters/more-filters.tsx')).MoreFilters,
  { fallback: <TextSkeleton lines={8} /> },
);

interface Props {
  view: DiscoverView;
  onChange: (changes: Partial<DiscoverView>) => void;
  onClear: () => void;
  /** How many stories there are now; undefined while that is not known. */
  total: number | undefined;
}

/** Genres and other filters: in panels that open below their buttons, or in a dialog on narrow screens; and the sort order. */
export function Filters({ view, onChange, onClear, total }: Props) {
  const id = useId();
  const [open, setOpen] = useState<'genres' | 'more' | null>(null);
  const [sheet, setSheet] = useState(false);
  const [said, setSaid] = useState('');
  const bar = useRef<HTMLDivElement>(null);
  const { filters } = view;
  const genres = useQuery({ ...genresQuery, enabled: countActive(filters, ['genres']) > 0 });
  const genreName = (value: string) => genres.data?.data.find(({ _id }) => _id === value)?.name ?? value;

  const change = (name: FilterName, choice: Choice, what: string) => {
    setSaid(what);
    onChange({ filters: { ...filters, [name]: choice } });
  };
  const genreFilter = (
    <GenreFilter choice={filters.genres} onChange={(choice, what) => change('genres', choice, what)} />
  );
  const moreFilters = <MoreFilters filters={filters} onChange={change} />;
  const toggle = (panel: 'genres' | 'more') => setOpen(open === panel ? null : panel);
  return (
    <section aria-label="Filters" className="mt-6">
      <p role="status" className="sr-only">
        {said}
      </p>
      <div ref={bar} tabIndex={-1} className="flex items-center gap-2 outline-none">
        <div className="flex flex-wrap gap-2 max-lg:hidden">
          <PanelButton
            panel={`${id}-genres`}
            open={open === 'genres'}
            onClick={() => toggle('genres')}
            label={`Genres (${countActive(filters, ['genres'])})`}
          />
          <PanelButton
            panel={`${id}-more`}
            open={open === 'more'}
            onClick={() => toggle('more')}
            label={`More filters (${countActive(filters, otherFilters)})`}
          />
        </div>
        <Button
          aria-haspopup="dialog"
          onClick={() => setSheet(true)}
          className="shrink-0 tabular-nums lg:hidden"
        >
          {/* On the narrowest screens the sort order needs the room. */}
          <SlidersHorizontal aria-hidden="true" className="size-5 max-[22rem]:hidden" />
          Filters ({countActive(filters)})
        </Button>
        <Sort value={view.sort} onChange={(sort) => onChange({ sort })} />
      </div>
      <Panel id={`${id}-genres`} open={open === 'genres'}>
        {genreFilter}
      </Panel>
      <Panel id={`${id}-more`} open={open === 'more'}>
        {moreFilters}
      </Panel>
      <ActiveFilters
        filters={filters}
        genreName={genreName}
        onChange={change}
        onClear={onClear}
        fallback={bar}
      />
      <Dialog open={sheet} onOpenChange={setSheet} title="Filters" initialFocus="title">
        <div className="space-y-5">
          <SheetGenres count={countActive(filters, ['genres'])}>{genreFilter}</SheetGenres>
          {moreFilters}
        </div>
        <div className={`${footerClass} mt-5 flex flex-wrap gap-2`}>
          <Button variant="primary" className="flex-1" onClick={() => setSheet(false)}>
            {total === undefined ? 'Show stories' : `Show ${countedStories(total)} stories`}
          </Button>
          {countActive(filters) > 0 && <Button onClick={onClear}>Clear all filters</Button>}
        </div>
      </Dialog>
    </section>
  );
}

interface PanelButtonProps {
  panel: string;
  open: boolean;
  label: string;
  onClick: () => void;
}

function PanelButton({ panel, open, label, onClick }: PanelButtonProps) {
  return (
    <Button aria-expanded={open} aria-controls={panel} onClick={onClick} className="tabular-nums">
      {label}
      <ChevronDown
        aria-hidden="true"
        className={`size-5 transition-transform duration-(--motion-short) ${open ? 'rotate-180' : ''}`}
      />
    </Button>
  );
}

/** A panel of the page; its content is mounted while it is open. */
const Panel = ({ id, open, children }: { id: string; open: boolean; children: ReactNode }) => (
  <div id={id} hidden={!open} className="mt-3 rounded-xl border border-line bg-raised p-5 max-lg:hidden">
    {open && children}
  </div>
);

/** The genre picker in the dialog, which can be folded. */
function SheetGenres({ count, children }: { count: number; children: ReactNode }) {
  const id = useId();
  const [open, setOpen] = useState(count > 0);
  return (
    <div className="space-y-3">
      <PanelButton panel={id} open={open} label={`Genres (${count})`} onClick={() => setOpen(!open)} />
      <div id={id} hidden={!open}>
        {open && children}
      </div>
    </div>
  );
}

function Sort({
  value,
  onChange,
}: {
  value: DiscoverView['sort'];
  onChange: (sort: DiscoverView['sort']) => void;
}) {
  const id = useId();
  return (
    <div className="ms-auto flex min-w-0 items-center gap-2">
      <label htmlFor={id} className="shrink-0 text-sm text-muted max-sm:sr-only">
        Sort by
      </label>
      <select
        id={id}
        value={value}
        onChange={({ target }) => isSort(target.value) && onChange(target.value)}
        className="min-h-11 min-w-0 rounded-md border border-control bg-raised px-3"
      >
        {Object.entries(sortNames).map(([sort, name]) => (
          <option key={sort} value={sort}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}
