import type { Story } from '@inkling/contract/stories';
import { useState } from 'react';
import { descriptionOf } from '../../features/stories/story-text.ts';
import { Button } from '../../ui/button.tsx';

/** From this many characters on, or lines, a description is folded, so that the chapters are near. */
const long = { onPhones: 200, elsewhere: 480, lines: 6 };

/** What a story is about; a long description begins folded, except without scripts. */
export function Description({ story }: { story: Story }) {
  const text = descriptionOf(story);
  const [all, setAll] = useState(false);
  const isLong = text.length > long.elsewhere || text.split('\n').length > long.lines;
  const isFolded = isLong || text.length > long.onPhones;
  const fold = isLong ? 'line-clamp-6' : 'max-sm:line-clamp-6';
  return (
    <section aria-labelledby="about">
      <h2 id="about" className="sr-only">
        About this story
      </h2>
      <p
        className={`max-w-[66ch] whitespace-pre-line ${isFolded && !all ? `${fold} noscript:line-clamp-none` : ''}`}
        dir="auto"
        lang={story.language}
      >
        {text}
      </p>
      {isFolded && (
        <Button
          variant="subtle"
          aria-expanded={all}
          className={`-ms-3 noscript:hidden ${isLong ? '' : 'sm:hidden'}`}
          onClick={() => setAll(!all)}
        >
          {all ? 'Show less' : 'Show more'}
        </Button>
      )}
    </section>
  );
}
