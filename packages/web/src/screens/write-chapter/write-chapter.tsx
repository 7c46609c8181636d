import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, Eye } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { ownChapterQuery } from '../../features/chapters/chapters.api.ts';
import { useActiveTab } from '../../features/chapters/editor/use-active-tab.ts';
import { ownStoryQuery } from '../../features/stories/stories.api.ts';
import { titleOf } from '../../features/stories/story-text.ts';
import { messageOf } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import { useMe } from '../../lib/session.ts';
import { pageTitle } from '../../lib/titles.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { TextSkeleton } from '../../ui/skeleton.tsx';
import { ChapterEditor } from './chapter-editor.tsx';

/** Edits a new or existing chapter. Only one tab edits a chapter at a time. */
export default function WriteChapter() {
  const { storyId = '', chapterId = 'new' } = useParams();
  const navigate = useNavigate();
  const me = useMe();
  const story = useQuery(ownStoryQuery(storyId));
  const isNew = chapterId === 'new';
  const chapter = useQuery({
    ...ownChapterQuery(chapterId),
    enabled: !isNew,
    // Fetch the latest text when the page opens, and do not refetch while the author is editing.
    staleTime: 0,
    refetchOnMount: 'always',
    refetchOnReconnect: false,
  });
  const created = useRef<string | null>(null);
  const flushDraft = useRef<(() => void) | null>(null);
  const { state, take } = useActiveTab(me ? `${me._id}/${storyId}/${chapterId}` : null, () =>
    flushDraft.current?.(),
  );

  /** The chapter that the page was opened with. */
  const [opened, setOpened] = useState<string | null>(null);
  if (chapter.isSuccess && chapter.isFetchedAfterMount && opened !== chapterId) setOpened(chapterId);
  const loaded = opened === chapterId || created.current === chapterId;
  // Keep the editor and its text when a refetch of the story or chapter fails.
  const failed = (story.data === undefined ? story.error : null) ?? (isNew || loaded ? null : chapter.error);
  const own = me === undefined || story.data === undefined || story.data.data.author._id === me._id;
  const misplaced = chapter.data !== undefined && !isNew && chapter.data.data.story !== storyId;
  const ready =
    me !== undefined && story.data !== undefined && (isNew || (chapter.data !== undefined && loaded));
  const storyTitle = story.data && titleOf(story.data.data);
  const chapterTitle = isNew ? 'New chapter' : chapter.data?.data.title;
  const tabTitle = storyTitle && chapterTitle ? `${chapterTitle} · ${storyTitle}` : 'Write Story';
  return (
    <div className="mx-auto max-w-[46rem] lg:has-[.side-panel]:me-92">
      <title>{pageTitle(tabTitle)}</title>
      <div className="not-in-focus flex items-center justify-between gap-3">
        <Link
          to={paths.writeStory(storyId)}
          className="inline-flex min-h-11 min-w-0 items-center gap-2 text-muted hover:text-text"
        >
          <ArrowLeft aria-hidden="true" className="size-5 shrink-0 rtl:rotate-180" />
          <span className="line-clamp-1" dir="auto">
            {storyTitle ?? 'Back to the story'}
          </span>
        </Link>
        {/* Leaving the editor stores its text, which the preview then shows. */}
        {failed === null && own && !misplaced && (
          <Link
            to={paths.previewChapter(storyId, chapterId)}
            className="inline-flex min-h-11 shrink-0 items-center gap-2 text-muted hover:text-text"
          >
            <Eye aria-hidden="true" className="size-5" />
            Preview
          </Link>
        )}
      </div>
      <h1 className="not-in-focus mb-5 font-serif text-3xl max-lg:sr-only lg:mt-2">
        {isNew ? 'New chapter' : 'Edit chapter'}
      </h1>
      {failed !== null && (
        <ErrorState
          message={messageOf(failed, story.error ? 'Failed to fetch story' : 'Failed to fetch chapter')}
          onRetry={() => void (story.error ? story.refetch() : chapter.refetch())}
        />
      )}
      {failed === null && (!own || misplaced) && <ErrorState message="This isn’t one of your chapters." />}
      {failed === null && own && !misplaced && (
        <>
          {(!ready || state === 'asking') && <TextSkeleton lines={10} />}
          {ready && (state === 'elsewhere' || state === 'taken') && (
            <OpenElsewhere taken={state === 'taken'} take={take} />
          )}
          {ready && state === 'mine' && (
            <ChapterEditor
              key={created.current === chapterId ? 'new' : chapterId}
              userId={me._id}
              story={story.data.data}
              chapter={isNew ? null : (chapter.data?.data ?? null)}
              flushDraft={flushDraft}
              onCreated={(id) => {
                created.current = id;
                void navigate(paths.writeChapter(storyId, id), { replace: true, preventScrollReset: true });
              }}
            />
          )}
        </>
      )}
    </div>
  );
}

function OpenElsewhere({ taken, take }: { taken: boolean; take: () => void }) {
  return (
    <div role="status" className="space-y-4 rounded-xl border border-line bg-notice px-6 py-8 text-on-notice">
      <p className="font-semibold">
        {taken ? 'You’re editing this chapter in another tab.' : 'This chapter is open in another tab.'}
      </p>
      <p>
        {taken
          ? 'Your text from this tab is saved and waiting there.'
          : 'Only one tab can edit at a time, so that the two don’t overwrite each other. What you typed there is saved, and it will be waiting here if you switch.'}
      </p>
      <Button variant="primary" onClick={take}>
        Edit here instead
      </Button>
    </div>
  );
}
