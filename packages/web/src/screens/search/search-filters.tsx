import { searchLimits } from '@inkling/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown, Search } from 'lucide-react';
import { type FormEvent, useId, useRef, useState } from 'react';
import { genresQuery } from '../../features/genres/genres.api.ts';
import { type SearchState, useRememberSearch } from '../../features/search/search.api.ts';
import { isSearchable, searchTextOf } from '../../features/search/search-text.ts';
import { keysOf, sortIn, sortNames } from '../../features/search/search-types.ts';
import { countActive, noFilters } from '../../features/stories/filters/story-filters.ts';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/field.tsx';

const LabelFilters = lazyComponent(async () => (await import('./label-filters.tsx')).LabelFilters);

export interface SearchProps {
  state: SearchState;
  onChange: (changes: Partial<SearchState>, preventScrollReset?: boolean) => void;
}

/** The field that refines the search, its sort order, the genre filter, and Clear. */
export function SearchFilters({ state, onChange }: SearchProps) {
  const field = useRef<HTMLInputElement>(null);
  const remember = useRememberSearch();
  const panel = useId();
  const [open, setOpen] = useState(false);
  const active = countActive({ ...noFilters, ...state.labels });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const q = searchTextOf(field.current?.value ?? '');
    if (isSearchable(q)) remember.mutate({ body: { searchTerm: q } });
    onChange({ q });
  };
  const clear = () => {
    if (field.current !== null) field.current.value = '';
    field.current?.focus();
    onChange({ q: '', sortBy: 'relevance', genre: '', labels: noFilters });
  };
  return (
    <div className="mt-4 space-y-4">
      <search>
        <form onSubmit={submit} className="flex gap-2">
          <div className="relative min-w-0 flex-1">
            <Search
              aria-hidden="true"
              className="pointer-events-none absolute start-3 top-3 size-5 text-muted"
            />
            <input
              // Back and Forward show the text of their search.
              key={state.q}
              ref={field}
              type="search"
              aria-label="Refine your search"
              placeholder={isSearchable(state.q) ? 'Refine your search' : 'Stories, people, chapters'}
              defaultValue={state.q}
              maxLength={searchLimits.term}
              enterKeyHint="search"
              className="min-h-11 w-full rounded-md border border-control bg-raised ps-10 pe-3"
            />
          </div>
          <Button type="submit" variant="primary">
            Search
          </Button>
        </form>
      </search>
      {isSearchable(state.q) && (
        <div className="flex flex-wrap items-end gap-3">
          <div className="min-w-32 flex-1 sm:max-w-56">
            <SelectField
              label="Sort by"
              value={state.sortBy}
              onChange={({ target }) => onChange({ sortBy: sortIn(target.value) })}
            >
              {keysOf(sortNames).map((sort) => (
                <option key={sort} value={sort}>
                  {sortNames[sort]}
                </option>
              ))}
            </SelectField>
          </div>
          <div className="min-w-32 flex-1 sm:max-w-56">
            <GenreFilter genre={state.genre} onChange={(genre) => onChange({ genre })} />
          </div>
          <Button
            aria-expanded={open}
            aria-controls={panel}
            onClick={() => setOpen(!open)}
            className="tabular-nums"
          >
            More filters ({active})
            <ChevronDown aria-hidden="true" className={`size-5 ${open ? 'rotate-180' : ''}`} />
          </Button>
          <Button onClick={clear}>Clear</Button>
        </div>
      )}
      {isSearchable(state.q) && (open || active > 0) && (
        <LabelFilters
          panel={panel}
          open={open}
          labels={state.labels}
          onChange={(labels) => onChange({ labels })}
          onLoadFailed={() => setOpen(false)}
        />
      )}
    </div>
  );
}

/** Commas separate genres in the address, so a genre whose name contains one is given by its id. */
const genreValue = ({ _id, name }: { _id: string; name: string }) => (name.includes(',') ? _id : name);

function GenreFilter({ genre, onChange }: { genre: string; onChange: (genre: string) => void }) {
  const { data } = useQuery(genresQuery);
  const values = data?.data.map((one) => [genreValue(one), one.name] as const) ?? [];
  const isListed = genre === '' || values.some(([value]) => value === genre);
  return (
    <SelectField label="Genre" value={genre} onChange={({ target }) => onChange(target.value)}>
      <option value="">All genres</option>
      {!isListed && <option value={genre}>{genre}</option>}
      {values.map(([value, name]) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}
