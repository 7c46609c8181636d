import { type Db, sql } from '../../platform/db/db.ts';
import { inInputOrder } from '../../platform/db/loader.ts';
import type { AuthorRow } from '../users/index.ts';
import './comments.table.ts';

/** What a comment is posted on: a story, a chapter (of `storyId`, unless that is null) or a comment (there, if they are named). */
export interface PostTarget {
  userId: string;
  storyId: string | null;
  chapterId: string | null;
  parentId: string | null;
}

/** The arrays of targets, for `unnest`. */
const targetColumns = (targets: PostTarget[]) => sql`
  ${targets.map(({ userId }) => userId)}::uuid[], ${targets.map(({ storyId }) => storyId)}::uuid[],
  ${targets.map(({ chapterId }) => chapterId)}::uuid[], ${targets.map(({ parentId }) => parentId)}::uuid[]`;

/** Limits how long the transaction waits for a lock, since other comments wait for it. */
export const waitBriefly = (tx: Db) => sql`set local lock_timeout = '100ms'`.execute(tx);

/**
 * Locks the accounts against deletion and suspension, and then the targets' stories, until the transaction ends: both in
 * the order that all changes of comments use.
 */
export const lockTargets = async (tx: Db, targets: PostTarget[]): Promise<void> => {
  await sql`
    with people as materialized (
      select id from users
      where id = any(${targets.map(({ userId }) => userId)}::uuid[]) and deletion_due_at is null and suspended_at is null
      order by id for share)
    select from stories s where s.id in (
      select coalesce(k.story_id, c.story_id, a.story_id)
      from unnest(${targetColumns(targets)}) as a (user_id, story_id, chapter_id, parent_id)
      join people p on p.id = a.user_id
      left join chapters c on c.id = a.chapter_id left join comments k on k.id = a.parent_id)
    order by s.id for no key update of s`.execute(tx);
};

/** A comment to post, with the paragraph that it is about. */
export interface PostLookup extends PostTarget {
  id: string | undefined;
  paragraph: number | null;
}

/** The comment that a reply is to. */
export interface ParentState {
  id: string;
  parent_id: string | null;
  story_id: string;
  chapter_id: string | null;
  is_shown: boolean;
}

/** What a comment that is posted depends on, besides its place. */
export interface TargetState {
  /** The writer, if they may write. */
  user: AuthorRow | null;
  /** Whether a comment has the chosen id already. */
  is_posted: boolean;
  /** Whether the chapter's current text has the paragraph. */
  has_paragraph: boolean;
  /** The comment that is replied to; null for an unknown one. */
  parent: ParentState | null;
}

/** The states of these comments to post, in order. */
export const findTargets = async (tx: Db, lookups: PostLookup[]): Promise<(TargetState | undefined)[]> => {
  const { rows } = await sql<TargetState & { place: number }>`
    select a.place::int,
      case when u.id is not null then json_build_object('id', u.id, 'username', u.username,
        'display_name', u.display_name, 'avatar', u.avatar) end as user,
      a.id is not null and exists (select from comments where id = a.id) as is_posted,
      a.paragraph is not null and exists (
        select from chapters c join chapter_versions v
          on v.story_id = c.story_id and v.chapter_id = c.id and v.version = c.version
        where c.id = a.chapter_id and a.paragraph = any(v.paragraph_ids)) as has_paragraph,
      case when k.id is not null then json_build_object('id', k.id, 'parent_id', k.parent_id,
        'story_id', k.story_id, 'chapter_id', k.chapter_id, 'is_shown', k.is_shown) end as parent
    from unnest(${targetColumns(lookups)}, ${lookups.map(({ id }) => id ?? null)}::uuid[],
      ${lookups.map(({ paragraph }) => paragraph)}::integer[])
      with ordinality as a (user_id, story_id, chapter_id, parent_id, id, paragraph, place)
    left join users u on u.id = a.user_id and u.deletion_due_at is null and u.suspended_at is null
    left join comments k on k.id = a.parent_id`.execute(tx);
  return inInputOrder(rows);
};

/** The comments of a person's last minute, the oldest first: when, and a hash of place and text. */
export interface RecentComments {
  at: Date[];
  texts: Buffer[];
}

export interface Commenter extends RecentComments {
  user_id: string;
  /** How many comments the person has. */
  comments: number;
}

