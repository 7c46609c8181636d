import { Minus, X } from 'lucide-react';
import { type RefObject, useRef } from 'react';
import { lazyComponent } from '../../../lib/lazy-component.tsx';
import { Button } from '../../../ui/button.tsx';
import { useFocusNeighbour } from '../../genres/use-focus-neighbour.ts';
import { filterAnnouncement } from './option-filter.tsx';
import { type Filters, filterNames, leastNames, withState } from './story-filters.ts';
import { leastName, valueName } from './value-names.ts';

const SaveFilters = lazyComponent(async () => (await import('./saved-filters.tsx')).SaveFilters, {
  fallback: null,
});

interface Props {
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
export function ActiveFilters({ filters, genreName, onChange, onClear, fallback }: Props) {
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
