import { searchLimits } from '@inkling/contract/limits';
import { Search } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { Button } from '../../ui/button.tsx';

const types = {
  all: 'All',
  stories: 'Stories',
  users: 'Users',
  chapters: 'Chapters',
  communities: 'Communities',
};

interface Props {
  text: string;
  /** While typing, the list below is filtered by title. */
  onText: (text: string) => void;
}

/** Searches everything, or one type. */
export function DiscoverSearch({ text, onText }: Props) {
  const id = useId();
  const navigate = useNavigate();
  const [type, setType] = useState('all');
  const search = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim().length >= searchLimits.min) void navigate(paths.search(text.trim(), type));
  };
  return (
    <search>
      <form onSubmit={search} className="space-y-3">
        <div className="flex gap-2">
          <div className="relative min-w-0 flex-1">
            <Search
              aria-hidden="true"
              className="pointer-events-none absolute start-3 top-3 size-5 text-muted"
            />
            <input
              type="search"
              value={text}
              onChange={({ target }) => onText(target.value)}
              aria-label="Search, or filter the stories below by title"
              placeholder="Search"
              maxLength={searchLimits.term}
              dir="auto"
              className="min-h-11 w-full rounded-md border border-control bg-raised ps-10 pe-3"
            />
          </div>
          <Button type="submit" variant="primary">
            Search
          </Button>
        </div>
        <fieldset>
          <legend className="sr-only">Search in</legend>
          <div className="flex flex-wrap gap-2">
            {Object.entries(types).map(([value, label]) => (
              <label
                key={value}
                className="inline-flex min-h-11 cursor-pointer items-center rounded-full border border-control px-4 hover:bg-sunken has-checked:border-accent has-checked:bg-accent has-checked:font-semibold has-checked:text-on-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-(--accent)"
              >
                <input
                  type="radio"
                  name={`${id}-type`}
                  value={value}
                  checked={type === value}
                  onChange={() => setType(value)}
                  className="sr-only"
                />
                {label}
              </label>
            ))}
          </div>
        </fieldset>
      </form>
    </search>
  );
}
