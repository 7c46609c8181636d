import { chatLimits } from '@inkling/contract/limits';
import type { AppContext } from '../../platform/context.ts';
import { allRows, allValues, type Db, execute, firstRow, hasRows, sql } from '../../platform/db/db.ts';
import { readerOf, visibleTo } from '../chapters/index.ts';
import { isReadingNow } from '../reading-sessions/index.ts';
import { isPublicStory } from '../stories/index.ts';
import type { AuthorRow } from '../users/index.ts';
import type { Place } from './rooms.queries.ts';

/** A person in a room. */
export interface Presence extends Place {
  userId: string;
}

/** The rooms or presences as arrays for `unnest`. */
const storiesOf = (places: Place[]) => places.map(({ storyId }) => storyId);
const placesOf = (places: Place[]) => places.map(({ storyId, chapterId }) => chapterId ?? storyId);

/** The columns of a `Place`, of a table with this alias. */
const placeIn = (alias: string) => {
  const [story, place] = [sql.ref(`${alias}.story_id`), sql.ref(`${alias}.place_id`)];
  return sql`${story} as "storyId", nullif(${place}, ${story}) as "chapterId"`;
};

const lifetime = sql.raw(`interval '30 seconds'`);

/** Removes what processes that have ended left behind. Returns the rooms that people were in. */
export const removeExpired = async (db: Db): Promise<Place[]> => {
  await execute(db)`delete from chat_announcements where at < now() - ${lifetime}`;
  return allRows<Place>(db)`
    with removed as (delete from chat_presence where ends_at < now() returning story_id, place_id)
    select distinct ${placeIn('removed')} from removed`;
};

/** Removes what a process has written. */
export const removeProcess = (db: Db, processId: string): Promise<void> =>
  execute(db)`delete from chat_presence where process_id = ${processId}`;

/**
 * Writes that these people are in these rooms for the next 30 seconds; people and stories that no longer exist are left out. The
 * database's clock decides, which is the same for all processes.
 */
export const storePresences = (db: Db, processId: string, added: Presence[]): Promise<void> =>
  execute(db)`
    insert into chat_presence (story_id, place_id, user_id, process_id, ends_at)
    select a.story_id, a.place_id, u.id, ${processId}, now() + ${lifetime}
    from unnest(${storiesOf(added)}::uuid[], ${placesOf(added)}::uuid[], ${added.map(({ userId }) => userId)}::uuid[])
      as a (story_id, place_id, user_id) join users u on u.id = a.user_id join stories s on s.id = a.story_id
    order by 1, 2, 3 on conflict (story_id, place_id, user_id, process_id) do update set ends_at = excluded.ends_at`;

export const removePresences = (db: Db, processId: string, removed: Presence[]): Promise<void> =>
  execute(db)`
    delete from chat_presence p
    using unnest(${storiesOf(removed)}::uuid[], ${placesOf(removed)}::uuid[],
      ${removed.map(({ userId }) => userId)}::uuid[]) as a (story_id, place_id, user_id)
    where p.story_id = a.story_id and p.place_id = a.place_id and p.user_id = a.user_id
      and p.process_id = ${processId}`;

/** Which of these people, by their places in the list, may not read what their room is about. */
export const listOutsiders = async (
  db: Db,
  site: Pick<AppContext, 'config' | 'clock'>,
  people: Presence[],
): Promise<number[]> => {
  const { chapter } = visibleTo(readerOf(site, { id: sql`a.user_id` }), 'library');
  return allValues<number>(db)`
    select (a.place - 1)::int as index
    from unnest(${storiesOf(people)}::uuid[], ${placesOf(people)}::uuid[], ${people.map(({ userId }) => userId)}::uuid[])
      with ordinality as a (story_id, place_id, user_id, place)
    left join stories s on s.id = a.story_id left join chapters c on c.id = a.place_id and c.story_id = s.id
    where case when a.place_id = a.story_id then ${isPublicStory()} else ${chapter} end is not true`;
};

/** The chats that a person has open in any process. */
export const listRoomsOf = (db: Db, userId: string): Promise<Place[]> =>
  allRows<Place>(db)`
    select distinct ${placeIn('p')} from chat_presence p where p.user_id = ${userId}`;

/** Whether a person has a chat of one of this author's stories open, in any process. */
export const isReaderOf = (db: Db, authorId: string, userId: string): Promise<boolean> =>
  hasRows(db)`
    select from chat_presence p join stories s on s.id = p.story_id
    where p.user_id = ${userId} and s.author_id = ${authorId} limit 1`;

