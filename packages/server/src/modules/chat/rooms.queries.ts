import type { AppContext } from '../../platform/context.ts';
import type { CountedTable } from '../../platform/db/counted-table.ts';
import { allRows, countRows, type Db, execute, firstRow, hasRows, sql } from '../../platform/db/db.ts';
import { readerOf, visibleTo } from '../chapters/index.ts';
import { isPublicStory, notInTrash } from '../stories/index.ts';
import { type AuthorRow, type Block, blockWith, isPublicPerson } from '../users/index.ts';

/** A chat: that of a story or, if `chapterId` is not null, of one of its chapters. */
export interface Place {
  storyId: string;
  chapterId: string | null;
}

/** A chat as its rules need it, and how the viewer relates to it. */
export interface RoomState {
  author_id: string;
  /** 0 if there are no messages. */
  last_number: number;
  is_closed: boolean;
  /** Whether it is that of a chapter that the viewer has not reached. */
  is_ahead: boolean;
  is_muted: boolean;
  /** When the viewer's mute ends; null for good. */
  muted_until: Date | null;
  /** Between the viewer and the author. */
  block: Block | null;
}

/**
 * The state of a chat that is open to a reader: that of a public story, or of a chapter that they may read. Undefined also
 * where story and chapter do not exist or belong together.
 */
export const findRoom = async (
  db: Db,
  site: Pick<AppContext, 'config' | 'clock'>,
  { storyId, chapterId }: Place,
  viewerId: string,
): Promise<RoomState | undefined> => {
  const { chapter, isAhead } = visibleTo(readerOf(site, { id: viewerId }), 'library');
  const isOpen = chapterId === null ? isPublicStory() : chapter;
  return firstRow<RoomState>(db)`
    select s.author_id, coalesce(r.last_number, 0) as last_number,
      exists (select from closed_chats x where x.story_id = s.id) as is_closed,
      c.id is not null and ${isAhead} as is_ahead,
      m.user_id is not null as is_muted, m.until as muted_until,
      ${blockWith(viewerId, sql`s.author_id`)} as block
    from stories s
    left join chapters c on c.id = ${chapterId}::uuid and c.story_id = s.id
    left join chat_rooms r on r.story_id = s.id and r.place_id = coalesce(${chapterId}::uuid, s.id)
    left join chat_mutes m on m.author_id = s.author_id and m.user_id = ${viewerId}
      and (m.until is null or m.until > ${site.clock.now()})
    where s.id = ${storyId} and ${isOpen}`;
};

/** False if the chats of the story were closed, or open, before. */
export const setClosed = async (db: Db, storyId: string, isClosed: boolean): Promise<boolean> => {
  const change = isClosed
    ? sql`insert into closed_chats values (${storyId}) on conflict do nothing`
    : sql`delete from closed_chats where story_id = ${storyId}`;
  return (await change.execute(db)).numAffectedRows === 1n;
};

/** A story that is not deleted, published or not. */
export const findChatStory = (db: Db, storyId: string) =>
  firstRow<{ id: string; author_id: string; is_published: boolean }>(db)`
    select id, author_id, is_published from stories where id = ${storyId} and deleted_at is null`;

/** Names the lock of all chats of a story. */
const chatsOf = (storyId: string) => sql`hashtextextended('chats of ' || ${storyId}::text, 0)`;

/**
 * Locks what sending a message depends on until the transaction ends: the sender against suspension, deletion and mutes,
 * and the story's chats against being closed. Senders share these locks. Read the state of the chat in a later statement,
 * which sees what was committed while this one waited. The locks of `chatters` and the room follow.
 *
 * Returns false for an account that is suspended or about to be deleted.
 */
export const lockForSending = async (tx: Db, userId: string, storyId: string): Promise<boolean> => {
  const rows = await allRows(tx)`
    with sender as materialized (
      select id from users where id = ${userId} and deletion_due_at is null and suspended_at is null for share)
    select pg_advisory_xact_lock_shared(${chatsOf(storyId)}) from sender`;
  return rows.length === 1;
};

/** Waits until no message is being sent to the chats of a story, and lets new ones wait for the transaction to end. */
export const lockForClosing = (tx: Db, storyId: string) =>
  sql`select pg_advisory_xact_lock(${chatsOf(storyId)})`.execute(tx);

/** The counters of this module's tables (docs/operating.md#checking-counters). */
export const counters: CountedTable[] = [
  {
    table: 'chat_rooms',
    key: { story_id: 'uuid', place_id: 'uuid' },
    only: sql`${notInTrash('t.story_id')}
      and not exists (select from chapters c where c.id = t.chapter_id and c.deleted_at is not null)`,
    counted: [
      {
        columns: ['last_number'],
        is: sql`select count(*) from chat_messages m where m.story_id = t.story_id and m.place_id = t.place_id`,
      },
    ],
  },
  {
    table: 'chatters',
    key: { user_id: 'uuid' },
    counted: [
      {
        columns: ['messages'],
        is: sql`select count(*) from chat_messages m where m.user_id = t.user_id`,
        isAtLeast: true,
      },
    ],
    rows: { key: ['user_id'], from: sql`chat_messages where user_id is not null` },
  },
];

export type MuteRow = AuthorRow & { until: Date | null; created_at: Date };

/** A person whom others see. */
export const findPerson = (db: Db, id: string): Promise<AuthorRow | undefined> =>
  firstRow<AuthorRow>(db)`
    select id, username, display_name, avatar from users where id = ${id} and ${isPublicPerson('users')}`;

/**
 * Locks an author, so that their mutes are counted one after the other, and the person to be muted, who sends nothing
 * until the transaction ends. In the order of ids, like everything that locks more than one person.
 */
export const lockForMuting = (tx: Db, authorId: string, userId: string) =>
  sql`select from users where id in (${authorId}, ${userId}) order by id for no key update`.execute(tx);

/** Those of an author's mutes that are in force. */
const mutesOf = (authorId: string, now: Date) => sql`
  chat_mutes m join users u on u.id = m.user_id
  where m.author_id = ${authorId} and (m.until is null or m.until > ${now}) and ${isPublicPerson('u')}`;

export const listMutes = async (
  db: Db,
  authorId: string,
  now: Date,
  { page, limit }: { page: number; limit: number },
): Promise<{ rows: MuteRow[]; total: number }> => {
  const rows = await allRows<MuteRow>(db)`
    select u.id, u.username, u.display_name, u.avatar, m.until, m.created_at from ${mutesOf(authorId, now)}
    order by m.created_at desc, m.user_id limit ${limit} offset ${(page - 1) * limit}`;
  return { rows, total: await countRows(db, sql`from ${mutesOf(authorId, now)}`) };
};

/** How many people other than this one the author has muted, after mutes that have ended were deleted. */
export const countOthers = async (tx: Db, authorId: string, userId: string, now: Date): Promise<number> => {
  await execute(tx)`delete from chat_mutes where author_id = ${authorId} and until <= ${now}`;
  return countRows(tx, sql`from chat_mutes where author_id = ${authorId} and user_id <> ${userId}`);
};

export const upsertMute = (tx: Db, authorId: string, userId: string, until: Date | null, now: Date) =>
  execute(tx)`
    insert into chat_mutes (author_id, user_id, until, created_at) values (${authorId}, ${userId}, ${until}, ${now})
    on conflict (author_id, user_id) do update set until = excluded.until, created_at = excluded.created_at`;

/** False if the person was not muted. */
export const deleteMute = (db: Db, authorId: string, userId: string): Promise<boolean> =>
  hasRows(db)`
    delete from chat_mutes where author_id = ${authorId} and user_id = ${userId}`;
