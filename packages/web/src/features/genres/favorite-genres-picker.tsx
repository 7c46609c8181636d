import type { Genre } from '@inkling/contract/genres';
import { genreLimits } from '@inkling/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { QueryState } from '../../lib/query-state.tsx';
import { Button } from '../../ui/button.tsx';
import { NumberedPager } from '../../ui/numbered-pager.tsx';
import { TextSkeleton } from '../../ui/skeleton.tsx';
import { GenreToggle } from './genre-toggle.tsx';
import { genresQuery } from './genres.api.ts';
import { nameMatches } from './name-matches.ts';
import { quickGenres } from './quick-genres.ts';
import { useFocusNeighbour } from './use-focus-neighbour.ts';

const perPage = 50;

interface GenrePagesProps {
  genres: Genre[];
  isChosen: (id: string) => boolean;
  onToggle: (id: string) => void;
}

/** All genres, fifty per page, with a search by name and a filter for the chosen ones. */
function GenrePages({ genres, isChosen, onToggle }: GenrePagesProps) {
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

interface ChosenGenresProps {
  chosen: Genre[];
  onRemove: (id: string) => void;
  onClear: () => void;
}

/** The chosen genres, with buttons to remove one or all of them. */
function ChosenGenres({ chosen, onRemove, onClear }: ChosenGenresProps) {
  const list = useRef<HTMLUListElement>(null);
  const summary = useRef<HTMLParagraphElement>(null);
  const keepFocus = useFocusNeighbour(list, summary);
  const { length } = chosen;
  return (
    <div className="rounded-md bg-sunken p-3">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-2">
        <p ref={summary} role="status" tabIndex={-1}>
          {length === 0 ? 'None selected.' : `${length} ${length === 1 ? 'genre' : 'genres'} selected`}
        </p>
        {length > 0 && (
          <Button
            variant="ghost"
            onClick={() => {
              keepFocus(0);
              onClear();
            }}
          >
            Clear All
          </Button>
        )}
      </div>
      {length > 0 && (
        <ul ref={list} aria-label="Selected genres" className="mt-2 flex flex-wrap gap-2">
          {chosen.map(({ _id, name }, index) => (
            <li key={_id}>
              <button
                type="button"
                aria-label={`Remove ${name}`}
                onClick={() => {
                  keepFocus(index);
                  onRemove(_id);
                }}
                className="inline-flex min-h-11 items-center gap-2 rounded-full border border-line bg-raised ps-4 pe-3 hover:border-control"
              >
                {name}
                <X aria-hidden="true" className="size-4 text-muted" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

interface Props {
  /** The chosen genres' ids, in the order in which they were chosen. */
  value: string[];
  onChange: (genres: string[]) => void;
  error?: string;
}

/** Chooses favorite genres from popular ones or by name. */
export function FavoriteGenresPicker({ error, ...choice }: Props) {
  const genres = useQuery(genresQuery);
  const id = useId();
  return (
    <fieldset aria-describedby={error === undefined ? undefined : `${id}-error`} className="min-w-0">
      <legend className="mb-1 font-semibold">Favorite genres</legend>
      <p id={`${id}-error`} role="alert" className="mb-3 text-sm text-danger-text empty:hidden">
        {error}
      </p>
      <QueryState
        query={genres}
        fallback="Failed to fetch genres"
        pending={
          <div className="min-h-160">
            <TextSkeleton lines={5} />
          </div>
        }
      />
      {genres.data && <Choice genres={genres.data.data} {...choice} />}
    </fieldset>
  );
}

interface ChoiceProps {
  genres: Genre[];
  value: string[];
  onChange: (genres: string[]) => void;
}

function Choice({ genres, value, onChange }: ChoiceProps) {
  const byId = new Map(genres.map((genre) => [genre._id, genre]));
  // The server rejects genres that have been deleted.
  const chosen = value.flatMap((id) => byId.get(id) ?? []);
  const chosenIds = chosen.map(({ _id }) => _id);
  const isChosen = (id: string) => chosenIds.includes(id);
  const toggle = (id: string) =>
    onChange(isChosen(id) ? chosenIds.filter((other) => other !== id) : [...chosenIds, id]);
  const quick = quickGenres(genres);
  return (
    <div className="space-y-5">
      {quick.length > 0 && (
        <ul aria-label="Quick select" className="flex flex-wrap gap-2">
          {quick.map(({ _id, name }) => (
            <li key={_id}>
              <GenreToggle name={name} chosen={isChosen(_id)} onToggle={() => toggle(_id)} />
            </li>
          ))}
        </ul>
      )}
      <ChosenGenres chosen={chosen} onRemove={toggle} onClear={() => onChange([])} />
      <GenrePages genres={genres} isChosen={isChosen} onToggle={toggle} />
    </div>
  );
}
