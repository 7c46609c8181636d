import type { ChatMessage } from '@inkling/contract/chat';
import type { z } from 'zod';
import { afterCommit, allRows, countRows, type Db, firstRow, hasRows, sql } from '../../platform/db/db.ts';
import { emit } from '../../platform/events/emit.ts';
import { insertEvents } from '../../platform/events/outbox.queries.ts';
import type { Erased } from '../../platform/module.ts';
import type { ReportableKind, ReportedThing } from '../../platform/reportable.ts';
import { isHeld } from '../../platform/screening.queries.ts';
import { readerOf, visibleTo } from '../chapters/index.ts';
import { isPublicStory } from '../stories/index.ts';
import { type AuthorRow, hiddenTo, isHiddenFrom } from '../users/index.ts';
import { chatMessageSent } from './chat.events.ts';
import { publishChange, publishRemoval } from './chat.live.ts';
import type { Place } from './rooms.queries.ts';

/** `author` is null for a removed message, while its sender is suspended or being deleted, and if it is hidden or held. */
export interface MessageRow
  extends Pick<ChatMessage, '_id' | 'storyId' | 'chapterId' | 'number' | 'message' | 'isHidden' | 'isHeld'> {
  author: AuthorRow | null;
  created_at: Date;
}

const columns = sql`m.id as "_id", m.story_id as "storyId", nullif(m.place_id, m.story_id) as "chapterId", m.number,
  m.created_at, case when u.id is not null then m.text end as message,
  u.id is not null and m.taken_down_at is not null as "isHeld",
  case when u.id is not null then json_build_object('id', u.id, 'username', u.username,
    'display_name', u.display_name, 'avatar', u.avatar) end as author`;
/** The sender as `u`, if the viewer sees them now, and whether they are hidden (docs/product/blocking.md). */
const joinSender = (viewerId: string) => sql`
  cross join lateral (select m.taken_down_at is not null and ${isHeld('message', sql`m.id`)} as is_held) w
  cross join lateral (
    select ${isHiddenFrom(viewerId, sql`m.user_id`)} or w.is_held and m.user_id <> ${viewerId} as is_hidden) h
  left join users u on u.id = m.user_id and u.suspended_at is null and u.deletion_due_at is null and not h.is_hidden
    and (m.taken_down_at is null or w.is_held)`;

export interface Range {
  limit: number;
  after?: number | undefined;
  before?: number | undefined;
}

/** Messages of a room, ascending by number: the first after a number, or the last ones, perhaps before a number. */
export const listMessages = async (
  db: Db,
  { storyId, chapterId }: Place,
  viewerId: string,
  { limit, after, before }: Range,
): Promise<MessageRow[]> => {
  const range = sql`m.story_id = ${storyId} and m.place_id = ${chapterId ?? storyId}
    and m.number > ${after ?? 0}::int and m.number < ${before ?? 2_147_483_647}::int`;
  const order = after === undefined ? sql`desc` : sql`asc`;
  return allRows<MessageRow>(db)`
    select * from (
      select ${columns}, h.is_hidden as "isHidden" from chat_messages m ${joinSender(viewerId)}
      where ${range} order by m.number ${order} limit ${limit}
    ) page order by number`;
};

export const findMessage = (db: Db, id: string, viewerId: string): Promise<MessageRow | undefined> =>
  firstRow<MessageRow>(db)`
    select ${columns}, h.is_hidden as "isHidden" from chat_messages m ${joinSender(viewerId)} where m.id = ${id}`;

/** Whether an id is that of this person's message in this room; undefined if no message has it. */
export const isSameMessage = async (
  db: Db,
  id: string,
  { storyId, chapterId }: Place,
  userId: string,
): Promise<boolean | undefined> => {
  const row = await firstRow<{ is_same: boolean }>(db)`
    select user_id is not distinct from ${userId} and story_id = ${storyId} and place_id = ${chapterId ?? storyId} as is_same
    from chat_messages where id = ${id}`;
  return row?.is_same;
};

/** A person who chats: how many messages they have at most, and when they sent the last few. */
export interface Chatter {
  messages: number;
  recent_at: Date[];
}

/** Locks a person's row, so that their messages are counted one after the other, in all processes. */
export const lockChatter = async (tx: Db, userId: string): Promise<Chatter> => {
  const row = await firstRow<Chatter>(tx)`
    insert into chatters (user_id) values (${userId})
    on conflict (user_id) do update set messages = chatters.messages returning messages, recent_at`;
  return row ?? { messages: 0, recent_at: [] };
};

export const countMessages = (db: Db, userId: string): Promise<number> =>
  countRows(db, sql`from chat_messages where user_id = ${userId}`);

export interface NewMessage extends Place {
  id: string;
  userId: string;
  text: string;
  /** Whether it is about to be held, so that no one is told of it. */
  isHeld: boolean;
  now: Date;
}

/**
 * Stores a message under the next number of its room, whose row is locked from here to the commit: what others see is
 * in the order of numbers and without gaps. `hidden_to` are the people who do not see it. Undefined if the id is in use; the caller must roll back.
 */