/** Locks the comment counters of these people until the transaction ends. Returns them by person. */
export const lockCommenters = async (tx: Db, userIds: string[]): Promise<Map<string, Commenter>> => {
  const find = async () => {
    const { rows } = await sql<Commenter>`
      select user_id, comments, recent_at as at, recent_texts as texts from commenters
      where user_id = any(${userIds}::uuid[]) order by user_id for no key update`.execute(tx);
    return new Map(rows.map((row) => [row.user_id, row]));
  };
  const found = await find();
  if (userIds.every((id) => found.has(id))) return found;
  await sql`
    insert into commenters (user_id) select id from unnest(${userIds}::uuid[]) as a (id) order by id
    on conflict do nothing`.execute(tx);
  return find();
};

/** A comment to store; `parentId` is set for replies. */
export interface NewComment {
  id: string | undefined;
  storyId: string;
  chapterId: string | null;
  parentId: string | null;
  userId: string;
  content: string;
  paragraph: number | null;
  quote: string | null;
  now: Date;
  /** The recent comments of its writer, including this one. */
  recent: RecentComments;
}

/**
 * Stores comments of different people and their recent ones. Their places and writers are locked. Returns the ids by
 * writer; those whose chosen id is in use are left out.
 */
export const insertComments = async (tx: Db, comments: NewComment[]): Promise<Map<string, string>> => {
  const column = <Key extends keyof NewComment>(key: Key) => comments.map((comment) => comment[key] ?? null);
  const times = comments.flatMap(({ userId, recent }) =>
    recent.at.map((at, index) => ({ userId, at, text: recent.texts[index] })),
  );
  const { rows } = await sql<{ id: string; user_id: string }>`
    with recent as (
      update commenters c set recent_at = coalesce(r.at, '{}'), recent_texts = coalesce(r.texts, '{}')
      from unnest(${column('userId')}::uuid[]) as p (user_id) left join (
        select t.user_id, array_agg(t.at order by t.number) as at, array_agg(t.text order by t.number) as texts
        from unnest(${times.map(({ userId }) => userId)}::uuid[], ${times.map(({ at }) => at)}::timestamptz[],
          ${times.map(({ text }) => text)}::bytea[]) with ordinality as t (user_id, at, text, number)
        group by t.user_id) r on r.user_id = p.user_id
      where c.user_id = p.user_id)
    insert into comments (id, story_id, chapter_id, parent_id, user_id, content, paragraph, quote, created_at)
    select coalesce(a.id, uuidv7()), a.story_id, a.chapter_id, a.parent_id, a.user_id, a.content, a.paragraph, a.quote,
      a.created_at
    from unnest(${column('id')}::uuid[], ${column('storyId')}::uuid[], ${column('chapterId')}::uuid[],
      ${column('parentId')}::uuid[], ${column('userId')}::uuid[], ${column('content')}::text[],
      ${column('paragraph')}::integer[], ${column('quote')}::text[], ${column('now')}::timestamptz[])
      as a (id, story_id, chapter_id, parent_id, user_id, content, paragraph, quote, created_at)
    on conflict (id) do nothing returning id, user_id`.execute(tx);
  return new Map(rows.map(({ id, user_id }) => [user_id, id]));
};

/** A chosen id, and the comment that its sender wants to post under it. */
export interface SameLookup extends PostTarget {
  id: string;
}

/** Whether the comments with these ids are these people's, in these places; undefined where there is none. */
export const findSame = async (db: Db, lookups: SameLookup[]): Promise<(boolean | undefined)[]> => {
  const { rows } = await sql<{ place: number; is_same: boolean }>`
    select a.place::int, k.user_id is not distinct from a.user_id and case when a.parent_id is null
      then k.place_id = coalesce(a.chapter_id, a.story_id) and k.parent_id is null
      else k.parent_id = (select coalesce(p.parent_id, p.id) from comments p where p.id = a.parent_id)
        and k.story_id = coalesce(a.story_id, k.story_id)
        and k.chapter_id is not distinct from coalesce(a.chapter_id, k.chapter_id) end as is_same
    from unnest(${targetColumns(lookups)}, ${lookups.map(({ id }) => id)}::uuid[])
      with ordinality as a (user_id, story_id, chapter_id, parent_id, id, place)
    join comments k on k.id = a.id`.execute(db);
  return inInputOrder(rows).map((row) => row && row.is_same === true);
};
