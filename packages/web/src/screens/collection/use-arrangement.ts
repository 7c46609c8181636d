import type { CollectedStory } from '@inkling/contract/collections';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useMoveInCollection } from '../../features/collections/collections.api.ts';
import { arranged, type Move } from '../../lib/arranged.ts';
import { markStale } from '../../lib/query.ts';

/**
 * A collection's entries with moves that show at once and are sent one after the other. Meanwhile the list stays as it
 * was before them, plus the moves. If one fails, the server's order is shown again.
 */
export function useArrangement(id: string, entries: CollectedStory[]) {
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
