import type { Story } from '@inkling/contract/stories';
import { Facts } from '../../features/stories/facts.tsx';
import { compactNumber, readingMinutes } from '../../lib/format.ts';
import { LocalDate } from '../../lib/local-date.tsx';
import { readingTime } from './reading-time.ts';

/** How long a story is, and how often it was looked at. One without chapters has no length yet. */
export const StoryFacts = ({ story: { chapterCount, stats } }: { story: Story }) => (
  <Facts
    facts={[
      { name: 'Chapters', value: chapterCount.toLocaleString('en') },
      ...(chapterCount === 0
        ? []
        : [
            { name: 'Words', value: compactNumber(stats.totalWordCount) },
            { name: 'Reading time', value: readingTime(readingMinutes(stats.totalWordCount)) },
          ]),
      { name: 'Views', value: compactNumber(stats.views) },
    ]}
  />
);

/** When a story was published, and when its last chapter was. */
export const StoryDates = ({ story }: { story: Story }) => (
  <p className="flex flex-wrap gap-x-6 text-sm text-muted">
    {story.publishedAt !== null && (
      <span>
        Published <LocalDate iso={story.publishedAt} />
      </span>
    )}
    {story.lastUpdated !== null && (
      <span>
        Last updated <LocalDate iso={story.lastUpdated} />
      </span>
    )}
  </p>
);