export const insertMessage = (
  tx: Db,
  { storyId, chapterId, id, userId, text, isHeld: heldNow, now }: NewMessage,
  chatter: Chatter,
): Promise<(MessageRow & { hidden_to: string[] }) | undefined> =>
  firstRow<MessageRow & { hidden_to: string[] }>(tx)`
    with chatter as (
      update chatters set messages = ${chatter.messages}, recent_at = ${chatter.recent_at} where user_id = ${userId}
    ), room as (
      insert into chat_rooms (story_id, chapter_id, last_number) values (${storyId}, ${chapterId}, 1)
      on conflict (story_id, place_id) do update set last_number = chat_rooms.last_number + 1
      returning story_id, place_id, last_number
    ), m as (
      insert into chat_messages (story_id, place_id, number, id, user_id, text, created_at)
      select story_id, place_id, last_number, ${id}::uuid, ${userId}, ${text}, ${now}
      from room
      on conflict (id) do nothing returning *
    ), emitted as (${insertEvents(
      chatMessageSent,
      sql`select jsonb_build_object('messageId', id, 'senderId', user_id, 'storyId', story_id, 'placeId', place_id),
        created_at from m where not ${heldNow}::boolean`,
    )})
    select ${columns}, false as "isHidden", ${hiddenTo(sql`m.user_id`)} as hidden_to
    from m join users u on u.id = m.user_id`;

/** A message of a chat that is open to readers, removed or not, with the author of the story. */
export const findWithAuthor = (db: Db, id: string) =>
  firstRow<Place & { author_id: string; user_id: string | null }>(db)`
    select m.story_id as "storyId", r.chapter_id as "chapterId", s.author_id, m.user_id
    from chat_messages m
    join chat_rooms r on r.story_id = m.story_id and r.place_id = m.place_id
    join stories s on s.id = m.story_id
    left join chapters c on c.id = r.chapter_id
    where m.id = ${id} and ${isPublicStory()} and (r.chapter_id is null or c.is_published)`;

/** Erases a message's text and sender; its number stays. False if it was removed already. */
export const clearMessage = (db: Db, id: string, now: Date): Promise<boolean> =>
  hasRows(db)`
    update chat_messages set user_id = null, text = null, removed_at = ${now}
    where id = ${id} and removed_at is null`;

/** Deletes at most `max` messages of a chapter's chat, or of all chats of a story, and returns how many. */
export const eraseMessages = async (db: Db, { storyId, chapterId }: Erased, max: number): Promise<number> => {
  const rooms =
    chapterId === null ? sql`story_id = ${storyId}` : sql`story_id = ${storyId} and place_id = ${chapterId}`;
  const { numAffectedRows } = await sql`
    delete from chat_messages where ctid = any(array(
      select ctid from chat_messages where ${rooms} limit ${max}))`.execute(db);
  return Number(numAffectedRows ?? 0);
};

/** Takes a message down, or with null shows it again; undefined if it was so before. */
const takeDown = (tx: Db, id: string, since: Date | null) =>
  firstRow<Place>(tx)`
    update chat_messages m set taken_down_at = ${since}
    where id = ${id} and removed_at is null and (taken_down_at is null) <> ${since === null}
    returning m.story_id as "storyId", nullif(m.place_id, m.story_id) as "chapterId"`;

/** Chat messages; of a removed one only the number stays. */
export const reportableMessage: ReportableKind = {
  kind: 'message',
  name: 'Message',
  find(ctx, db, id, viewerId) {
    const { chapter } = visibleTo(viewerId === null ? null : readerOf(ctx, { id: viewerId }), 'link');
    const isVisible = sql`m.taken_down_at is null and ${isPublicStory()} and (c.id is null or ${chapter})`;
    return firstRow<ReportedThing>(db)`
      select m.user_id as "personId", m.text, null as image, s.title as context, 'A chat message' as title,
        case when c.id is null then '/story/' || s.id else '/reading/' || s.id || '/' || c.id end as link,
        null as "communityId"
      from chat_messages m join stories s on s.id = m.story_id left join chapters c on c.id = m.place_id
      where m.id = ${id} and m.removed_at is null and ${viewerId === null ? sql`true` : isVisible}`;
  },
  async remove(ctx, tx, id, reason) {
    const place = await takeDown(tx, id, ctx.clock.now());
    if (place === undefined) return null;
    // One that is held was never sent.
    if (reason !== null) afterCommit(tx, () => publishRemoval(ctx.live, place, id));
    return {};
  },
  restore: async (_ctx, tx, id) => void (await takeDown(tx, id, null)),
  async announce(ctx, tx, id) {
    const message = await firstRow<z.output<typeof chatMessageSent.payload>>(tx)`
      select id as "messageId", user_id as "senderId", story_id as "storyId", place_id as "placeId"
      from chat_messages where id = ${id} and removed_at is null and taken_down_at is null`;
    if (message === undefined) return;
    await emit(ctx, tx, chatMessageSent, message);
    const { storyId, placeId } = message;
    const place = { storyId, chapterId: placeId === storyId ? null : placeId };
    // The pages fetch it, since it has its place among others.
    afterCommit(tx, () => publishChange(ctx.live, place));
  },
};