/** How many people are reading at a place now, and the first few of those who have its chat open, by name. */
export interface Readers extends Place {
  count: number;
  readers: AuthorRow[];
  is_public: boolean;
}

/** Whether the story `s` and, unless the place is the story, its chapter are open to readers. */
const isPublicAt = (
  placeId: ReturnType<typeof sql>,
) => sql<boolean>`(${isPublicStory()} and (${placeId} = s.id
  or exists (select from chapters c where c.id = ${placeId} and c.story_id = s.id and c.is_published)))`;

/**
 * Of these rooms, those that no process has announced for `seconds`, with their readers now: who has the chat open or
 * reads the chapter or, for the chat of a story, any of its chapters. A person is counted once, and only if they show
 * their presence; without a name while the chat is open for someone with whom there is a block. What is not public has no
 * readers.
 */
export const claimReaders = async (
  db: Db,
  places: Place[],
  { seconds, now }: { seconds: number; now: Date },
): Promise<{ claimed: Place[]; readers: Readers[] }> => {
  const rows = await allRows<Readers>(db)`
    with claimed as (
      insert into chat_announcements (story_id, place_id, at)
      select a.story_id, a.place_id, now() from unnest(${storiesOf(places)}::uuid[], ${placesOf(places)}::uuid[])
        as a (story_id, place_id) join stories s on s.id = a.story_id order by 1, 2
      on conflict (story_id, place_id) do update set at = excluded.at
        where chat_announcements.at <= excluded.at - make_interval(secs => ${seconds}) or chat_announcements.at > excluded.at
      returning story_id, place_id)
    select ${placeIn('a')}, r.count, coalesce(r.readers, '[]') as readers,
      exists (select from stories s where s.id = a.story_id and ${isPublicAt(sql`a.place_id`)}) as is_public
    from claimed a cross join lateral (
      -- Once for the room, and from those who blocked someone, since a person blocks few.
      with unnamed as materialized (
        select distinct unnest(array[b.user_id, b.other_id]) as user_id
        from chat_presence o join blocks b on b.user_id = o.user_id and b.kind = 'block'
        join chat_presence x on x.story_id = o.story_id and x.place_id = o.place_id and x.user_id = b.other_id
        where o.story_id = a.story_id and o.place_id = a.place_id)
      select count(*)::int as count, json_agg(json_build_object('id', p.id, 'username', p.username,
          'display_name', p.display_name, 'avatar', p.avatar) order by p.username)
        filter (where p.is_in_chat and p.place <= ${chatLimits.readers}) as readers
      from (
        select u.id, u.username, u.display_name, u.avatar, n.is_in_chat,
          row_number() over (partition by n.is_in_chat order by u.username) as place
        from users u join (
          select user_id, bool_or(is_in_chat) as is_in_chat from (
            select o.user_id, true as is_in_chat from chat_presence o
            where o.story_id = a.story_id and o.place_id = a.place_id and o.ends_at > now()
            union all
            -- Two parts, since each of them can use the whole index.
            select s.user_id, false from reading_sessions s
            where s.story_id = a.story_id and s.chapter_id = a.place_id and ${isReadingNow(now)}
            union all
            select s.user_id, false from reading_sessions s
            where s.story_id = a.story_id and a.place_id = a.story_id and ${isReadingNow(now)}) each
          group by user_id) o on o.user_id = u.id
        cross join lateral (select o.is_in_chat and u.id not in (select user_id from unnamed) as is_in_chat) n
        where u.shows_presence and u.suspended_at is null and u.deletion_due_at is null) p) r`;
  return { claimed: rows, readers: rows.filter(({ is_public }) => is_public) };
};

/**
 * Marks a person in a room as typing now. Undefined if others were notified within three seconds, if the person is not
 * in the room, or if they do not show their presence.
 */
export const claimTyping = (
  db: Db,
  processId: string,
  { storyId, chapterId, userId }: Presence,
): Promise<AuthorRow | undefined> =>
  firstRow<AuthorRow>(db)`
    update chat_presence p set typed_at = now() from users u
    where p.story_id = ${storyId} and p.place_id = ${chapterId ?? storyId} and p.user_id = ${userId}
      and p.process_id = ${processId} and u.id = p.user_id and u.shows_presence
      and not exists (select from chat_presence o where o.user_id = ${userId}
        and o.typed_at > now() - make_interval(secs => ${chatLimits.typingSeconds}))
    returning u.id, u.username, u.display_name, u.avatar`;
