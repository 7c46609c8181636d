import type { ChatMessage } from '@inkling/contract/chat';
import { chatLimits } from '@inkling/contract/limits';
import { signInRequired } from '../../platform/access.ts';
import { AppError, notFound, requireFound } from '../../platform/app-error.ts';
import type { AppContext, Viewer } from '../../platform/context.ts';
import { createOnce, idTaken } from '../../platform/create-once.ts';
import { afterCommit, type Db, transaction } from '../../platform/db/db.ts';
import { nextId } from '../../platform/screening.queries.ts';
import { screening } from '../../platform/screening.ts';
import { presentAuthor } from '../users/index.ts';
import { publishMessage, publishRemoval } from './chat.live.ts';
import { isFolded, requireRemovable, requireRoom, requireUnfolded, requireWritable } from './chat.policy.ts';
import type { MessageRow } from './messages.queries.ts';
import * as queries from './messages.queries.ts';
import { findRoom, lockForSending, type Place, type RoomState } from './rooms.queries.ts';

const presentMessage = ({ author, created_at, ...row }: MessageRow): ChatMessage => ({
  ...row,
  sender: author?.id ?? null,
  author: author && presentAuthor(author),
  timestamp: created_at.toISOString(),
  isRemoved: author === null,
});

/**
 * The times of a person's last messages with one more at `now`.
 *
 * @throws AppError TOO_MANY_REQUESTS for a sixth message within five seconds
 */
function withinRate(recent: Date[], now: Date): Date[] {
  const { burst, seconds } = chatLimits;
  const window = seconds * 1000;
  // Times after `now` are from a clock that was ahead.
  const counted = recent.filter((at) => Math.abs(now.getTime() - at.getTime()) < window);
  const first = counted.at(-burst);
  if (first !== undefined) {
    const wait = Math.max(1, Math.ceil((first.getTime() + window - now.getTime()) / 1000));
    throw new AppError(
      'TOO_MANY_REQUESTS',
      `You’re writing very fast. Please wait ${wait === 1 ? '1 second' : `${wait} seconds`}, then send it again.`,
      { retryAfterSeconds: wait },
    );
  }
  return [...counted, now];
}

const readRoom = async (ctx: AppContext, db: Db, viewer: Viewer, place: Place): Promise<RoomState> =>
  requireRoom(await findRoom(db, ctx, place, viewer.id), place.chapterId);

/** Checks that the viewer may join a chat. Throws NOT_FOUND or FOLDED (docs/product/chat.md#rooms). */
export async function joinRoom(
  ctx: AppContext,
  viewer: Viewer,
  place: Place,
  anyway: boolean,
): Promise<{ lastNumber: number }> {
  const room = await readRoom(ctx, ctx.db, viewer, place);
  requireUnfolded(viewer, room, anyway);
  return { lastNumber: room.last_number };
}

/** Throws unless the viewer may write in this chat now. */
export async function checkWritable(ctx: AppContext, viewer: Viewer, place: Place): Promise<void> {
  requireWritable(await readRoom(ctx, ctx.db, viewer, place));
}

/** A part of a chat, ascending by number, and what the viewer may do there; empty where the chat is folded. */
export async function readMessages(
  ctx: AppContext,
  viewer: Viewer,
  place: Place,
  { anyway, ...range }: queries.Range & { anyway: boolean },
) {
  const room = await readRoom(ctx, ctx.db, viewer, place);
  const folded = isFolded(viewer, room, anyway);
  const rows = folded ? [] : await queries.listMessages(ctx.db, place, viewer.id, range);
  return {
    data: rows.map(presentMessage),
    // A message may have been sent after the room was read.
    lastNumber: Math.max(room.last_number, rows.at(-1)?.number ?? 0),
    isClosed: room.is_closed,
    isMuted: room.is_muted,
    mutedUntil: room.muted_until?.toISOString() ?? null,
    isRefused: room.block !== null,
    isFolded: folded,
  };
}

const quotaReached = (message: string) => new AppError('QUOTA_REACHED', message);

