import type { PayloadOf } from '@inkling/contract/all';
import { listenLive } from '../../lib/live.ts';
import type { CommentSubject } from './thread.ts';

type Changed = PayloadOf<'comments:changed'>;
type Handler = (change: Changed) => void;

/** The places whose comments are on screen, each with the parts of the page that follow it. */
const followed = new Map<string, { handlers: Set<Handler>; stop: () => void }>();

function follow(storyId: string, chapterId: string | null, handlers: Set<Handler>): () => void {
  const place = { storyId, chapterId };
  const unsubscribe = listenLive({
    onConnected: (emit) => emit('comments:open', place),
    on: {
      'comments:changed': (change) => {
        if (change.storyId !== storyId || change.chapterId !== chapterId) return;
        for (const handle of handlers) handle(change);
      },
    },
  });
  return () => unsubscribe((emit) => emit('comments:close', place));
}

/** Reports changes to the comments on a story or chapter that are made elsewhere; returns what ends that. */
export function followComments(
  { story, chapter = null }: { story: string; chapter?: CommentSubject['chapter'] | null },
  handle: Handler,
): () => void {
  const key = `${story} ${chapter}`;
  let place = followed.get(key);
  if (place === undefined) {
    const handlers = new Set<Handler>();
    place = { handlers, stop: follow(story, chapter, handlers) };
    followed.set(key, place);
  }
  const { handlers, stop } = place;
  handlers.add(handle);
  return () => {
    handlers.delete(handle);
    if (handlers.size > 0) return;
    followed.delete(key);
    stop();
  };
}
