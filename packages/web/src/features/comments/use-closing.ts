import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { setClosedInLists } from './comments.api.ts';
import { followComments } from './live-comments.ts';
import type { CommentSubject } from './thread.ts';

/** While the comments are on screen, shows at once that the author has closed or opened them; nothing else moves. */
export function useClosing({ story, chapter }: CommentSubject): void {
  const client = useQueryClient();
  useEffect(
    () =>
      followComments(
        { story, chapter },
        { onClosed: ({ isClosed }) => setClosedInLists(client, { story, chapter }, isClosed) },
      ),
    [client, story, chapter],
  );
}
