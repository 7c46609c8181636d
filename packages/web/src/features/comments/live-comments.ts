import type { PayloadOf } from '@inkling/contract/all';
import { listenLive } from '../../lib/live.ts';
import { type CommentPlace, isSamePlace } from './thread.ts';

type Changed = PayloadOf<'comments:changed'>;
type Closed = PayloadOf<'comments:closed'>;

interface Handler {
  onChanged?(change: Changed): void;
  /** The author has closed or opened the comments. */
  onClosed?(closing: Closed): void;
  /** Called when changes may have been missed while there was no connection. */
  onMissed?(): void;
}

/** The places whose comments are on screen, each with the parts of the page that follow it. */
const followed = new Map<string, { handlers: Set<Handler>; stop: () => void }>();

function follow(listen: typeof listenLive, place: CommentPlace, handlers: Set<Handler>): () => void {
  const isHere = (of: CommentPlace) => isSamePlace(of, place);
  const unsubscribe = listen({
    onConnected: (emit, mayHaveMissed) => {
      emit('comments:open', place, () => {
        // From now on changes are reported.
        if (mayHaveMissed) for (const handler of handlers) handler.onMissed?.();
      });
    },
    on: {
      'comments:changed': (change) => {
        if (isHere(change)) for (const handler of handlers) handler.onChanged?.(change);
      },
      'comments:closed': (closing) => {
        if (isHere(closing)) for (const handler of handlers) handler.onClosed?.(closing);
      },
    },
  });
  return () => unsubscribe((emit) => emit('comments:close', place));
}

/** Reports changes to the comments on a story or chapter that are made elsewhere; returns what ends that. */
export function followComments(here: CommentPlace, handler: Handler, listen = listenLive): () => void {
  const key = `${here.storyId} ${here.chapterId}`;
  let place = followed.get(key);
  if (place === undefined) {
    const handlers = new Set<Handler>();
    place = { handlers, stop: follow(listen, here, handlers) };
    followed.set(key, place);
  }
  const { handlers, stop } = place;
  handlers.add(handler);
  return () => {
    handlers.delete(handler);
    if (handlers.size > 0) return;
    followed.delete(key);
    stop();
  };
}