/** The person's row with one more message. Throws TOO_MANY_REQUESTS beyond the rate, and QUOTA_REACHED. */
async function countOneMore(
  ctx: AppContext,
  tx: Db,
  userId: string,
  chatter: queries.Chatter,
): Promise<queries.Chatter> {
  const now = ctx.clock.now();
  const recent_at = ctx.config.RATE_LIMIT ? withinRate(chatter.recent_at, now) : [now];
  const { perPerson } = chatLimits;
  const messages = chatter.messages < perPerson ? chatter.messages : await queries.countMessages(tx, userId);
  if (messages >= perPerson)
    throw quotaReached(
      `You can have at most ${perPerson.toLocaleString('en')} chat messages. Remove one to send another.`,
    );
  return { messages: messages + 1, recent_at };
}

export interface MessageInput {
  _id?: string | undefined;
  storyId: string;
  chapterId?: string | null | undefined;
  message: string;
}

/**
 * Stores a message and then sends it to the pages that show the chat; a repeated request with the same id stores one.
 * Throws NOT_FOUND, CHAT_CLOSED, MUTED, TOO_MANY_REQUESTS, QUOTA_REACHED and ID_TAKEN (docs/product/chat.md#sending).
 */
export async function postMessage(
  ctx: AppContext,
  viewer: Viewer,
  { _id, storyId, chapterId = null, message: text }: MessageInput,
): Promise<ChatMessage> {
  const place: Place = { storyId, chapterId };
  const isSame = (db: Db) => (id: string) => queries.isSameMessage(db, id, place, viewer.id);
  let stored: ChatMessage | undefined;
  const id = await createOnce(ctx, _id, {
    isSame: isSame(ctx.db),
    create: () =>
      transaction(ctx.db, async (tx) => {
        if (!(await lockForSending(tx, viewer.id, storyId))) throw signInRequired();
        const room = await readRoom(ctx, tx, viewer, place);
        requireWritable(room);
        const chatter = await queries.lockChatter(tx, viewer.id);
        // A concurrent request may have been faster; its message must not count as another one.
        if (_id !== undefined && (await isSame(tx)(_id)) !== undefined) return undefined;
        const counted = await countOneMore(ctx, tx, viewer.id, chatter);
        const id = _id ?? (await nextId(tx));
        const written = { kind: 'message', id, text, isNew: true } as const;
        const hold = await screening(ctx).screen(ctx, tx, viewer, written);
        const isHeld = hold !== null;
        const added = { ...place, id, userId: viewer.id, text, isHeld, now: ctx.clock.now() };
        const inserted = await queries.insertMessage(tx, added, counted);
        // Rolls back, since the room's number was already raised.
        if (inserted === undefined) throw idTaken();
        const { hidden_to, ...row } = inserted;
        if (row.number > chatLimits.perRoom)
          throw quotaReached('This chat is full. Please use another chat of the story.');
        await hold?.();
        const message = presentMessage({ ...row, isHeld });
        stored = message;
        if (!isHeld) afterCommit(tx, () => publishMessage(ctx.live, message, hidden_to));
        return row._id;
      }),
  });
  if (stored !== undefined) return stored;
  const row = requireFound(await queries.findMessage(ctx.db, id, viewer.id), 'Message');
  return presentMessage(row);
}

/** Removes one's message, or one in the chats of one's stories (docs/product/chat.md#removing). */
export const removeMessage = (ctx: AppContext, viewer: Viewer, id: string): Promise<void> =>
  transaction(ctx.db, async (tx) => {
    const message = await queries.findWithAuthor(tx, id);
    requireRemovable(viewer, message);
    if (message?.user_id === viewer.id) await screening(ctx).drop(ctx, tx, 'message', id);
    if (message === undefined || !(await queries.clearMessage(tx, id, ctx.clock.now())))
      throw notFound('Message');
    const { storyId, chapterId } = message;
    afterCommit(tx, () => publishRemoval(ctx.live, { storyId, chapterId }, id));
  });
