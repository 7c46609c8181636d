import { chapterName } from '@inkling/contract/chapter-title';
import type { StoryFix } from '@inkling/contract/fixes';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { FixWords } from '../../features/fixes/fix-words.tsx';
import { storyFixesQuery, useDecideFixes, useFixSettings } from '../../features/fixes/fixes.api.ts';
import { BackLink } from '../../features/layout/back-link.tsx';
import { ownStoryQuery } from '../../features/stories/stories.api.ts';
import { titleOf } from '../../features/stories/story-text.ts';
import { localDate, pluralize } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { QueryState } from '../../lib/query-state.tsx';
import { pageTitle } from '../../lib/titles.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { NumberedPager } from '../../ui/numbered-pager.tsx';
import { ResultsSkeleton } from '../../ui/skeleton.tsx';
import { Switch } from '../../ui/switch.tsx';
import { neighboringButton, useFocusAfter } from '../../ui/use-focus-after.ts';

/** The fixes that readers suggest for one of the author's stories, by chapter, with buttons to apply or dismiss them. */
export default function StoryFixes() {
  const { storyId = '' } = useParams();
  const [page, setPage] = useState(1);
  const [thank, setThank] = useState(true);
  const story = useQuery(ownStoryQuery(storyId));
  const list = useQuery({ ...storyFixesQuery(storyId, page), placeholderData: keepPreviousData });
  // All of a page were decided.
  if (page > 1 && !list.isPlaceholderData && list.data?.data.length === 0) setPage(page - 1);
  const decision = useDecideFixes();
  const settings = useFixSettings();
  const language = story.data?.data.language;
  const decide: Decide = (action, fixes) =>
    decision.mutate({
      params: { id: storyId },
      body: { action, thank: thank && action === 'apply', ids: fixes.flatMap(({ ids }) => ids) },
    });
  const chapters = Map.groupBy(list.data?.data ?? [], ({ chapter }) => chapter._id);
  return (
    <>
      <title>{pageTitle('Suggested Fixes')}</title>
      <BackLink to={paths.writeStory(storyId)}>
        {story.data ? `Back to “${titleOf(story.data.data)}”` : 'Back to the story'}
      </BackLink>
      <h1 className="mb-4 font-serif text-3xl sm:text-4xl">Suggested Fixes</h1>
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
              busy={decision.isPending}
              areAll={list.data.pagination.totalPages <= 1}
              decide={decide}
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

type Decide = (action: 'apply' | 'dismiss', fixes: StoryFix[]) => void;

interface Props {
  storyId: string;
  fixes: StoryFix[];
  language: string | undefined;
  busy: boolean;
  /** Whether no other page may have more of the chapter. */
  areAll: boolean;
  decide: Decide;
}

function ChapterFixes({ storyId, fixes, language, busy, areAll, decide }: Props) {
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
        {fixes.length > 1 && (
          <ApplySeveral
            label={`Apply ${areAll ? 'all' : 'these'} ${fixes.length}`}
            busy={busy}
            onApply={() => decide('apply', fixes)}
          />
        )}
      </div>
      <ul className="space-y-3">
        {fixes.map((fix) => (
          <FixRow key={fix.ids[0]} fix={fix} language={language} busy={busy} decide={decide} />
        ))}
      </ul>
    </section>
  );
}

function ApplySeveral({ label, busy, onApply }: { label: string; busy: boolean; onApply: () => void }) {
  const button = useFocusAfter<HTMLButtonElement>((gone) =>
    gone.closest('section')?.querySelector<HTMLElement>('li button'),
  );
  return (
    <Button ref={button} busy={busy} onClick={onApply}>
      {label}
    </Button>
  );
}

type RowProps = Pick<Props, 'language' | 'busy' | 'decide'> & { fix: StoryFix };

function FixRow({ fix, language, busy, decide }: RowProps) {
  const row = useFocusAfter<HTMLLIElement>(neighboringButton);
  return (
    <li ref={row} className="space-y-2 rounded-xl border border-line bg-raised p-4">
      <FixWords {...fix} language={language} />
      {fix.suggestions
        .filter(({ note }) => note !== '')
        .map(({ _id, note, reader }) => (
          <p key={_id} className="text-sm whitespace-pre-line wrap-anywhere">
            <span className="font-semibold">{reader.displayName}:</span> {note}
          </p>
        ))}
      <p className="text-sm text-muted">{suggestedBy(fix)}</p>
      <div className="flex flex-wrap gap-3">
        <Button variant="primary" busy={busy} onClick={() => decide('apply', [fix])}>
          Apply
        </Button>
        <Button busy={busy} onClick={() => decide('dismiss', [fix])}>
          Dismiss
        </Button>
      </div>
    </li>
  );
}

function suggestedBy({ count, suggestions }: StoryFix): string {
  const [newest] = suggestions;
  if (newest === undefined) return '';
  const others = count > 1 ? ` and ${pluralize(count - 1, 'other reader')}` : '';
  return `${newest.reader.displayName}${others} · ${localDate(newest.createdAt)}`;
}
