import type { ChapterSummary } from '@inkling/contract/chapters';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiError, type CallResponse, call, messageOf } from '../../../lib/api.ts';
import { showError, showSuccess } from '../../../lib/notify.ts';
import { ownChaptersQuery } from '../../stories/author/own-story.ts';
import { dropped, moved } from './reorder.ts';

type Chapters = CallResponse<'GET /chapters/story/{storyId}/author'>;

/** What is to be saved: the whole order, or of a long story one chapter's new position, from 1. */
type Wish = { chapterOrder: string[] } | { chapter: string; position: number };

/**
 * The order of a story's chapters. A move shows at once; moves that follow quickly are saved one request at a time, and
 * as one where all chapters are there. Of a long story `chapters` are the first, and each move is saved by itself. When
 * saving fails, the order that the server has comes back.
 */
export function useChapterOrder(storyId: string, chapters: ChapterSummary[], total: number) {
  const client = useQueryClient();
  const [order, setOrder] = useState<string[] | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const state = useRef<{ wishes: Wish[]; running: boolean }>({ wishes: [], running: false });
  const complete = chapters.length === total;

  const byId = new Map(chapters.map((chapter) => [chapter._id, chapter]));
  const shown =
    order === null || order.length !== chapters.length || order.some((id) => !byId.has(id))
      ? chapters
      : order.flatMap((id) => byId.get(id) ?? []);

  const { queryKey } = ownChaptersQuery(storyId);
  const save = async (body: Wish): Promise<void> => {
    const response = await call('PUT /stories/{id}/chapters/reorder', { params: { id: storyId }, body });
    if (state.current.wishes.length > 0) return;
    // The answer has the first page; what follows it is asked for again.
    client.setQueryData<Chapters>(queryKey, response);
    if (response.pagination.hasMore) await client.invalidateQueries({ queryKey });
  };

  const run = async (): Promise<void> => {
    const now = state.current;
    now.running = true;
    try {
      for (let wish = now.wishes.shift(); wish !== undefined; wish = now.wishes.shift()) await save(wish);
      showSuccess('Chapters reordered successfully!');
    } catch (error) {
      now.wishes = [];
      setAnnouncement('The new order couldn’t be saved, so the previous one is back.');
      if (!(error instanceof ApiError) || error.status !== 401) {
        showError(messageOf(error, 'Failed to reorder chapters.'));
      }
      await client.invalidateQueries({ queryKey });
    } finally {
      now.running = false;
      setOrder(null);
    }
  };

  const current = shown.map(({ _id }) => _id);
  /** Puts a chapter at a position, from 0, which in a long story may be beyond those that are shown. */
  const change = (id: string, to: number, next: string[]): void => {
    const now = state.current;
    if (current.indexOf(id) === to) return;
    if (complete) now.wishes = [{ chapterOrder: next }];
    else now.wishes.push({ chapter: id, position: to + 1 });
    // Where it goes out of sight, the chapter that takes its place is not known yet.
    if (to < current.length) setOrder(next);
    setAnnouncement(`${byId.get(id)?.title ?? 'The chapter'} is now number ${to + 1} of ${total}.`);
    if (!now.running) void run();
  };
  return {
    shown,
    announcement,
    /** Moves a chapter to a position, from 0. */
    move: (id: string, to: number) =>
      change(id, Math.max(0, Math.min(total - 1, to)), moved(current, id, to)),
    /** Puts a chapter above or below another. */
    drop: (id: string, target: string, edge: 'above' | 'below') => {
      const next = dropped(current, id, target, edge);
      change(id, next.indexOf(id), next);
    },
  };
}
