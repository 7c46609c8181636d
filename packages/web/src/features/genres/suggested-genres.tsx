import type { Genre } from '@inkling/contract/genres';
import { genreLimits } from '@inkling/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { QueryState } from '../../lib/query-state.tsx';
import { GenreToggle } from './genre-toggle.tsx';
import { genresQuery } from './genres.api.ts';
import { nameMatches } from './name-matches.ts';
import { suggestedCount, suggestedGenres } from './quick-genres.ts';

interface Props {
  /** The chosen genres' ids, in the order in which they were chosen. */
  value: string[];
  onChange: (genres: string[]) => void;
}

// Has the height of the twelve suggestions, so that the dialog does not move while they load or a search has few matches.
const listClass = 'flex min-h-76 flex-wrap content-start gap-2 min-[22.5rem]:min-h-64 sm:min-h-50';

/** Chooses from twelve well-known genres, or from all of them with a search. */
export function SuggestedGenres({ value, onChange }: Props) {
  const genres = useQuery(genresQuery);
  const [search, setSearch] = useState('');
  const all = genres.data?.data ?? [];
  const searching = search.trim() !== '';
  const found = searching ? matchesOf(all, search) : suggestionsFor(all, value);
  const shown = searching ? found.slice(0, suggestedCount) : found;
  const toggle = (id: string) => {
    // The server rejects genres that have been deleted.
    const others = value.filter((other) => other !== id && all.some(({ _id }) => _id === other));
    onChange(value.includes(id) ? others : [...others, id]);
  };
  return (
    <div className="space-y-4">
      <input
        type="search"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
        aria-label="Search genres"
        placeholder="Search genres"
        maxLength={genreLimits.name}
        className="min-h-11 w-full rounded-md border border-control bg-raised px-3"
      />
      <QueryState
        query={genres}
        fallback="Failed to fetch genres"
        pending={
          <div className={listClass} aria-busy="true">
            <span className="sr-only" role="status">
              Loading…
            </span>
            {Array.from({ length: suggestedCount }, (_, index) => index).map((index) => (
              <div key={index} className="h-11 w-28 animate-pulse rounded-full bg-sunken" />
            ))}
          </div>
        }
      />
      {genres.data && (
        <>
          <p role="status" className="sr-only">
            {searching && `${found.length} ${found.length === 1 ? 'genre' : 'genres'}`}
          </p>
          <ul aria-label="Genres" className={listClass}>
            {shown.map(({ _id, name }) => (
              <li key={_id}>
                <GenreToggle name={name} chosen={value.includes(_id)} onToggle={() => toggle(_id)} />
              </li>
            ))}
            {found.length === 0 && <li className="text-muted">No matching genres.</li>}
            {shown.length < found.length && (
              <li className="basis-full text-sm text-muted">
                {shown.length} of {found.length} matches. Keep typing to see others.
              </li>
            )}
          </ul>
        </>
      )}
    </div>
  );
}

/** The suggestions, and chosen genres that are not among them. */
function suggestionsFor(genres: Genre[], chosen: string[]): Genre[] {
  const suggested = suggestedGenres(genres);
  return [
    ...suggested,
    ...genres.filter((genre) => chosen.includes(genre._id) && !suggested.includes(genre)),
  ];
}

const matchesOf = (genres: Genre[], search: string): Genre[] =>
  genres.filter(({ name }) => nameMatches(name, search));
