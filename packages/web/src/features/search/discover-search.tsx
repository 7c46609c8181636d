import type { SearchType } from '@inkling/contract/search';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import type { QuickLimits } from './quick-results.ts';
import { SearchBox } from './search-box.tsx';
import { keysOf, typeNames } from './search-types.ts';
import type { GivenText } from './use-typed-text.ts';

const limits: QuickLimits = { story: 3, user: 2, chapter: 2, community: 2 };

/**
 * The search box of Discover: with chips for what to search for, recent and trending searches. While typing, the list
 * below is filtered by title.
 */
export function DiscoverSearch({ given }: { given: GivenText }) {
  const [type, setType] = useState<SearchType>('all');
  return (
    <div className="max-w-3xl">
      <SearchBox
        label="Search, or filter the stories below by title"
        given={given}
        limits={limits}
        placement="below"
        type={type}
        button={
          <Button type="submit" variant="primary">
            Search
          </Button>
        }
        terms
      >
        <fieldset className="mb-3 flex flex-wrap gap-2">
          <legend className="sr-only">Search in</legend>
          {keysOf(typeNames).map((id) => (
            <label
              key={id}
              className="inline-flex min-h-11 items-center rounded-full border border-line bg-raised px-4 hover:border-control has-checked:border-accent has-checked:bg-accent has-checked:text-on-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
            >
              <input
                type="radio"
                name="type"
                value={id}
                checked={type === id}
                onChange={() => setType(id)}
                className="sr-only"
              />
              {typeNames[id]}
            </label>
          ))}
        </fieldset>
      </SearchBox>
    </div>
  );
}
