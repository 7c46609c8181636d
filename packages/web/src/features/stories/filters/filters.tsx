import { useQuery } from '@tanstack/react-query';
import { Minus, SlidersHorizontal, X } from 'lucide-react';
import { type ReactNode, type RefObject, useId, useRef, useState, useSyncExternalStore } from 'react';
import { lazyComponent } from '../../../lib/lazy-component.tsx';
import { LazyDialog } from '../../../lib/lazy-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { footerClass } from '../../../ui/dialog-footer.ts';
import { TextSkeleton } from '../../../ui/skeleton.tsx';
import { genresQuery } from '../../genres/genres.api.ts';
import { useFocusNeighbour } from '../../genres/use-focus-neighbour.ts';
import { type ListView, ViewSwitch } from '../list/view-switch.tsx';
import { filterAnnouncement } from './option-filter.tsx';
import { countActive, countOf, type Filters, filterNames, leastNames, withState } from './story-filters.ts';
import { leastName, valueName } from './value-names.ts';

const query = '(min-width: 64rem)';

function subscribe(listener: () => void): () => void {
  const media = matchMedia(query);
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
}

/** Whether the window has room beside a page's main column (`lg` in classes). False while the server renders. */
const useWideScreen = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => false,
  );

const SaveFilters = lazyComponent(async () => (await import('./saved-filters.tsx')).SaveFilters, {
  fallback: null,
});

interface ActiveFiltersProps {
  filters: Filters;
  /** The name of a genre, which may be given by its id. */
  genreName: (value: string) => string;
  /** `said` describes the change for screen readers. */
  onChange: (changes: Partial<Filters>, said: string) => void;
  onClear: () => void;
  /** Gets the focus when the last value is removed. */
  fallback: RefObject<HTMLElement | null>;
}

/** Every included and excluded value, each with a button that removes it. */
function ActiveFilters({ filters, genreName, onChange, onClear, fallback }: ActiveFiltersProps) {
  const list = useRef<HTMLUListElement>(null);
  const keepFocus = useFocusNeighbour(list, fallback);
  const values = filterNames.flatMap((filter) => {
    const { include, exclude } = filters[filter];
    const name = filter === 'genres' ? genreName : valueName[filter];
    const entry = (excluded: boolean) => (value: string) => ({
      key: `${filter} ${value}`,
      excluded,
      name: name(value),
      without: { [filter]: withState(filters[filter], filter, value, null) },
    });
    return [...include.map(entry(false)), ...exclude.map(entry(true))];
  });
  const least = leastNames
    .filter((name) => filters[name] > 0)
    .map((name) => ({
      key: name,
      excluded: false,
      name: leastName[name](filters[name]),
      without: { [name]: 0 },
    }));
  const active = [...values, ...least];
  if (active.length === 0) return null;
  return (
    <div className="mt-3 flex flex-wrap items-center gap-2">
      <ul ref={list} aria-label="Active filters" className="contents">
        {active.map(({ key, excluded, name, without }, index) => (
          <li key={key} className="max-w-full">
            <button
              type="button"
              aria-label={`Remove ${name}${excluded ? ' (excluded)' : ''}`}
              onClick={() => {
                keepFocus(index);
                onChange(without, filterAnnouncement(name, null));
              }}
              className="inline-flex min-h-11 max-w-full items-center gap-2 rounded-full border border-line bg-sunken ps-4 pe-3 hover:border-control"
            >
              {excluded && <Minus aria-hidden="true" className="size-4 shrink-0" />}
              <bdi className={`min-w-0 truncate ${excluded ? 'line-through decoration-1' : ''}`}>{name}</bdi>
              <X aria-hidden="true" className="size-4 shrink-0 text-muted" />
            </button>
          </li>
        ))}
      </ul>
      <Button
        variant="ghost"
        onClick={() => {
          fallback.current?.focus();
          onClear();
        }}
      >
        Clear All
      </Button>
      <SaveFilters filters={filters} returnTo={fallback} />
    </div>
  );
}

const MoreFilters = lazyComponent(async () => (await import('./more-filters.tsx')).MoreFilters, {
  fallback: <TextSkeleton lines={8} />,
});

