import type { Genre } from '@inkling/contract/genres';
import { genreLimits } from '@inkling/contract/limits';
import { useRef, useState } from 'react';
import { NumberedPager } from '../../ui/numbered-pager.tsx';
import { GenreToggle } from './genre-toggle.tsx';
import { nameMatches } from './name-matches.ts';
import { useFocusNeighbour } from './use-focus-neighbour.ts';

const perPage = 50;

interface Props {
  genres: Genre[];
  isChosen: (id: string) => boolean;
  onToggle: (id: string) => void;
}

/** All genres, fifty per page, with a search by name and a filter for the chosen ones. */
export function GenrePages({ genres, isChosen, onToggle }: Props) {
  const list = useRef<HTMLUListElement>(null);
  const searchBox = useRef<HTMLInputElement>(null);
  const keepFocus = useFocusNeighbour(list, searchBox);
  const [search, setSearch] = useState('');
  const [selectedOnly, setSelectedOnly] = useState(false);
  const [requestedPage, setPage] = useState(1);
  const found = genres.filter(
    ({ _id, name }) => (!selectedOnly || isChosen(_id)) && nameMatches(name, search),
  );
  const totalPages = Math.max(1, Math.ceil(found.length / perPage));
  const page = Math.min(requestedPage, totalPages);
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <input
          ref={searchBox}
          type="search"
          value={search}
          onChange={(event) => {
            setSearch(event.target.value);
            setPage(1);
          }}
          // Enter would submit the form.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          aria-label="Search genres"
          placeholder="Search genres"
          maxLength={genreLimits.name}
          className="min-h-11 w-full max-w-xs rounded-md border border-control bg-raised px-3"
        />
        <label className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            className="size-5 accent-(--accent)"
            checked={selectedOnly}
            onChange={(event) => {
              setSelectedOnly(event.target.checked);
              setPage(1);
            }}
          />
          Selected Only
        </label>
      </div>
      <p role="status" className="text-sm text-muted">
        {summaryOf(found.length, page, totalPages)}
      </p>
      <ul ref={list} aria-label="Genres" className="flex flex-wrap gap-2">
        {found.slice((page - 1) * perPage, page * perPage).map(({ _id, name }, index) => (
          <li key={_id}>
            <GenreToggle
              name={name}
              chosen={isChosen(_id)}
              onToggle={() => {
                keepFocus(index);
                onToggle(_id);
              }}
            />
          </li>
        ))}
      </ul>
      <NumberedPager label="Genre pages" page={page} totalPages={totalPages} onChange={setPage} />
    </div>
  );
}

function summaryOf(found: number, page: number, totalPages: number): string {
  if (found === 0) return 'No matching genres.';
  const genres = `${found} ${found === 1 ? 'genre' : 'genres'}`;
  return totalPages === 1 ? genres : `${genres}, page ${page} of ${totalPages}`;
}
