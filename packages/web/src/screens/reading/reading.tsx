import type { ListedChapter } from '@inkling/contract/chapters';
import type { Opening } from '@inkling/contract/library';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useState } from 'react';
import { Link, Navigate } from 'react-router';
import { chapterQuery } from '../../features/chapters/chapters.api.ts';
import { readingAttributes } from '../../features/chapters/reader/reading-attributes.ts';
import { useReadingSettings } from '../../features/chapters/reader/reading-settings.ts';
import { useReadingTheme } from '../../features/chapters/reader/use-reading-theme.ts';
import { SessionLost } from '../../features/layout/session-lost.tsx';
import { useKnownTitle } from '../../features/offline/known-title.ts';
import { useOpeningSettings } from '../../features/reading-comfort/adopt-settings.ts';
import { useAsksFirst } from '../../features/stories/labels/mature-consent.ts';
import { openingQuery } from '../../features/stories/stories.api.ts';
import { messageOf } from '../../lib/api.ts';
import { readConnection } from '../../lib/connection.ts';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { isGone } from '../../lib/load.ts';
import { paths } from '../../lib/paths.ts';
import { prefetch } from '../../lib/query.ts';
import { isTakingOver } from '../../lib/take-over.ts';
import { pageTitle } from '../../lib/titles.ts';
import { withStoredPlace } from '../../lib/with-place.ts';
import { isWritten } from '../../lib/written-page.tsx';
import { keepPlaced } from '../../lib/written-place.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import type { Route } from './+types/reading.ts';
import { ConnectionNotice } from './connection-notice.tsx';
import { Reader } from './reader.tsx';
import { wayOut } from './way-out.ts';

/**
 * Prefetches everything that the first paint needs in parallel. Not while React takes the page over: React Router would then scroll
 * to where the window was, after the reader's place has been shown.
 */
export function clientLoader({ params: { storyId, chapterId } }: Pick<Route.ClientLoaderArgs, 'params'>) {
  if (chapterId !== undefined) prefetch(chapterQuery(chapterId));
  return prefetch(openingQuery(storyId));
}

/** Only a chapter's address comes written. */
export function loader({ params }: Pick<Route.LoaderArgs, 'params'>) {
  // For the browser to ask for.
  if (!isWritten()) return { isUnasked: true };
  clientLoader({ params });
  return null;
}

export default function Reading({ params: { storyId, chapterId }, loaderData }: Route.ComponentProps) {
  const isUnasked = loaderData?.isUnasked === true;
  const settings = useReadingSettings();
  useReadingTheme(settings.theme);
  const isAnew = useStoredPlace(storyId);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page was opened
  useEffect(() => {
    if (isUnasked) clientLoader({ params: { storyId, chapterId } });
  }, []);
  const [around, setAround] = useState<{ storyId: string; chapterId: string } | null>(null);
  const aroundHere = around?.storyId === storyId ? around.chapterId : undefined;
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...openingQuery(storyId, aroundHere),
    // Keep the loaded chapters until those around the new chapter have loaded.
    placeholderData: (before) => (before?.data.story._id === storyId ? before : undefined),
  });
  const hasSettings = useOpeningSettings(data?.data, data?.askedAt);
  const opening = hasSettings ? data?.data : undefined;
  // What a device keeps may be older than `continueWith`.
  const lastRead = opening?.continueWith ?? opening?.lastChapterRead ?? undefined;
  const asksFirst = useAsksFirst(opening?.story);

  // A story opened without a chapter id keeps its first chapter: reading it changes the last-read chapter, which
  // must not navigate.
  const [shown, setShown] = useState<{ storyId: string; chapterId: string } | null>(null);
  const shownHere = shown?.storyId === storyId ? shown.chapterId : undefined;

  let view = <Spinner />;
  if (opening === undefined && error !== null) {
    view = isGone(error) ? (
      <ReadingNotFound />
    ) : (
      <Failed storyId={storyId} error={error} onRetry={() => void refetch()} />
    );
  } else if (opening !== undefined && asksFirst === true) {
    view = <Asked story={opening.story} />;
  } else if (opening !== undefined && asksFirst === false) {
    const wanted = chapterId ?? shownHere ?? lastRead;
    const next = chapterToLoadAround(opening, wanted, aroundHere);
    if (next !== undefined) setAround({ storyId, chapterId: next });
    const known = opening.chapters.some(({ _id }) => _id === wanted);
    const chapter = chosenChapter(opening.chapters, wanted);
    // Whoever has not begun the story reads its first chapter at such an address, and stays there.
    const isElsewhere = chapterId !== undefined && shownHere !== chapter?._id && isBegun(opening);
    // It is not known yet whether the chapter belongs to the story.
    if (!known && (next !== undefined || isPlaceholderData)) view = <Spinner />;
    else if (!known && (opening.unavailable !== null || isElsewhere))
      view = <ChapterUnavailable opening={opening} />;
    else if (chapter === undefined) view = <ReadingComingSoon story={opening.story} />;
    else if (chapterId === undefined && shownHere === undefined && lastRead === chapter._id) {
      return <Navigate to={paths.reading(storyId, chapter._id)} replace />;
    } else {
      const remember = () => setShown({ storyId, chapterId: chapter._id });
      const isKept = data?.askedAt === null;
      view = (
        <Reader
          key={storyId + isAnew}
          opening={opening}
          isKept={isKept}
          chapter={chapter}
          onShown={remember}
        />
      );
    }
  }
  return (
    <div {...readingAttributes(settings)} className="reading-screen">
      <title>{pageTitle('Reading')}</title>
      <SessionLost />
      {view}
      <ConnectionNotice />
    </div>
  );
}

