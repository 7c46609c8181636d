import type { StoryNote } from '@inkling/contract/story-notes';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { LocalDate } from '../../lib/local-date.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Pager } from '../../ui/pager.tsx';
import { neighboringButton, useFocusAfter } from '../../ui/use-focus-after.ts';
import { WithheldNote } from '../measures/withheld-note.tsx';
import { ReportButton } from '../reports/report-button.tsx';
import { PostText } from '../users/post-card.tsx';
import { storyNotesQuery, useDeleteNote } from './story-notes.api.ts';

// Only the author writes.
const NoteDialog = lazyComponent(async () => (await import('./note-dialog.tsx')).NoteDialog);

interface Props {
  storyId: string;
  authorId: string;
  isMine: boolean;
}

type Opened = { kind: 'write' } | { kind: 'edit' | 'delete'; note: StoryNote };

/** What the author wrote to followers between chapters: the latest three, and earlier ones on request. Empty without any. */
export function StoryNotes({ storyId, authorId, isMine }: Props) {
  const [page, setPage] = useState<number | 'latest'>('latest');
  const [dialog, setDialog] = useState<Opened | null>(null);
  const close = () => setDialog(null);
  const list = useQuery({ ...storyNotesQuery(storyId, page), placeholderData: keepPreviousData });
  const remove = useDeleteNote();
  const section = useFocusAfter<HTMLUListElement>(neighboringButton);
  const notes = list.data?.data ?? [];
  if (notes.length === 0 && !isMine) return null;
  return (
    <section aria-labelledby="notes-title">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="notes-title" className="font-serif text-2xl">
          Notes from the author
        </h2>
        {isMine && <Button onClick={() => setDialog({ kind: 'write' })}>Write to followers</Button>}
      </div>
      <ul ref={section} className="mt-3 max-w-3xl divide-y divide-line">
        {notes.map((note) => (
          <li key={note._id} className="py-3">
            <p className="text-sm text-muted">
              <LocalDate iso={note.createdAt} />
              {note.editedAt !== null && ' (edited)'}
            </p>
            <WithheldNote kind="note" withheld={note.withheld} />
            <PostText>{note.text}</PostText>
            <div className="mt-1 flex flex-wrap gap-2">
              <ReportButton things={[{ kind: 'note', id: note._id }]} personId={authorId} />
              {isMine && (
                <>
                  <Button variant="subtle" onClick={() => setDialog({ kind: 'edit', note })}>
                    Edit
                  </Button>
                  <Button variant="subtle" onClick={() => setDialog({ kind: 'delete', note })}>
                    Delete
                  </Button>
                </>
              )}
            </div>
          </li>
        ))}
      </ul>
      {page === 'latest' && list.data?.pagination.hasMore && (
        <Button className="mt-3" onClick={() => setPage(1)}>
          Show older notes
        </Button>
      )}
      {page !== 'latest' && list.data && (
        <Pager
          page={page}
          totalPages={list.data.pagination.totalPages}
          onChange={setPage}
          label="Pages of notes"
        />
      )}
      {(dialog?.kind === 'write' || dialog?.kind === 'edit') && (
        <NoteDialog storyId={storyId} note={dialog.kind === 'edit' ? dialog.note : null} onClose={close} />
      )}
      {dialog?.kind === 'delete' && (
        <ConfirmDialog
          open
          onOpenChange={close}
          title="Delete this note?"
          confirm="Delete"
          danger
          busy={remove.isPending}
          onConfirm={() =>
            remove.mutate({ params: { id: storyId, noteId: dialog.note._id } }, { onSettled: close })
          }
        >
          <p>Readers will no longer see it, and it can’t be restored.</p>
        </ConfirmDialog>
      )}
    </section>
  );
}
