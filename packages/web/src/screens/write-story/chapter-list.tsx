import type { ChapterSummary } from '@inkling/contract/chapters';
import type { Schedule } from '@inkling/contract/schedules';
import type { Story } from '@inkling/contract/stories';
import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { useOwnChapters } from '../../features/chapters/chapters.api.ts';
import { type ChapterAction, ChapterRow } from '../../features/chapters/editor/chapter-row.tsx';
import { useChapterOrder } from '../../features/chapters/editor/use-chapter-order.ts';
import { ScheduleDialog } from '../../features/schedules/schedule-dialog.tsx';
import { ScheduleNote } from '../../features/schedules/schedule-note.tsx';
import { ScheduleSeveral } from '../../features/schedules/schedule-several.tsx';
import { useSchedules } from '../../features/schedules/schedules.api.ts';
import { ShowMore } from '../../features/stories/show-more.tsx';
import type { MorePages } from '../../features/stories/use-more-pages.ts';
import { useOfferUndo } from '../../features/trash/trash.api.ts';
import { paths } from '../../lib/paths.ts';
import { buttonClass } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { MoveDialog } from './move-dialog.tsx';

interface OpenDialog {
  chapter: ChapterSummary;
  action: ChapterAction;
}

interface Props {
  story: Story;
  /** The loaded chapters, from the first; a long story is loaded in pages. */
  chapters: ChapterSummary[];
  total: number;
  pages: Pick<MorePages<unknown>, 'busy' | 'error' | 'more'>;
}

/** A story's chapters in order; they can be reordered by dragging or with buttons. */
export function ChapterList({ story, chapters, total, pages }: Props) {
  const { shown, move, drop, announcement } = useChapterOrder(story._id, chapters, total);
  const list = useRef<HTMLOListElement>(null);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const schedules = useSchedules(story._id);
  const add = (
    <Link to={paths.writeChapter(story._id, 'new')} className={buttonClass('primary')}>
      <Plus aria-hidden="true" className="size-5" />
      Add Chapter
    </Link>
  );
  if (chapters.length === 0) {
    return (
      <EmptyState title="No chapters yet" action={add}>
        A chapter stays a draft, which only you can see, until you publish it.
      </EmptyState>
    );
  }
  return (
    <section aria-labelledby="chapters">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-3">
        <h2 id="chapters" className="font-serif text-2xl">
          Chapters
        </h2>
        <div className="flex flex-wrap gap-3">
          <ScheduleSeveral storyId={story._id} chapters={shown} />
          {add}
        </div>
      </div>
      <p className="sr-only" role="status">
        {announcement}
      </p>
      <ol ref={list} className="border-t border-line">
        {shown.map((chapter, index) => (
          <ChapterRow
            key={chapter._id}
            chapter={chapter}
            storyId={story._id}
            language={story.language}
            index={index}
            count={total}
            note={noteOf(schedules.get(chapter._id))}
            onMove={move}
            onDrop={(dragged, edge) => drop(dragged, chapter._id, edge)}
            onAction={(target, action) => setDialog({ chapter: target, action })}
          />
        ))}
      </ol>
      <ShowMore list={list} shown={shown.length} total={total} pages={pages} />
      {dialog && dialog.action !== 'move' && dialog.action !== 'schedule' && (
        <Confirmation
          key={dialog.chapter._id}
          chapter={dialog.chapter}
          action={dialog.action}
          close={() => setDialog(null)}
        />
      )}
      {dialog?.action === 'schedule' && (
        <ScheduleDialog
          key={dialog.chapter._id}
          chapter={dialog.chapter}
          schedule={schedules.get(dialog.chapter._id)}
          close={() => setDialog(null)}
        />
      )}
      {dialog?.action === 'move' && (
        <MoveDialog
          title={dialog.chapter.title}
          position={shown.findIndex(({ _id }) => _id === dialog.chapter._id) + 1}
          count={total}
          onMove={(position) => move(dialog.chapter._id, position - 1)}
          onOpenChange={() => setDialog(null)}
        />
      )}
    </section>
  );
}

/** Actions that need confirmation. */
type ConfirmedAction = Exclude<ChapterAction, 'move' | 'schedule'>;

const noteOf = (schedule: Schedule | undefined) => schedule && <ScheduleNote schedule={schedule} />;

const words: Record<ConfirmedAction, { ask: string; confirm: string; text: string }> = {
  publish: {
    ask: 'Publish',
    confirm: 'Publish',
    text: 'Readers will see it as soon as the story is published too.',
  },
  unpublish: {
    ask: 'Unpublish',
    confirm: 'Unpublish',
    text: 'Readers will no longer see it. Its text and likes are kept.',
  },
  delete: {
    ask: 'Delete',
    confirm: 'Delete',
    text: 'Readers will no longer see it, and later chapters move up a number. You can restore it from the trash for 30 days.',
  },
};

interface ConfirmationProps {
  chapter: ChapterSummary;
  action: ConfirmedAction;
  close: () => void;
}

function Confirmation({ chapter, action, close }: ConfirmationProps) {
  const change = useOwnChapters()[action];
  const offerUndo = useOfferUndo('chapter');
  const { ask, confirm, text } = words[action];
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && close()}
      title={`${ask} “${chapter.title}”?`}
      confirm={confirm}
      danger={action === 'delete'}
      busy={change.isPending}
      onConfirm={() =>
        change.mutate(chapter._id, {
          onSuccess: () => action === 'delete' && offerUndo(chapter._id),
          onSettled: close,
        })
      }
    >
      <p>{text}</p>
    </ConfirmDialog>
  );
}
