import type { Genre } from '@inkling/contract/genres';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { QueryState } from '../../lib/query-state.tsx';
import { TextSkeleton } from '../../ui/skeleton.tsx';
import { ChosenGenres } from './chosen-genres.tsx';
import { GenrePages } from './genre-pages.tsx';
import { GenreToggle } from './genre-toggle.tsx';
import { genresQuery } from './genres.api.ts';
import { quickGenres } from './quick-genres.ts';

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
