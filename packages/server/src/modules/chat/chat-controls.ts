import type { ChatMute, MuteDuration } from '@inkling/contract/chat';
import { chatLimits } from '@inkling/contract/limits';
import { type Pagination, paginate } from '@inkling/contract/page';
import { AppError, requireFound } from '../../platform/app-error.ts';
import { day, hour } from '../../platform/clock.ts';
import type { AppContext, Viewer } from '../../platform/context.ts';
import { afterCommit, type Db, transaction } from '../../platform/db/db.ts';
import { requireEditable } from '../stories/index.ts';
import { presentAuthor } from '../users/index.ts';
import { publishChangeTo, publishClosing } from './chat.live.ts';
import { isReaderOf } from './presence.queries.ts';
import * as queries from './rooms.queries.ts';
import { findChatStory, lockForClosing, setClosed } from './rooms.queries.ts';

/**
 * Closes or opens the chats of one's story and its chapters; what is there can still be read. No message is stored
 * once the chats are closed.
 */
export const closeChat = (
  ctx: AppContext,
  viewer: Viewer,
  storyId: string,
  isClosed: boolean,
): Promise<{ isClosed: boolean }> =>
  transaction(ctx.db, async (tx) => {
    requireEditable(viewer, await findChatStory(tx, storyId));
    await lockForClosing(tx, storyId);
    if (await setClosed(tx, storyId, isClosed)) afterCommit(tx, () => publishClosing(ctx.live, storyId));
    return { isClosed };
  });

const presentMute = (row: queries.MuteRow): ChatMute => ({
  person: presentAuthor(row),
  until: row.until?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
});

/** The people whom the viewer has muted, the latest first. */
export async function listMutes(
  ctx: AppContext,
  viewer: Viewer,
  page: { page: number; limit: number },
): Promise<{ data: ChatMute[]; pagination: Pagination }> {
  const { rows, total } = await queries.listMutes(ctx.db, viewer.id, ctx.clock.now(), page);
  return { data: rows.map(presentMute), pagination: paginate(page.page, page.limit, total) };
}

const milliseconds: Record<MuteDuration, number | null> = { hour, day, week: 7 * day, forever: null };

/**
 * Tells a person's pages that they were muted, or may write again, if they show a chat of the author: otherwise anyone
 * could make anyone's pages fetch their chats again and again.
 */
async function announceMute(ctx: AppContext, db: Db, authorId: string, userId: string): Promise<void> {
  if (!(await isReaderOf(db, authorId, userId))) return;
  afterCommit(db, () => publishChangeTo(ctx.live, userId));
}

/** Mutes a person in the chats of the viewer's stories from now on; a new mute replaces the previous one. */
export const mutePerson = (
  ctx: AppContext,
  viewer: Viewer,
  userId: string,
  duration: MuteDuration,
): Promise<ChatMute> =>
  transaction(ctx.db, async (tx) => {
    if (userId === viewer.id) throw new AppError('BAD_INPUT', 'You can’t mute yourself.');
    await queries.lockForMuting(tx, viewer.id, userId);
    const person = requireFound(await queries.findPerson(tx, userId), 'Person');
    const now = ctx.clock.now();
    if ((await queries.countOthers(tx, viewer.id, userId, now)) >= chatLimits.mutes)
      throw new AppError(
        'QUOTA_REACHED',
        `You can mute at most ${chatLimits.mutes.toLocaleString('en')} people. Unmute someone first.`,
      );
    const length = milliseconds[duration];
    const until = length === null ? null : new Date(now.getTime() + length);
    await queries.upsertMute(tx, viewer.id, userId, until, now);
    await announceMute(ctx, tx, viewer.id, userId);
    return presentMute({ ...person, until, created_at: now });
  });

/** Ends a mute; idempotent. */
export const unmutePerson = (ctx: AppContext, viewer: Viewer, userId: string): Promise<void> =>
  transaction(ctx.db, async (tx) => {
    if (await queries.deleteMute(tx, viewer.id, userId)) await announceMute(ctx, tx, viewer.id, userId);
  });
