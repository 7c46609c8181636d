import { chapterName } from '@inkling/contract/chapter-title';
import type { StoryFix } from '@inkling/contract/fixes';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import { storyFixesQuery, useFixSettings } from '../../features/fixes/fixes.api.ts';
import { BackLink } from '../../features/layout/back-link.tsx';
import { ownStoryQuery } from '../../features/stories/stories.api.ts';
import { titleOf } from '../../features/stories/story-text.ts';
import { paths } from '../../lib/paths.ts';
import { QueryState } from '../../lib/query-state.tsx';
import { pageTitle } from '../../lib/titles.ts';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { NumberedPager } from '../../ui/numbered-pager.tsx';
import { ResultsSkeleton } from '../../ui/skeleton.tsx';
import { Switch } from '../../ui/switch.tsx';
import { neighboringButton, useFocusAfter } from '../../ui/use-focus-after.ts';
import { ApplySeveral, type Decision, FixRow, useDecision } from './fix-row.tsx';
import { FixesInText } from './fixes-in-text.tsx';

/** The fixes that readers suggest for one of the author's stories: all of them by chapter, or those of one beside its text. */
export default function StoryFixes() {
  const { storyId = '' } = useParams();
  const chapterId = useSearchParams()[0].get('chapter');
  const story = useQuery(ownStoryQuery(storyId));
  const decision = useDecision(storyId);
  const shared = { storyId, language: story.data?.data.language, decision };
  return (
    <>
      <title>{pageTitle('Suggested Fixes')}</title>
      <BackLink to={chapterId === null ? paths.writeStory(storyId) : paths.storyFixes(storyId)}>
        {chapterId !== null
          ? 'All suggested fixes'
          : story.data
            ? `Back to “${titleOf(story.data.data)}”`
            : 'Back to the story'}
      </BackLink>
      <h1 className="mb-4 font-serif text-3xl sm:text-4xl">Suggested Fixes</h1>
      {chapterId === null ? (
        <AllFixes {...shared} />
      ) : (
        <FixesInText key={chapterId} {...shared} chapterId={chapterId} />
      )}
    </>
  );
}

interface Shared {
  storyId: string;
  language: string | undefined;
  decision: Decision;
}

function AllFixes({ storyId, language, decision }: Shared) {
  const { thank, setThank } = decision;
  const [page, setPage] = useState(1);
  const list = useQuery({ ...storyFixesQuery(storyId, page), placeholderData: keepPreviousData });
  // All of a page were decided.
  if (page > 1 && !list.isPlaceholderData && list.data?.data.length === 0) setPage(page - 1);
  const settings = useFixSettings();
  const chapters = Map.groupBy(list.data?.data ?? [], ({ chapter }) => chapter._id);
  return (
    <>
      <QueryState
        query={list}
        fallback="Failed to fetch the suggestions"
        pending={<ResultsSkeleton titled={false} />}
      />
      {list.data && (
        <div className="max-w-3xl space-y-6">
          <div>
            <Switch
              label="Readers can suggest fixes for this story"
              checked={settings.isPending ? settings.variables.body.isOpen : list.data.isOpen}
              onChange={({ target }) =>
                settings.mutate({ params: { id: storyId }, body: { isOpen: target.checked } })
              }
            />
            {list.data.data.length > 0 && (
              <Switch
                label="Thank readers when I apply their fixes"
                checked={thank}
                onChange={({ target }) => setThank(target.checked)}
              />
            )}
          </div>
          {list.data.data.length === 0 && (
            <EmptyState title="No suggested fixes">
              When readers spot a typo, they can send you a correction. Only you can see it.
            </EmptyState>
          )}
          {[...chapters.values()].map((fixes) => (
            <ChapterFixes
              key={fixes[0]?.chapter._id}
              storyId={storyId}
              fixes={fixes}
              language={language}
              decision={decision}
              areAll={list.data.pagination.totalPages <= 1}
            />
          ))}
          <NumberedPager
            label="Pages of suggestions"
            page={page}
            totalPages={list.data.pagination.totalPages}
            onChange={setPage}
          />
        </div>
      )}
    </>
  );
}

interface Props extends Shared {
  fixes: StoryFix[];
  /** Whether no other page may have more of the chapter. */
  areAll: boolean;
}

function ChapterFixes({ storyId, fixes, language, decision, areAll }: Props) {
  const section = useFocusAfter<HTMLElement>(neighboringButton);
  const chapter = fixes[0]?.chapter;
  if (chapter === undefined) return null;
  const name = chapter.chapterNumber === 0 ? chapter.title : chapterName(chapter);
  return (
    <section ref={section} aria-label={name} className="space-y-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="font-serif text-2xl wrap-anywhere" dir="auto" lang={language}>
          <Link to={paths.writeChapter(storyId, chapter._id)} className="hover:underline">
            {name}
          </Link>
        </h2>
        <div className="flex flex-wrap gap-3">
          <Link to={paths.storyFixes(storyId, chapter._id)} className={buttonClass()}>
            Show in the text
          </Link>
          {fixes.length > 1 && (
            <ApplySeveral
              label={`Apply ${areAll ? 'all' : 'these'} ${fixes.length}`}
              busy={decision.busy}
              onApply={() => decision.decide('apply', fixes)}
            />
          )}
        </div>
      </div>
      <ul className="space-y-3">
        {fixes.map((fix) => (
          <FixRow key={fix.ids[0]} fix={fix} language={language} decision={decision} />
        ))}
      </ul>
    </section>
  );
}
