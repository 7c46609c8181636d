import type { Genre } from '@inkling/contract/genres';
import { genreLimits } from '@inkling/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { QueryState } from '../../../lib/query-state.tsx';
import { Button } from '../../../ui/button.tsx';
import { TextSkeleton } from '../../../ui/skeleton.tsx';
import { genresQuery } from '../../genres/genres.api.ts';
import { nameMatches } from '../../genres/name-matches.ts';
import { useFocusNeighbour } from '../../genres/use-focus-neighbour.ts';
import { ChoiceToggle, type FilterProps, filterAnnouncement } from './option-filter.tsx';
import { noFilters, stateOf, withState } from './story-filters.ts';

const maxShown = 50;

/** How a genre is named in a filter. */
const genreValue = ({ _id, name }: Genre): string => (name.includes(',') ? _id : name);

/** Genres to include or exclude: a filter by name, at most fifty at once, and the list of those chosen. */
export function GenreFilter(props: FilterProps) {
  const genres = useQuery(genresQuery);
  return (
    <>
      <QueryState query={genres} fallback="Failed to fetch genres" pending={<TextSkeleton lines={5} />} />
      {genres.data && <Genres genres={genres.data.data} {...props} />}
    </>
  );
}

function Genres({ genres, choice, onChange }: FilterProps & { genres: Genre[] }) {
  const id = useId();
  const [search, setSearch] = useState('');
  const [listShown, setListShown] = useState(true);
  const box = useRef<HTMLInputElement>(null);
  const found = genres.filter(({ name }) => nameMatches(name, search));
  const chosen = genres.filter((genre) => stateOf(choice, 'genres', genreValue(genre)) !== null);
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <input
          ref={box}
          type="search"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
          aria-label="Filter genres by name"
          placeholder="Find a genre"
          maxLength={genreLimits.name}
          className="min-h-11 w-full max-w-xs rounded-md border border-control bg-raised px-3"
        />
        {chosen.length > 0 && (
          <>
            <Button
              aria-expanded={listShown}
              aria-controls={`${id}-chosen`}
              onClick={() => setListShown(!listShown)}
            >
              {listShown ? 'Hide selected' : `Show selected (${chosen.length})`}
            </Button>
            <Button
              variant="ghost"
              aria-label="Clear All genres"
              onClick={() => {
                box.current?.focus();
                onChange(noFilters.genres, 'All genres cleared');
              }}
            >
              Clear All
            </Button>
          </>
        )}
      </div>
      <div id={`${id}-chosen`} hidden={!listShown || chosen.length === 0}>
        <SelectedGenres chosen={chosen} choice={choice} onChange={onChange} fallback={box} />
      </div>
      <ul aria-label="Genres" className="flex flex-wrap gap-2">
        {found.slice(0, maxShown).map((genre) => (
          <li key={genre._id}>
            <ChoiceToggle
              name={genre.name}
              state={stateOf(choice, 'genres', genreValue(genre))}
              onChange={(state) =>
                onChange(
                  withState(choice, 'genres', genreValue(genre), state),
                  filterAnnouncement(genre.name, state),
                )
              }
            />
          </li>
        ))}
      </ul>
      <div role="status" className="text-sm text-muted">
        {found.length === 0 && <p>No genres match.</p>}
        {found.length > maxShown && (
          <>
            <p>{`Showing ${maxShown} of ${found.length} genres`}</p>
            <p>Use search to find more genres</p>
          </>
        )}
      </div>
    </div>
  );
}

interface SelectedProps extends FilterProps {
  chosen: Genre[];
  /** Gets the focus when the last value is removed. */
  fallback: React.RefObject<HTMLElement | null>;
}

function SelectedGenres({ chosen, choice, onChange, fallback }: SelectedProps) {
  const list = useRef<HTMLUListElement>(null);
  const keepFocus = useFocusNeighbour(list, fallback);
  return (
    <ul ref={list} aria-label="Selected genres" className="flex flex-wrap gap-2 rounded-md bg-sunken p-3">
      {chosen.map((genre, index) => {
        const excluded = stateOf(choice, 'genres', genreValue(genre)) === 'exclude';
        return (
          <li key={genre._id}>
            <button
              type="button"
              aria-label={`Remove ${genre.name}${excluded ? ' (excluded)' : ''}`}
              onClick={() => {
                keepFocus(index);
                onChange(
                  withState(choice, 'genres', genreValue(genre), null),
                  filterAnnouncement(genre.name, null),
                );
              }}
              className="inline-flex min-h-11 items-center gap-2 rounded-full border border-line bg-raised ps-4 pe-3 hover:border-control"
            >
              <span className={excluded ? 'line-through' : undefined}>{genre.name}</span>
              <X aria-hidden="true" className="size-4 text-muted" />
            </button>
          </li>
        );
      })}
    </ul>
  );
}
