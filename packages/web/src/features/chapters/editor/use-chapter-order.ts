import type { ChapterSummary } from '@inkling/contract/chapters';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { showSuccess } from '../../../lib/notify.ts';
import { markStale } from '../../../lib/stale.ts';
import { ownChaptersQuery, useReorderChapters } from '../chapters.api.ts';
import { dropItem, moveItem } from './reorder.ts';

/** The whole order or, in a long story, the new one-based position of one chapter. */
type ReorderBody = { chapterOrder: string[] } | { chapter: string; position: number };

/**
 * The order of a story's chapters. A move shows immediately and is saved one request at a time. If all chapters are
 * loaded, moves in quick succession are saved together. In a long story, `chapters` are the first ones, and each move is
 * saved separately. If saving fails, the server's order is restored.
 */
export function useChapterOrder(storyId: string, chapters: ChapterSummary[], total: number) {
  const client = useQueryClient();
  const { mutateAsync: reorder } = useReorderChapters();
  const [order, setOrder] = useState<string[] | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const state = useRef<{ pending: ReorderBody[]; running: boolean }>({ pending: [], running: false });
  const complete = chapters.length === total;

  const byId = new Map(chapters.map((chapter) => [chapter._id, chapter]));
  const shown =
    order === null || order.length !== chapters.length || order.some((id) => !byId.has(id))
      ? chapters
      : order.flatMap((id) => byId.get(id) ?? []);

  const save = async (body: ReorderBody): Promise<void> => {
    const response = await reorder({ params: { id: storyId }, body });
    if (state.current.pending.length > 0) return;
    // The response has the first page; later pages are loaded again.
    client.setQueryData(ownChaptersQuery(storyId).queryKey, response);
    if (response.pagination.hasMore) await markStale(client, ['ownChapters']);
  };

  const run = async (): Promise<void> => {
    const now = state.current;
    now.running = true;
    try {
      for (let body = now.pending.shift(); body !== undefined; body = now.pending.shift()) await save(body);
      showSuccess('Chapters reordered successfully!');
    } catch {
      now.pending = [];
      setAnnouncement('The new order couldn’t be saved, so the previous one is back.');
      await markStale(client, ['ownChapters']);
    } finally {
      now.running = false;
      setOrder(null);
    }
  };

  const current = shown.map(({ _id }) => _id);
  /** Moves a chapter to an index, which in a long story may be beyond the shown chapters. */
  const change = (id: string, to: number, next: string[]): void => {
    const now = state.current;
    if (current.indexOf(id) === to) return;
    if (complete) now.pending = [{ chapterOrder: next }];
    else now.pending.push({ chapter: id, position: to + 1 });
    // If the chapter moves out of the shown part, the one that replaces it is not loaded yet.
    if (to < current.length) setOrder(next);
    setAnnouncement(`${byId.get(id)?.title ?? 'The chapter'} is now number ${to + 1} of ${total}.`);
    if (!now.running) void run();
  };
  return {
    shown,
    announcement,
    /** Moves a chapter to an index. */
    move: (id: string, to: number) =>
      change(id, Math.max(0, Math.min(total - 1, to)), moveItem(current, id, to)),
    /** Moves a chapter above or below another one. */
    drop: (id: string, target: string, edge: 'above' | 'below') => {
      const next = dropItem(current, id, target, edge);
      change(id, next.indexOf(id), next);
    },
  };
}
