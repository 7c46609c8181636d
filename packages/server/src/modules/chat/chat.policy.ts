import { AppError, notFound } from '../../platform/app-error.ts';
import { type PolicyViewer, requireAllowed } from '../../platform/policy.ts';
import { isSpoilerFor } from '../chapters/index.ts';
import { isAuthor } from '../stories/index.ts';
import { requireUnblocked } from '../users/index.ts';
import type { RoomState } from './rooms.queries.ts';

/** Throws NOT_FOUND where there is no chat. Unpublished texts have none, not even for their author. */
export function requireRoom(found: RoomState | undefined, chapterId: string | null): RoomState {
  if (found === undefined) throw notFound(chapterId === null ? 'Story' : 'Chapter');
  return found;
}

/** Whether a chat stays hidden until the reader asks for it (docs/product/chat.md#rooms). */
export const isFolded = (
  viewer: PolicyViewer,
  { is_ahead, author_id }: RoomState,
  anyway: boolean,
): boolean => !anyway && isSpoilerFor(viewer, { isAhead: is_ahead, authorId: author_id, writerId: null });

/** Throws FOLDED for the chat of a chapter that the reader has not reached, unless they join `anyway`. */
export function requireUnfolded(viewer: PolicyViewer, room: RoomState, anyway: boolean): void {
  if (isFolded(viewer, room, anyway))
    throw new AppError(
      'FOLDED',
      'You haven’t reached this chapter yet. Its chat may give away what happens.',
    );
}

const ending = (until: Date | null): string =>
  until === null ? '' : ` until ${until.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** Throws CHAT_CLOSED, MUTED or NOT_ALLOWED where the viewer cannot write; the author of the story is never muted. */
export function requireWritable(room: RoomState): void {
  if (room.is_closed) throw new AppError('CHAT_CLOSED', 'The author has closed this chat.');
  if (room.is_muted)
    throw new AppError(
      'MUTED',
      `The author of this story has muted you${ending(room.muted_until)}. You can still read the chat.`,
    );
  requireUnblocked(room.block, 'write in this chat');
}

/** Throws NOT_FOUND for a removed message, and NOT_ALLOWED unless it is the viewer's, or on the viewer's story. */
export function requireRemovable(
  viewer: PolicyViewer,
  message: { author_id: string; user_id: string | null } | undefined,
): void {
  if (message === undefined || message.user_id === null) throw notFound('Message');
  requireAllowed(
    viewer,
    message.user_id === viewer?.id || isAuthor(viewer, message),
    'You can only remove your own messages, and those in the chats of your stories.',
  );
}
