import type { Story } from '@inkling/contract/stories';
import { useQuery } from '@tanstack/react-query';
import { readersQuery } from '../../features/library/library.api.ts';
import { formatCount } from '../../features/stories/story-text.ts';
import { useOpened } from '../../lib/use-opened.ts';

/** What a story has reached, in a line. Words include drafts; readers are fetched once the page is open. */
export function StoryNumbers({ story }: { story: Story }) {
  const opened = useOpened();
  const readers = useQuery({ ...readersQuery(story._id), enabled: opened });
  const { views, likes, totalWordCount } = story.stats;
  const count = readers.data?.data.readers;
  return (
    <p className="mt-1 flex flex-wrap gap-x-3 text-sm text-muted tabular-nums">
      <span>{formatCount(views, 'view')}</span>
      <span>
        {count === undefined ? (readers.isError ? '– readers' : '… readers') : formatCount(count, 'reader')}
      </span>
      <span>{formatCount(likes, 'like')}</span>
      <span>{formatCount(totalWordCount, 'word')}</span>
    </p>
  );
}