interface Props {
  filters: Filters;
  onChange: (filters: Filters) => void;
  onClear: () => void;
  /** The button that leads from the filters of a narrow screen to the stories, such as 'Show 12 stories'. */
  done: string;
  /** The sort order. */
  sort: ReactNode;
  /** How the list is shown until the reader chooses. */
  view?: ListView;
  /** What is filtered. */
  children: ReactNode;
}

/** What can be filtered and sorted: the filters are beside it, on narrow screens in a dialog. */
export function Filtered({ filters, onChange, onClear, done, sort, view, children }: Props) {
  const [sheet, setSheet] = useState(false);
  const [said, setSaid] = useState('');
  const bar = useRef<HTMLDivElement>(null);
  const isWide = useWideScreen();
  const genres = useQuery({ ...genresQuery, enabled: countOf(filters.genres) > 0 });
  const genreName = (value: string) => genres.data?.data.find(({ _id }) => _id === value)?.name ?? value;
  const active = countActive(filters);
  const change = (changes: Partial<Filters>, what: string) => {
    setSaid(what);
    onChange({ ...filters, ...changes });
  };
  const fields = <MoreFilters filters={filters} onChange={change} />;
  return (
    <div className="mt-6 lg:grid lg:grid-cols-[15rem_minmax(0,1fr)] lg:gap-8">
      <section
        aria-label="Filters"
        className="-ms-1 px-1 max-lg:hidden lg:sticky lg:top-4 lg:max-h-[calc(100dvh-2rem)] lg:self-start lg:overflow-y-auto lg:overscroll-contain lg:[scrollbar-width:thin]"
      >
        <h2 className="mb-2 font-serif text-xl">Filters</h2>
        {isWide && fields}
      </section>
      <div className="min-w-0">
        <p role="status" className="sr-only">
          {said}
        </p>
        <div ref={bar} tabIndex={-1} className="flex items-center gap-2 outline-none max-[22rem]:flex-wrap">
          <Button
            aria-haspopup="dialog"
            onClick={() => setSheet(true)}
            className="shrink-0 tabular-nums max-sm:px-3 lg:hidden"
          >
            {/* On phones the sort order needs the room. */}
            <SlidersHorizontal aria-hidden="true" className="size-5 max-sm:hidden" />
            Filters ({active})
          </Button>
          <div className="ms-auto flex min-w-0 items-center gap-2 max-[22rem]:w-full">
            {sort}
            <ViewSwitch own={view} />
          </div>
        </div>
        <ActiveFilters
          filters={filters}
          genreName={genreName}
          onChange={change}
          onClear={onClear}
          fallback={bar}
        />
        {children}
      </div>
      {sheet && (
        <LazyDialog
          open
          onOpenChange={setSheet}
          onLoadFailed={() => setSheet(false)}
          title="Filters"
          initialFocus="title"
        >
          {fields}
          <div className={`${footerClass} mt-5 flex flex-wrap gap-2`}>
            <Button variant="primary" className="flex-1" onClick={() => setSheet(false)}>
              {done}
            </Button>
            {active > 0 && <Button onClick={onClear}>Clear All</Button>}
          </div>
        </LazyDialog>
      )}
    </div>
  );
}

interface SortProps<Key extends string> {
  value: Key;
  names: Partial<Record<Key, string>>;
  onChange: (sort: Key) => void;
}

/** The choice of a sort order. */
export function SortSelect<Key extends string>({ value, names, onChange }: SortProps<Key>) {
  const id = useId();
  const keys = Object.keys(names) as Key[];
  return (
    <>
      <label htmlFor={id} className="shrink-0 text-sm text-muted max-sm:sr-only">
        Sort by
      </label>
      <select
        id={id}
        value={value}
        onChange={({ target }) => {
          const chosen = keys.find((key) => key === target.value);
          if (chosen !== undefined) onChange(chosen);
        }}
        className="min-h-11 min-w-0 rounded-md border border-control bg-raised px-2 max-[22rem]:flex-1 sm:px-3"
      >
        {keys.map((key) => (
          <option key={key} value={key}>
            {names[key]}
          </option>
        ))}
      </select>
    </>
  );
}
