import type { Story } from '@inkling/contract/stories';
import { useQuery } from '@tanstack/react-query';
import { readersQuery } from '../../features/library/library.api.ts';
import { AuthorAverage } from '../../features/reading-sessions/author-average.tsx';
import { Facts } from '../../features/stories/facts.tsx';
import { useOpened } from '../../lib/use-opened.ts';

/** What a story has reached. Words include drafts; readers and their time are fetched once the page is open. */
export function StoryNumbers({ story }: { story: Story }) {
  const opened = useOpened();
  const readers = useQuery({ ...readersQuery(story._id), enabled: opened });
  const { views, likes, totalWordCount } = story.stats;
  const count = readers.data?.data.readers.toLocaleString();
  return (
    <div className="mb-8">
      <Facts
        facts={[
          { name: 'Views', value: views.toLocaleString() },
          { name: 'Readers', value: count ?? (readers.isError ? '–' : '…') },
          { name: 'Likes', value: likes.toLocaleString() },
          { name: 'Words', value: totalWordCount.toLocaleString() },
        ]}
      />
      {story.isPublished && <AuthorAverage storyId={story._id} />}
    </div>
  );
}