/**
 * Whether a written page is rendered anew, because this browser has stored a place that the server did not know. Done before it is
 * painted; the page's own script shows that place already, where it can.
 */
function useStoredPlace(storyId: string): boolean {
  const client = useQueryClient();
  const [isAnew, setAnew] = useState(false);
  useLayoutEffect(() => {
    const { queryKey } = openingQuery(storyId);
    const opened = client.getQueryData(queryKey);
    if (!isTakingOver() || opened === undefined) return;
    const data = withStoredPlace(opened.data);
    if (data === opened.data) return;
    client.setQueryData(queryKey, { ...opened, data });
    keepPlaced();
    setAnew(true);
  }, [client, storyId]);
  return isAnew;
}

const ReadingComingSoon = lazyComponent(async () => (await import('./not-found.tsx')).ReadingComingSoon, {
  fallback: <Spinner />,
});
const ChapterUnavailable = lazyComponent(async () => (await import('./not-found.tsx')).ChapterUnavailable, {
  fallback: <Spinner />,
});
const ReadingNotFound = lazyComponent(async () => (await import('./not-found.tsx')).ReadingNotFound, {
  fallback: <Spinner />,
});
const MatureGate = lazyComponent(
  async () => (await import('../../features/stories/labels/mature-gate.tsx')).MatureGate,
);

const Asked = ({ story }: Pick<Opening, 'story'>) => (
  <main id="main" className="grid min-h-dvh place-items-center">
    <MatureGate story={story} />
  </main>
);

/**
 * Returns the chapter to load with its neighbours: one that is not listed, which may be unavailable, or, in a long story
 * that is loaded in parts, one of which a neighbour is missing.
 */
function chapterToLoadAround(
  { chapters, total }: Opening,
  wanted: string | undefined,
  around: string | undefined,
): string | undefined {
  if (wanted === undefined || wanted === around) return undefined;
  const index = chapters.findIndex(({ _id }) => _id === wanted);
  const number = chapters[index]?.chapterNumber;
  const atEdge =
    (index === 0 && number !== 1) ||
    (index === chapters.length - 1 && number !== undefined && number < total);
  return index === -1 || atEdge ? wanted : undefined;
}

/** Whether the reader has a place in the story, or has completed it. */
const isBegun = ({ isCompleted, continueWith, lastChapterRead }: Opening): boolean =>
  isCompleted || continueWith !== null || lastChapterRead !== null;

/** The requested chapter, or the first one if it does not exist. */
const chosenChapter = (chapters: ListedChapter[], wanted: string | undefined): ListedChapter | undefined =>
  chapters.find(({ _id }) => _id === wanted) ?? chapters[0];

/** Without a connection, the notice below links to what can be read. */
function Failed({ storyId, error, onRetry }: { storyId: string; error: unknown; onRetry: () => void }) {
  const title = useKnownTitle(storyId);
  const way = readConnection() === 'online' ? wayOut : { path: paths.library, label: 'My Library' };
  return (
    <main id="main" className="mx-auto max-w-(--measure) px-4 py-10">
      <h1 className="text-center font-serif text-3xl wrap-anywhere" dir="auto">
        {title ?? 'Reading'}
      </h1>
      <ErrorState message={messageOf(error, 'Failed to fetch story')} onRetry={onRetry} />
      <p className="text-center">
        <Link to={way.path} className="link inline-flex min-h-11 items-center">
          {way.label}
        </Link>
      </p>
    </main>
  );
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
