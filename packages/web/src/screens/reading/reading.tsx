import type { ChapterSummary } from '@inkling/contract/chapters';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Navigate } from 'react-router';
import { SessionLost } from '../../features/frame/session-lost.tsx';
import { useReadingSettings } from '../../features/reading/reading-settings.ts';
import { ApiError, call } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import { callQuery, getQueryClient } from '../../lib/query.ts';
import { pageTitle } from '../../lib/titles.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import type { Route } from './+types/reading.ts';
import { ReadingNotFound } from './not-found.tsx';
import { Reader } from './reader.tsx';

const storyQuery = (id: string) => callQuery('GET /stories/{id}', { params: { id } });
const chaptersQuery = (storyId: string) =>
  callQuery('GET /chapters/story/{storyId}', { params: { storyId } });
const continueQuery = callQuery('GET /stories/continue-reading', {});

/** Everything that the first paint needs is asked for at once. */
export function clientLoader({ params: { storyId, chapterId } }: Route.ClientLoaderArgs) {
  const client = getQueryClient();
  void client.prefetchQuery(storyQuery(storyId));
  void client.prefetchQuery(chaptersQuery(storyId));
  if (chapterId === undefined) void client.prefetchQuery(continueQuery);
  else {
    void client.prefetchQuery(callQuery('GET /chapters/{id}', { params: { id: chapterId } }));
    void client.prefetchQuery(callQuery('GET /chapters/{id}/progress', { params: { id: chapterId } }));
  }
  return null;
}

export default function Reading({ params: { storyId, chapterId } }: Route.ComponentProps) {
  const { theme, size } = useReadingSettings();
  const story = useQuery(storyQuery(storyId));
  const chapters = useQuery(chaptersQuery(storyId));
  const continuing = useQuery({ ...continueQuery, enabled: chapterId === undefined });
  useReadingStatus(storyId, story.isSuccess);

  const failed = [story.error, chapters.error].find((error) => error !== null);
  const list = chapters.data?.data;
  const lastRead = continuing.data?.data.find((entry) => entry.story._id === storyId)?.lastChapterRead?._id;
  const waiting = story.isPending || chapters.isPending || (chapterId === undefined && continuing.isPending);

  // A story that is opened without a chapter keeps the one that it began with: reading it makes it the last
  // one read, and that must move nobody.
  const [shown, setShown] = useState<{ storyId: string; chapterId: string } | null>(null);
  const shownHere = shown?.storyId === storyId ? shown.chapterId : undefined;

  let view = <Spinner />;
  if (failed) {
    const gone = failed instanceof ApiError && failed.status === 404;
    view = gone ? (
      <ReadingNotFound />
    ) : (
      <ErrorState
        message={failed.message}
        onRetry={() => void story.refetch().then(() => chapters.refetch())}
      />
    );
  } else if (!waiting && story.data && list) {
    const chapter = chosenChapter(list, chapterId ?? shownHere ?? lastRead);
    if (chapter === undefined) view = <ReadingNotFound />;
    else if (chapterId === undefined && shownHere === undefined && lastRead === chapter._id) {
      return <Navigate to={paths.reading(storyId, chapter._id)} replace />;
    } else {
      const keep = () => setShown({ storyId, chapterId: chapter._id });
      view = (
        <Reader key={storyId} story={story.data.data} chapters={list} chapter={chapter} onShown={keep} />
      );
    }
  }
  return (
    <div data-reading-theme={theme} data-reading-size={size} className="reading-screen">
      <title>{pageTitle('Reading')}</title>
      <SessionLost />
      {view}
    </div>
  );
}

/** The chapter that is asked for; the first one when there is no such chapter. */
const chosenChapter = (chapters: ChapterSummary[], wanted: string | undefined): ChapterSummary | undefined =>
  chapters.find(({ _id }) => _id === wanted) ?? chapters[0];

/** A story that is opened is being read; said once. */
function useReadingStatus(storyId: string, loaded: boolean): void {
  useEffect(() => {
    if (!loaded) return;
    call('POST /stories/{id}/library', { params: { id: storyId }, body: { status: 'reading' } }).catch(
      () => undefined,
    );
  }, [storyId, loaded]);
}

function Spinner() {
  return (
    <main id="main" className="grid min-h-dvh place-items-center" aria-busy="true">
      <p role="status" className="flex flex-col items-center gap-3 text-muted">
        <span
          className="size-8 animate-spin rounded-full border-2 border-line border-t-accent"
          aria-hidden="true"
        />
        Opening the book…
      </p>
    </main>
  );
}
