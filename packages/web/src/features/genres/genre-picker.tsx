import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { QueryState } from '../../lib/query-state.tsx';
import { TextSkeleton } from '../../ui/skeleton.tsx';
import { GenreToggle } from './genre-toggle.tsx';
import { genresQuery } from './genres.api.ts';
import { foundAs } from './name-matches.ts';

const maxGenres = 5;
const tooManyMessage = 'You can select up to 5 genres only.';

interface Props {
  value: string[];
  onChange: (genres: string[]) => void;
  error?: string;
}

/** Chooses one to five genres; a sixth one shows an error. */
export function GenrePicker({ value, onChange, error }: Props) {
  const genres = useQuery(genresQuery);
  const [search, setSearch] = useState('');
  const [limitError, setLimitError] = useState<string | null>(null);
  const id = useId();
  const message = limitError ?? error;

  const toggle = (genre: string) => {
    if (value.includes(genre)) {
      setLimitError(null);
      onChange(value.filter((other) => other !== genre));
    } else if (value.length >= maxGenres) setLimitError(tooManyMessage);
    else onChange([...value, genre]);
  };

  return (
    <fieldset aria-describedby={message === undefined ? `${id}-hint` : `${id}-error ${id}-hint`}>
      <legend className="mb-1 font-semibold">Genres</legend>
      <p id={`${id}-hint`} className="mb-2 text-sm text-muted">
        Choose up to five so readers can find your story. {value.length} of {maxGenres} selected.
      </p>
      <p id={`${id}-error`} role="alert" className="text-sm text-danger-text empty:hidden">
        {message}
      </p>
      <QueryState query={genres} fallback="Failed to fetch genres" pending={<TextSkeleton lines={3} />} />
      {genres.data && (
        <>
          <input
            type="search"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
            // Enter would submit the form.
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
            aria-label="Search genres"
            placeholder="Search genres"
            className="my-2 min-h-11 w-full max-w-xs rounded-md border border-control bg-raised px-3"
          />
          <ul className="flex max-h-60 flex-wrap gap-2 overflow-y-auto rounded-md p-1">
            {genres.data.data
              .map((genre) => ({ ...genre, found: foundAs(genre, search) }))
              .filter(({ _id, found }) => value.includes(_id) || found !== null)
              .toSorted((a, b) => Number(value.includes(b._id)) - Number(value.includes(a._id)))
              .map(({ _id, name, found }) => (
                <li key={_id}>
                  <GenreToggle
                    name={found ?? name}
                    chosen={value.includes(_id)}
                    onToggle={() => toggle(_id)}
                  />
                </li>
              ))}
          </ul>
        </>
      )}
    </fieldset>
  );
}
