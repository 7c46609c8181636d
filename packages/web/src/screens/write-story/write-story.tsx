import { readingSessionLimits } from '@inkling/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { Link, useParams } from 'react-router';
import { ownChaptersQuery } from '../../features/chapters/chapters.api.ts';
import { averageText } from '../../features/reading-sessions/average-text.ts';
import { averageTimeQuery } from '../../features/reading-sessions/average-time.api.ts';
import { ownStoryQuery } from '../../features/stories/stories.api.ts';
import { titleOf } from '../../features/stories/story-text.ts';
import { ApiError, messageOf } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import { pageTitle } from '../../lib/titles.ts';
import { useOpened } from '../../lib/use-opened.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { TextSkeleton } from '../../ui/skeleton.tsx';
import { ChapterList } from './chapter-list.tsx';
import { StoryPanel } from './story-panel.tsx';

/** Manages one of the author's stories and its chapters. */
export default function ChapterManagement() {
  const { storyId = '' } = useParams();
  const story = useQuery(ownStoryQuery(storyId));
  const chapters = useQuery(ownChaptersQuery(storyId));
  const failed = story.error ?? chapters.error;
  // The author's chapter list is only available to the author, so this also rejects other users' stories.
  const denied = failed instanceof ApiError && (failed.status === 404 || failed.status === 403);
  return (
    <>
      <title>{pageTitle(story.data ? titleOf(story.data.data) : 'Write Story')}</title>
      <Link
        to={paths.write}
        className="-mt-2 mb-1 inline-flex min-h-11 items-center gap-2 text-muted hover:text-text"
      >
        <ArrowLeft aria-hidden="true" className="size-5 rtl:rotate-180" />
        Back to stories
      </Link>
      {denied && <ErrorState message="This isn’t one of your stories, or it has been deleted." />}
      {failed && !denied && (
        <ErrorState
          message={messageOf(failed, story.error ? 'Failed to fetch story' : 'Failed to fetch chapters')}
          onRetry={() => {
            void story.refetch();
            void chapters.refetch();
          }}
        />
      )}
      {!failed && (story.isPending || chapters.isPending) && <TextSkeleton lines={8} />}
      {!denied && story.data && chapters.data && (
        <>
          <StoryPanel story={story.data.data} first={chapters.data} />
          <ChapterList story={story.data.data} first={chapters.data} />
          {story.data.data.isPublished && <AuthorAverage storyId={storyId} />}
        </>
      )}
    </>
  );
}

/** For the author: how long readers take for a story, or why there is no average. A line that is always there. */
export function AuthorAverage({ storyId }: { storyId: string }) {
  const enabled = useOpened();
  const { data, isError } = useQuery({ ...averageTimeQuery(storyId), enabled });
  return (
    <p className="mt-2 min-h-10 text-sm sm:min-h-5 text-muted tabular-nums">
      {isError && 'The average reading time couldn’t be loaded. Reload the page to try again.'}
      {data &&
        (averageText(data.data, ' for the whole story') ??
          `There is no average reading time yet: fewer than ${readingSessionLimits.averageReaders} readers have finished every published chapter.`)}
    </p>
  );
}
