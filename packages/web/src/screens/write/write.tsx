import type { StoryIdea } from '@inkling/contract/assistant';
import { importFormats } from '@inkling/contract/import-formats';
import { storyLimits } from '@inkling/contract/limits';
import type { Story } from '@inkling/contract/stories';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { BookUp, CalendarDays, Inbox, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { descriptionOf, StoryIdeas } from '../../features/assistant/story-ideas.tsx';
import { useUnsavedStories } from '../../features/chapters/own-list/texts-on-device.ts';
import { ImportDialog } from '../../features/imports/import-dialog.tsx';
import { importsQuery } from '../../features/imports/imports.api.ts';
import { useInboxStories } from '../../features/inbox/inbox.api.ts';
import { NewCount } from '../../features/inbox/new-count.tsx';
import { PlanRefusal, planCodes } from '../../features/plans/plan-refusal.tsx';
import { OwnStoryRow } from '../../features/stories/author/own-story-row.tsx';
import { StoryForm } from '../../features/stories/author/story-form.tsx';
import { type StoryValues, valuesOf } from '../../features/stories/author/story-values.ts';
import { createStory, myStoriesQuery, updateStory } from '../../features/stories/own-stories.api.ts';
import { CreateOnce } from '../../lib/create-once.ts';
import { paths } from '../../lib/paths.ts';
import { QueryState } from '../../lib/query-state.tsx';
import { useMe } from '../../lib/session.ts';
import { inputKey, readInput, storeInput } from '../../lib/stored-input.ts';
import { pageTitle } from '../../lib/titles.ts';
import { useViewInAddress } from '../../lib/use-view-in-address.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListToolbar, ToolbarChoice } from '../../ui/list-toolbar.tsx';
import { Pager } from '../../ui/pager.tsx';
import { StoryRowsSkeleton, ToolbarSkeleton } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { myStoriesAddress, ownSorts, ownStatuses } from './my-stories-view.ts';
import { SeriesTab } from './series-tab.tsx';

const tabs = ['stories', 'series', 'create', 'ideas'] as const;

/** The writing hub: the user's stories, the form for a new one, and ideas. */
export default function WritingHub() {
  const [search, setSearch] = useSearchParams();
  const [importing, setImporting] = useState(false);
  const tab = tabs.find((one) => one === search.get('tab')) ?? 'stories';
  const open = (next: string) =>
    setSearch(next === 'stories' ? {} : { tab: next }, { preventScrollReset: true });
  return (
    <>
      <title>{pageTitle('Write Story')}</title>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="font-serif text-3xl sm:text-4xl">Write</h1>
        <div className="flex flex-wrap gap-3">
          <Link to={paths.inbox()} className={buttonClass('ghost')}>
            <Inbox aria-hidden="true" className="size-5" />
            Inbox
          </Link>
          <Link to={paths.calendar()} className={buttonClass('ghost')}>
            <CalendarDays aria-hidden="true" className="size-5" />
            Calendar
          </Link>
          <Link to={paths.trash} className={buttonClass('ghost')}>
            <Trash2 aria-hidden="true" className="size-5" />
            Trash
          </Link>
          <Button onClick={() => setImporting(true)}>
            <BookUp aria-hidden="true" className="size-5" />
            Import
          </Button>
        </div>
      </div>
      <Tabs
        label="Writing"
        value={tab}
        onChange={open}
        tabs={[
          {
            id: 'stories',
            label: 'My Stories',
            content: (
              <>
                <WaitingImport />
                <MyStories onCreate={() => open('create')} onImport={() => setImporting(true)} />
              </>
            ),
          },
          { id: 'series', label: 'Series', content: <SeriesTab /> },
          { id: 'create', label: 'Create New Story', content: <CreateStory /> },
          { id: 'ideas', label: 'Story Ideas', content: <Ideas onFilled={() => open('create')} /> },
        ]}
      />
      <ImportDialog open={importing} onOpenChange={setImporting} />
    </>
  );
}

/** Leads to the book that waits for its author to check the chapters. */
function WaitingImport() {
  const waiting = useQuery(importsQuery).data?.data.find(({ state }) => state === 'review');
  if (waiting === undefined) return null;
  return (
    <p className="mb-4 wrap-anywhere">
      <bdi>{waiting.fileName}</bdi> isn’t a story yet.{' '}
      <Link to={paths.reviewImport(waiting._id)} className="inline-block py-2 underline">
        Check its chapters
      </Link>
    </p>
  );
}

function MyStories({ onCreate, onImport }: { onCreate: () => void; onImport: () => void }) {
  const { view, text, setText, change, reset } = useViewInAddress(myStoriesAddress);
  const stories = useQuery({ ...myStoriesQuery(view), placeholderData: keepPreviousData });
  const narrowed = view.title !== '' || view.status !== 'all';
  const unsaved = useUnsavedStories(useMe()?._id, stories.data?.unsaved ?? []);
  const counts = useInboxStories();
  if (stories.data === undefined) {
    const pending = (
      <>
        <ToolbarSkeleton />
        <StoryRowsSkeleton />
      </>
    );
    return <QueryState query={stories} fallback="Failed to fetch stories" pending={pending} />;
  }
  const { data, pagination } = stories.data;
  if (pagination.total === 0 && !narrowed) {
    return (
      <EmptyState
        title="No stories yet"
        action={
          <div className="flex flex-wrap justify-center gap-3">
            <Button variant="primary" onClick={onCreate}>
              Create a story
            </Button>
            <Button onClick={onImport}>Import a book</Button>
          </div>
        }
      >
        Start your first story, or import one you’ve already written ({importFormats}). Only you can see it
        until you publish it.
      </EmptyState>
    );
  }
  return (
    <>
      {(pagination.total > 0 || narrowed) && (
        <ListToolbar
          label="Search your stories by title"
          placeholder="Title"
          maxLength={storyLimits.title}
          text={text}
          onText={setText}
          width="sm:max-w-80 sm:flex-1"
        >
          <ToolbarChoice
            label="Show"
            options={ownStatuses}
            value={view.status}
            onChange={(status) => change({ status, page: 1 })}
            inline
          />
          <ToolbarChoice
            label="Sort by"
            options={ownSorts}
            value={view.sort}
            onChange={(sort) => change({ sort, page: 1 })}
            inline
          />
        </ListToolbar>
      )}
      {pagination.total === 0 && (
        <EmptyState title="No stories match" action={<Button onClick={reset}>Show all stories</Button>}>
          Try another title or filter.
        </EmptyState>
      )}
      <ul className="grid gap-4 xl:grid-cols-2">
        {data.map((story) => (
          <li key={story._id}>
            <OwnStoryRow
              story={story}
              unsaved={unsaved.find((one) => one.story === story._id)}
              note={<NewCount storyId={story._id} count={counts.get(story._id)?.newCount} />}
            />
          </li>
        ))}
      </ul>
      <Pager page={view.page} totalPages={pagination.totalPages} onChange={(page) => change({ page })} />
    </>
  );
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

const comparable = (values: StoryValues): StoryValues => ({ ...values, genres: values.genres.toSorted() });

/** The values that differ from those of the story. */
function changesOf(story: Story, values: StoryValues): Partial<StoryValues> {
  const [saved, wanted] = [comparable(valuesOf(story)), comparable(values)];
  return Object.fromEntries(
    Object.entries(wanted).filter(([name, value]) => !same(value, Reflect.get(saved, name))),
  );
}

function CreateStory() {
  const navigate = useNavigate();
  const me = useMe();
  const creation = useMemo(
    () =>
      new CreateOnce<StoryValues>({
        storageKey: inputKey(me?._id ?? 'nobody', 'sent-story'),
        isSame: same,
      }),
    [me?._id],
  );
  const create = useMutation({
    mutationFn: async (values: StoryValues) => {
      const { created, repeated } = await creation.create(values, (_id) => createStory({ _id, ...values }));
      const changes = repeated ? changesOf(created, values) : {};
      return Object.keys(changes).length === 0 ? created : updateStory(created._id, changes);
    },
    meta: {
      success: 'Story created!',
      fallback: 'Failed to create story.',
      inlineCodes: planCodes,
      touches: ['myStories'],
    },
  });
  return (
    <StoryForm
      label="Create Story"
      notice={<PlanRefusal error={create.error} />}
      onDiscard={() => creation.clear()}
      submit={async (_changes, values) => {
        const { _id } = await create.mutateAsync(values);
        await navigate(paths.writeStory(_id));
      }}
    />
  );
}

/**
 * An idea fills the form of a new story, after a question if something was typed there; of one that a model wrote, the
 * author is asked whether to set the AI notice.
 */
function Ideas({ onFilled }: { onFilled: () => void }) {
  const me = useMe();
  const [asked, setAsked] = useState<{ idea: StoryIdea; isWritten: boolean } | null>(null);
  const [written, setWritten] = useState<StoryIdea | null>(null);
  const key = inputKey(me?._id ?? 'nobody', 'new-story');
  const fill = (idea: StoryIdea, isAIGenerated?: boolean) => {
    const stored = readInput<{ typed: object; was: object }>(key);
    const values = { title: idea.title, description: descriptionOf(idea) };
    storeInput(key, {
      typed: { ...stored?.typed, ...values, ...(isAIGenerated && { isAIGenerated }) },
      was: { ...stored?.was, title: '', description: '', ...(isAIGenerated && { isAIGenerated: false }) },
    });
    onFilled();
  };
  const take = (idea: StoryIdea, isWritten: boolean) => {
    setAsked(null);
    if (isWritten) setWritten(idea);
    else fill(idea);
  };
  const choose = (idea: StoryIdea, isWritten: boolean) => {
    const typed = readInput<{ typed: { title?: string; description?: string } }>(key)?.typed;
    if (typed?.title || typed?.description) setAsked({ idea, isWritten });
    else take(idea, isWritten);
  };
  return (
    <>
      <StoryIdeas onChoose={choose} />
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={() => setAsked(null)}
        title="Replace what you typed?"
        confirm="Replace"
        onConfirm={() => asked !== null && take(asked.idea, asked.isWritten)}
      >
        You’ve already started a new story. The idea will replace its title and description.
      </ConfirmDialog>
      <ConfirmDialog
        open={written !== null}
        onOpenChange={() => written !== null && fill(written)}
        title="Set the AI notice?"
        confirm="Set it"
        cancel="Leave it off"
        onConfirm={() => written !== null && fill(written, true)}
      >
        A model wrote this idea. The notice tells readers that parts of the story were written with AI. You
        can change it in the form.
      </ConfirmDialog>
    </>
  );
}
