import type { OwnChapterSummary } from '@inkling/contract/chapters';
import { chaptersPerPage } from '@inkling/contract/limits';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { showNotice, showSuccess } from '../../../lib/notify.ts';
import { markStale } from '../../../lib/query.ts';
import { type OwnChapters, ownChaptersQuery } from '../chapters.api.ts';
import { type Fold, pagesOf } from '../list/folds.ts';
import { useReorderChapters } from '../own-chapters.api.ts';
import { type Move, numberBefore, volumesAfter } from './moves.ts';

const pageOfNumber = (number: number): number => Math.ceil(number / chaptersPerPage);

/** A move that is not saved yet. */
interface Pending {
  move: Move;
  title: string;
  /** Whether the chapter was for Premium readers. */
  wasExclusive: boolean;
}

/**
 * An author's list in order: the pages that the open folds need, with moves that show at once and are saved one after
 * the other. While moves are being saved, the list stays as it was before them, plus the moves. If saving fails, the
 * server's order is shown again.
 */
export function useOwnList(storyId: string, first: OwnChapters, open: Fold[]) {
  const client = useQueryClient();
  const { mutateAsync: reorder } = useReorderChapters();
  const [moves, setMoves] = useState<Move[]>([]);
  const [announcement, setAnnouncement] = useState('');
  const queue = useRef<{ pending: Pending[]; running: boolean }>({ pending: [], running: false });
  const total = first.pagination.total;

  const needed = new Set([1]);
  for (const fold of open) for (const page of pagesOf(fold)) needed.add(page);
  for (const { from, to } of moves) needed.add(pageOfNumber(from)).add(pageOfNumber(to));
  const numbers = [...needed];
  const queries = useQueries({ queries: numbers.map((page) => ownChaptersQuery(storyId, pageQuery(page))) });
  const live = new Map<number, OwnChapters>([[1, first]]);
  for (const [index, { data }] of queries.entries()) {
    const page = numbers[index];
    if (page !== undefined && data !== undefined) live.set(page, data);
  }
  const before = useRef(live);
  const pages = moves.length === 0 ? live : new Map([...live, ...before.current]);
  if (moves.length === 0) before.current = live;
  const failed = queries.find(({ isLoadingError }) => isLoadingError);

  const run = async (): Promise<void> => {
    const now = queue.current;
    now.running = true;
    try {
      for (let next = now.pending.shift(); next !== undefined; next = now.pending.shift()) {
        const { chapter, to: position, volume } = next.move;
        const saved = await reorder({ params: { id: storyId }, body: { chapter, position, volume } });
        const isExclusive = position >= (saved.exclusive?.fromChapter ?? Number.POSITIVE_INFINITY);
        if (isExclusive !== next.wasExclusive)
          showNotice(`“${next.title}” is now ${isExclusive ? 'for Premium readers' : 'open to everyone'}.`);
      }
      showSuccess('Chapters reordered successfully!');
    } catch {
      now.pending = [];
      setAnnouncement('The new order couldn’t be saved, so the previous one is back.');
    } finally {
      await markStale(client, ['ownChapters']);
      // A move that was made while the list was fetched is saved before the list is shown as it is.
      if (now.pending.length > 0) await run();
      now.running = false;
      setMoves([]);
    }
  };

  const volumes = volumesAfter(pages.get(1)?.volumes ?? first.volumes, total, moves);
  const at = (number: number): OwnChapterSummary | undefined => {
    const source = numberBefore(moves, number);
    return pages.get(pageOfNumber(source))?.data[(source - 1) % chaptersPerPage];
  };
  return {
    total,
    volumes,
    announcement,
    failed,
    /** The chapter with this number; undefined while it is loading. */
    at,
    move: (move: Move, title: string) => {
      const wasExclusive = at(move.from)?.isExclusive ?? false;
      const after = [...moves, move];
      setMoves(after);
      const volume = first.volumes.find(({ _id }) => _id === move.volume)?.title;
      const place = `number ${move.to} of ${total}${volume === undefined ? '' : `, in ${volume}`}`;
      setAnnouncement(`${title} is now ${place}.`);
      queue.current.pending.push({ move, title, wasExclusive });
      if (!queue.current.running) void run();
    },
  };
}

/** The first page has no query, so that it is the one that the screen has loaded. */
export const pageQuery = (page: number) => (page === 1 ? undefined : { page });
