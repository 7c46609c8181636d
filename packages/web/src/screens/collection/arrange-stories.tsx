import { type CollectedStory, setCollectedNote } from '@inkling/contract/collections';
import { collectionLimits } from '@inkling/contract/limits';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import {
  useAddToCollection,
  useMoveInCollection,
  useRemoveFromCollection,
  useSetCollectedNote,
} from '../../features/collections/collections.api.ts';
import { NoteDialog } from '../../features/forms/note-dialog.tsx';
import { ShowMore } from '../../features/stories/show-more.tsx';
import { titleOf } from '../../features/stories/story-text.ts';
import { arranged, dropOf, type Move, stepsOf } from '../../lib/arranged.ts';
import { showUndo } from '../../lib/notify.ts';
import { markStale } from '../../lib/query.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ArrangedRow } from './arranged-row.tsx';
import type { CollectedProps } from './collected-stories.tsx';

/**
 * A collection's entries with moves that show at once and are sent one after the other. Meanwhile the list stays as it
 * was before them, plus the moves. If one fails, the server's order is shown again.
 */
function useArrangement(id: string, entries: CollectedStory[]) {
  const client = useQueryClient();
  const { mutateAsync } = useMoveInCollection();
  const [moves, setMoves] = useState<Move[]>([]);
  const [announcement, setAnnouncement] = useState('');
  const queue = useRef<{ pending: Move[]; running: boolean }>({ pending: [], running: false });
  const before = useRef(entries);
  if (moves.length === 0) before.current = entries;
  const shown = arranged(before.current, moves);

  const run = async (): Promise<void> => {
    const now = queue.current;
    try {
      for (let next = now.pending.shift(); next !== undefined; next = now.pending.shift()) {
        const { storyId, after } = next;
        await mutateAsync({ params: { id, storyId }, body: { after } });
      }
    } catch {
      now.pending = [];
      setAnnouncement('The new order couldn’t be saved, so the previous one is back.');
    }
    await markStale(client, ['collection', 'collectionLists']);
    // A move that was made while the list was fetched is sent before the list is shown as it is.
    if (now.pending.length > 0) return run();
    now.running = false;
    setMoves([]);
  };

  return {
    shown,
    announcement,
    announce: setAnnouncement,
    move: (move: Move, title: string) => {
      const place = arranged(shown, [move]).findIndex(({ _id }) => _id === move.storyId) + 1;
      setAnnouncement(`${title} is now number ${place}.`);
      setMoves((made) => [...made, move]);
      const now = queue.current;
      now.pending.push(move);
      if (now.running) return;
      now.running = true;
      void run();
    },
  };
}

interface Props {
  collectionId: string;
  entry: CollectedStory;
  /** The story's title, or what stands for it. */
  name: string;
  onClose: () => void;
}

/** Edits the owner's note on a story of a collection. */
function CollectedNoteDialog({ collectionId, entry: { _id: storyId, note }, name, onClose }: Props) {
  const { mutateAsync } = useSetCollectedNote();
  return (
    <NoteDialog
      title="Why this story?"
      description={
        <>
          On <bdi>{name}</bdi>. Everyone who can open the collection can see this note.
        </>
      }
      storedAs={`collected-note:${collectionId}/${storyId}`}
      note={note}
      schema={setCollectedNote.body}
      max={collectionLimits.note}
      save={(body) => mutateAsync({ params: { id: collectionId, storyId }, body })}
      onClose={onClose}
    />
  );
}

const nameOf = ({ story }: CollectedStory): string =>
  story === null ? 'A story that is no longer available' : titleOf(story);

/** The stories of one's collection as rows: moved by dragging, with buttons and a menu, and removed. */
export function ArrangeStories({ collection: { _id: id }, entries, total, pages }: CollectedProps) {
  const list = useRef<HTMLOListElement>(null);
  const { shown, announcement, announce, move } = useArrangement(id, entries);
  const removal = useRemoveFromCollection();
  const addition = useAddToCollection();
  const [leaving, setLeaving] = useState<CollectedStory | null>(null);
  const [noting, setNoting] = useState<CollectedStory | null>(null);
  const [removing, setRemoving] = useState<ReadonlySet<string>>(new Set());

  /** A removed row, whose place gets the focus once it is gone. */
  const removed = useRef<{ id: string; index: number } | null>(null);
  useEffect(() => {
    const gone = removed.current;
    if (gone === null || shown.some(({ _id }) => _id === gone.id)) return;
    removed.current = null;
    focusRow(list.current, gone.index);
  });

  const remove = async (entry: CollectedStory) => {
    const index = shown.findIndex(({ _id }) => _id === entry._id);
    const after = shown[index - 1]?._id ?? null;
    setRemoving((before) => new Set(before).add(entry._id));
    removed.current = { id: entry._id, index };
    try {
      await removal.mutateAsync({ params: { id, storyId: entry._id } });
    } catch {
      // Said by a toast.
      removed.current = null;
      return;
    } finally {
      setLeaving(null);
      setRemoving((before) => new Set([...before].filter((one) => one !== entry._id)));
    }
    const name = nameOf(entry);
    announce(`${name} was removed.`);
    if (entry.story === null) return;
    showUndo(`Removed “${name}”.`, () =>
      addition.mutate(
        { params: { id }, body: { storyId: entry._id, after, note: entry.note } },
        { onSuccess: () => announce(`${name} is back.`) },
      ),
    );
  };

  return (
    <>
      <h2 className="sr-only">Stories</h2>
      <p className="sr-only" role="status">
        {announcement}
      </p>
      <ol ref={list} className="border-t border-line">
        {shown.map((entry, index) => {
          const name = nameOf(entry);
          const steps = stepsOf(shown, index);
          const run = (step: Move | null) => step && (() => move(step, name));
          return (
            <ArrangedRow
              key={entry._id}
              entry={entry}
              number={index + 1}
              name={name}
              busy={removing.has(entry._id)}
              moves={{ top: run(steps.top), up: run(steps.up), down: run(steps.down) }}
              onDrop={(dragged, edge) => {
                const drop = dropOf(shown, dragged, entry._id, edge);
                const moved = shown.find(({ _id }) => _id === dragged);
                if (drop !== null && moved !== undefined) move(drop, nameOf(moved));
              }}
              onNote={() => setNoting(entry)}
              onRemove={() => (entry.story === null ? setLeaving(entry) : void remove(entry))}
            />
          );
        })}
      </ol>
      <ShowMore list={list} items="stories" shown={shown.length} total={total} pages={pages} />
      {noting !== null && (
        <CollectedNoteDialog
          collectionId={id}
          entry={noting}
          name={nameOf(noting)}
          onClose={() => setNoting(null)}
        />
      )}
      <ConfirmDialog
        open={leaving !== null}
        onOpenChange={() => setLeaving(null)}
        title="Remove this story?"
        confirm="Remove"
        onConfirm={() => leaving && void remove(leaving)}
        danger
        busy={removal.isPending}
        returnTo={list}
      >
        It’s no longer available, so you couldn’t add it again. If you keep it, it will come back here when it
        is published again.
      </ConfirmDialog>
    </>
  );
}

/** Gives the focus to the row that took the place of a removed one, or to the one before it. */
function focusRow(list: HTMLElement | null, index: number): void {
  const row = list?.children[index] ?? list?.children[index - 1];
  row?.querySelector<HTMLElement>('a, button')?.focus();
}
