import type { OwnChapterSummary } from '@inkling/contract/chapters';
import type { Story } from '@inkling/contract/stories';
import { BookMarked, Ellipsis, Globe, Lock, Plus, Search } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { LazyBetaLinkDialog } from '../../features/beta-links/lazy-beta-link-dialog.ts';
import type { OwnChapters } from '../../features/chapters/chapters.api.ts';
import {
  ConfirmChange,
  type ConfirmedChange,
  countChapters,
  RefusedDialog,
  useBulkChange,
} from '../../features/chapters/own-list/bulk-dialogs.tsx';
import type { ChapterAction } from '../../features/chapters/own-list/chapter-row.tsx';
import { ExclusiveForm } from '../../features/chapters/own-list/exclusive-form.tsx';
import { FilterBar, type ListView } from '../../features/chapters/own-list/filter-bar.tsx';
import { PlanDialog } from '../../features/chapters/own-list/plan-dialog.tsx';
import { type BulkAction, SelectedChapters } from '../../features/chapters/own-list/selection-bar.tsx';
import { useUnsavedChapters } from '../../features/chapters/own-list/texts-on-device.ts';
import { type VolumeDialog, VolumeDialogs } from '../../features/chapters/own-list/volume-dialogs.tsx';
import { useInboxStories } from '../../features/inbox/inbox.api.ts';
import { NewCount } from '../../features/inbox/new-count.tsx';
import { LazyChapterTimeDialog } from '../../features/reading-sessions/lazy-chapter-time-dialog.ts';
import { LazyScheduleDialog, ScheduleNote } from '../../features/schedules/schedule-line.tsx';
import { useSchedules } from '../../features/schedules/schedules.api.ts';
import { useStorySchedules } from '../../features/schedules/use-story-schedules.tsx';
import { UnsavedLink } from '../../features/stories/author/unsaved-link.tsx';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { paths } from '../../lib/paths.ts';
import { useOpened } from '../../lib/use-opened.ts';
import { useSelection } from '../../lib/use-selection.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { ConfirmChapter, type ConfirmedAction, MergeDialog, MoveDialog } from './chapter-dialogs.tsx';
import { FoundChapters } from './found-chapters.tsx';
import { OrderedChapters } from './ordered-chapters.tsx';
import { UnsavedChapters } from './unsaved-chapters.tsx';

const RecapDialog = lazyComponent(
  async () => (await import('../../features/glossary/recap-dialog.tsx')).RecapDialog,
);

/** From this many chapters on, the list can be searched, filtered and sorted. */
const longListLength = 6;

type OpenDialog =
  | { kind: 'chapter'; action: ConfirmedAction; chapter: OwnChapterSummary }
  | { kind: 'schedule' | 'time' | 'plan' | 'recap' | 'beta' | 'merge'; chapter: OwnChapterSummary }
  | { kind: 'move'; chapters: OwnChapterSummary[] }
  | { kind: 'exclusive' }
  | { kind: 'bulk'; change: ConfirmedChange }
  | { kind: 'volume'; dialog: VolumeDialog };

const everything: ListView = { filter: 'all', title: '', sort: 'order' };

interface Props {
  story: Story;
  /** The first page of the author's list. */
  first: OwnChapters;
}

