import { useId, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { StoryCover } from '../covers/story-cover.tsx';
import { authorOf, titleOf } from '../stories/story-text.ts';
import { type FoundStory, nameOf, type Sorted, shelfNames } from './choices.ts';

/** How many rows are shown at first, and added by 'Show more'. */
const step = 100;

/** The first rows of a long list, with a button for more. */
export function useSteps<Item>(items: Item[]) {
  const [count, setCount] = useState(step);
  const more = items.length > count && (
    <Button className="mt-3" onClick={() => setCount(count + step)}>
      Show more
      <span className="sr-only">
        : {count} of {items.length}
      </span>
    </Button>
  );
  return { shown: items.slice(0, count), more };
}

/** A story with its cover, title, author and a note, as a label of a checkbox or radio button. */
export const StoryLine = ({ story, note = null }: { story: FoundStory; note?: string | null }) => (
  <>
    <span className="w-10 shrink-0">
      <StoryCover story={story} sizes="40px" />
    </span>
    <span className="min-w-0 flex-1">
      <span className="line-clamp-2 font-serif break-words" lang={story.language} dir="auto">
        {titleOf(story)}
      </span>
      <span className="block text-sm break-words text-muted">
        <bdi>{authorOf(story)}</bdi>
        {note !== null && ` · ${note}`}
      </span>
    </span>
  </>
);

interface Props {
  found: Sorted['found'];
  leftOut: ReadonlySet<string>;
  onChange: (leftOut: Set<string>) => void;
  /** Whether each row names its shelf. */
  withShelves: boolean;
}

/** The stories that are certain, each with a checkbox. */
export function FoundStories({ found, leftOut, onChange, withShelves }: Props) {
  const heading = useId();
  const { shown, more } = useSteps(found);
  const toggle = (id: string) => {
    const changed = new Set(leftOut);
    if (!changed.delete(id)) changed.add(id);
    onChange(changed);
  };
  const areAllOut = leftOut.size === found.length;
  return (
    <section aria-labelledby={heading}>
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 id={heading} className="font-serif text-2xl">
          Found ({found.length.toLocaleString('en')})
        </h2>
        <Button
          variant="ghost"
          className="-me-4"
          onClick={() => onChange(new Set(areAllOut ? [] : found.map(({ story }) => story._id)))}
        >
          {areAllOut ? 'Select all' : 'Select none'}
        </Button>
      </div>
      <ul className="divide-y divide-line border-y border-line">
        {shown.map(({ story, row }) => (
          <li key={story._id}>
            <label className="flex cursor-pointer items-center gap-3 py-3">
              <input
                type="checkbox"
                className="size-5 shrink-0 accent-accent"
                checked={!leftOut.has(story._id)}
                onChange={() => toggle(story._id)}
              />
              <StoryLine story={story} note={withShelves ? shelfNames[row.shelf] : null} />
              <span className="sr-only">, in your list: {nameOf(row)}</span>
            </label>
          </li>
        ))}
      </ul>
      {more}
    </section>
  );
}
