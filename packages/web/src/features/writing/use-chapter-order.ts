import type { ChapterSummary } from '@inkling/contract/chapters';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type Answer, ApiError, call, messageOf } from '../../lib/api.ts';
import { showError, showSuccess } from '../../lib/notify.ts';
import { ownChaptersQuery } from './own-story.ts';
import { dropped, moved } from './reorder.ts';

type Chapters = Answer<'GET /chapters/story/{storyId}/author'>;

/**
 * The order of a story's chapters. A move shows at once; moves that follow quickly are saved as one, one
 * request at a time. When saving fails, the order that the server has comes back.
 */
export function useChapterOrder(storyId: string, chapters: ChapterSummary[]) {
  const client = useQueryClient();
  const [order, setOrder] = useState<string[] | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const state = useRef<{ wish: string[] | null; running: boolean; stored: ChapterSummary[] }>({
    wish: null,
    running: false,
    stored: chapters,
  });
  useEffect(() => {
    state.current.stored = chapters;
  }, [chapters]);

  const byId = new Map(chapters.map((chapter) => [chapter._id, chapter]));
  const shown =
    order === null || order.length !== chapters.length || order.some((id) => !byId.has(id))
      ? chapters
      : order.flatMap((id) => byId.get(id) ?? []);

  const run = async (): Promise<void> => {
    const now = state.current;
    now.running = true;
    try {
      while (now.wish !== null) {
        const chapterOrder = now.wish;
        now.wish = null;
        const answer = await call('PUT /stories/{id}/chapters/reorder', {
          params: { id: storyId },
          body: { chapterOrder },
        });
        if (now.wish === null) client.setQueryData<Chapters>(ownChaptersQuery(storyId).queryKey, answer);
      }
      showSuccess('Chapters reordered successfully!');
    } catch (error) {
      now.wish = null;
      setAnnouncement('The order could not be saved; the one before is back.');
      if (!(error instanceof ApiError) || error.status !== 401) {
        showError(messageOf(error, 'Failed to reorder chapters.'));
      }
      await client.invalidateQueries({ queryKey: ownChaptersQuery(storyId).queryKey });
    } finally {
      now.running = false;
      setOrder(null);
    }
  };

  const current = shown.map(({ _id }) => _id);
  const change = (id: string, next: string[]): void => {
    if (next.every((other, index) => other === current[index])) return;
    setOrder(next);
    setAnnouncement(
      `${byId.get(id)?.title ?? 'The chapter'} is now number ${next.indexOf(id) + 1} of ${next.length}.`,
    );
    state.current.wish = next;
    if (!state.current.running) void run();
  };
  return {
    shown,
    announcement,
    /** Moves a chapter to a position, from 0. */
    move: (id: string, to: number) => change(id, moved(current, id, to)),
    /** Puts a chapter above or below another. */
    drop: (id: string, target: string, edge: 'above' | 'below') =>
      change(id, dropped(current, id, target, edge)),
  };
}