/** A story's chapters by volume: to move, filter and select, and to change many at once. */
export function ChapterList({ story, first }: Props) {
  const { counts, volumes } = first;
  const unsaved = useUnsavedChapters(story.author._id, story._id, first.unsaved);
  const total = counts.published + counts.drafts;
  const [view, setView] = useState(everything);
  const [finding, setFinding] = useState(false);
  const [jump, setJump] = useState<{ number: number } | null>(null);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const schedules = useSchedules(story._id, useOpened());
  const planned = useStorySchedules(story, schedules);
  const newIn = useInboxStories().get(story._id)?.chapters;
  const heading = useRef<HTMLHeadingElement>(null);
  const selection = useSelection<OwnChapterSummary>();
  const bulk = useBulkChange(story._id, selection.clear);
  const close = () => setDialog(null);
  const chosen = [...selection.selected.values()];

  const act = (chapter: OwnChapterSummary, action: ChapterAction) => {
    if (action === 'move') return setDialog({ kind: 'move', chapters: [chapter] });
    if (action === 'volume') {
      const { _id: id, title } = chapter;
      return setDialog({ kind: 'volume', dialog: { kind: 'add', chapter: { id, title } } });
    }
    if (action === 'publish' || action === 'unpublish' || action === 'announce' || action === 'delete')
      return setDialog({ kind: 'chapter', action, chapter });
    setDialog({ kind: action, chapter });
  };
  const actOnSelection = (action: BulkAction) =>
    setDialog(
      action === 'move'
        ? { kind: 'move', chapters: chosen }
        : { kind: 'bulk', change: { action, chapters: chosen } },
    );
  const show = (next: ListView) => {
    selection.resetAnchor();
    setJump(null);
    setView(next);
  };
  const ids = (chapters: OwnChapterSummary[]) => chapters.map(({ _id }) => _id);

  const add = (
    <Link to={paths.writeChapter(story._id, 'new')} className={buttonClass('primary')}>
      <Plus aria-hidden="true" className="size-5" />
      <span className="max-[22.5rem]:sr-only">Add Chapter</span>
    </Link>
  );
  const neverSaved = unsaved.filter(({ isNew }) => isNew);
  if (total === 0 && volumes.length === 0 && neverSaved.length === 0) {
    return (
      <EmptyState title="No chapters yet" action={add}>
        Write your first chapter. Only you can see it until you publish it.
      </EmptyState>
    );
  }
  const newestFirst = view.sort === '-order';
  const filtered =
    view.filter !== 'all' || view.title.trim() !== '' || (view.sort !== 'order' && !newestFirst);
  const note = ({ _id }: OwnChapterSummary) => {
    const draft = unsaved.find(({ chapter }) => chapter === _id);
    const schedule = schedules.get(_id);
    return (
      <>
        <NewCount storyId={story._id} count={newIn?.find((one) => one._id === _id)?.newCount} />
        {schedule && <ScheduleNote schedule={schedule} />}
        {draft && <UnsavedLink storyId={story._id} unsaved={draft} />}
      </>
    );
  };
  const newChapters = <UnsavedChapters story={story} unsaved={neverSaved} returnTo={heading} />;
  const list = { story, selection, note, onAction: act };
  return (
    <section aria-labelledby="chapters">
      <div className="flex items-center gap-1 sm:gap-2">
        <h2 id="chapters" ref={heading} tabIndex={-1} className="me-auto font-serif text-2xl">
          Chapters
        </h2>
        {total >= longListLength && (
          <IconButton
            icon={Search}
            label="Find and sort"
            aria-expanded={finding}
            onClick={() => {
              if (finding) show(everything);
              setFinding(!finding);
            }}
          />
        )}
        <Menu trigger={<IconButton icon={Ellipsis} label="More actions for chapters" />}>
          {counts.ready > 1 && (
            <MenuItem
              icon={Globe}
              onSelect={() =>
                setDialog({
                  kind: 'bulk',
                  change: { action: 'publish', chapters: 'ready', count: counts.ready },
                })
              }
            >
              Publish all that are ready ({counts.ready.toLocaleString('en')})
            </MenuItem>
          )}
          {counts.drafts > 0 && planned.items}
          <MenuItem
            icon={BookMarked}
            onSelect={() => setDialog({ kind: 'volume', dialog: { kind: 'add', chapter: null } })}
          >
            Add Volume
          </MenuItem>
          {first.exclusive && total > 0 && (
            <MenuItem icon={Lock} onSelect={() => setDialog({ kind: 'exclusive' })}>
              Premium chapters…
            </MenuItem>
          )}
        </Menu>
        {add}
      </div>
      {finding && (
        <FilterBar
          view={view}
          onChange={show}
          total={total}
          counts={counts}
          onJump={(number) => {
            show({ ...everything, sort: newestFirst ? '-order' : 'order' });
            setJump({ number });
          }}
        />
      )}
      {filtered ? (
        <FoundChapters {...list} view={view} onShowAll={() => show(everything)} />
      ) : (
        <>
          {newestFirst && newChapters}
          <OrderedChapters
            {...list}
            first={first}
            newestFirst={newestFirst}
            jump={jump}
            onVolume={(of) => setDialog({ kind: 'volume', dialog: of })}
          />
          {!newestFirst && newChapters}
        </>
      )}
      {chosen.length > 0 && (
        <SelectedChapters chapters={chosen} onAction={actOnSelection} onClear={selection.clear} />
      )}
      {dialog?.kind === 'chapter' && (
        <ConfirmChapter
          chapter={dialog.chapter}
          action={dialog.action}
          isStoryPublished={story.isPublished}
          close={close}
        />
      )}
      {dialog?.kind === 'schedule' && (
        <LazyScheduleDialog
          chapter={dialog.chapter}
          schedule={schedules.get(dialog.chapter._id)}
          close={close}
          onLoadFailed={close}
        />
      )}
      {dialog?.kind === 'plan' && <PlanDialog chapter={dialog.chapter} close={close} />}
      {dialog?.kind === 'recap' && (
        <RecapDialog storyId={story._id} chapter={dialog.chapter} onClose={close} />
      )}
      {dialog?.kind === 'beta' && (
        <LazyBetaLinkDialog
          storyId={story._id}
          chapter={dialog.chapter._id}
          close={close}
          onLoadFailed={close}
        />
      )}
      {dialog?.kind === 'merge' && (
        <MergeDialog
          chapter={dialog.chapter}
          opensNext={first.exclusive?.fromChapter === dialog.chapter.order + 1}
          close={close}
        />
      )}
      {dialog?.kind === 'time' && (
        <LazyChapterTimeDialog
          storyId={story._id}
          chapter={dialog.chapter}
          close={close}
          onLoadFailed={close}
        />
      )}
      {dialog?.kind === 'volume' && (
        <VolumeDialogs storyId={story._id} dialog={dialog.dialog} count={volumes.length} onClose={close} />
      )}
      {dialog?.kind === 'bulk' && (
        <ConfirmChange
          change={dialog.change}
          isStoryPublished={story.isPublished}
          isScheduled={(id) => schedules.get(id)?.problem === null}
          busy={bulk.busy}
          onClose={close}
          onConfirm={() => {
            const { action, chapters } = dialog.change;
            void bulk
              .run({ action, chapters: chapters === 'ready' ? chapters : ids(chapters) })
              .catch(() => undefined)
              .finally(close);
          }}
        />
      )}
      {dialog?.kind === 'move' && (
        <MoveDialog
          name={
            dialog.chapters.length === 1
              ? `“${dialog.chapters[0]?.title}”`
              : countChapters(dialog.chapters.length)
          }
          position={dialog.chapters.length === 1 ? dialog.chapters[0]?.order : undefined}
          count={total}
          volumes={volumes}
          hasExclusive={first.exclusive?.fromChapter != null}
          onMove={(target) =>
            void bulk
              .run({ action: 'move', chapters: ids(dialog.chapters), ...target })
              .catch(() => undefined)
          }
          onOpenChange={close}
        />
      )}
      {planned.dialogs}
      {dialog?.kind === 'exclusive' && first.exclusive && (
        <Dialog open onOpenChange={close} title="Premium chapters" initialFocus="field">
          <ExclusiveForm storyId={story._id} from={first.exclusive.fromChapter} total={total} />
        </Dialog>
      )}
      {bulk.refused.length > 0 && <RefusedDialog refused={bulk.refused} onClose={bulk.dismiss} />}
    </section>
  );
}
