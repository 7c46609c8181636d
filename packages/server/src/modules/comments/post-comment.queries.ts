import { commentLimits } from '@inkling/contract/limits';
import { type Db, sql } from '../../platform/db/db.ts';
import { insertEvents } from '../../platform/events/outbox.queries.ts';
import { countAdded } from '../stories/index.ts';
import type { AuthorRow } from '../users/index.ts';
import type { ReplyRow } from './comment-lists.queries.ts';
import type { CommentSubject } from './comment-subjects.queries.ts';
import { commentAdded } from './comments.events.ts';
import './comments.table.ts';

/** The comments of a person's last minute, the oldest first: when, and a hash of subject and text. */
export interface RecentComments {
  at: Date[];
  texts: Buffer[];
}

/**
 * Locks a person against deletion and suspension, and their recent comments, so that their comments are posted one after
 * the other. Undefined for a person who may not write.
 */
export const lockWriter = async (
  tx: Db,
  userId: string,
): Promise<(RecentComments & { author: AuthorRow }) | undefined> => {
  const { rows } = await sql<RecentComments & { author: AuthorRow }>`
    with writer as materialized (
      select id, username, display_name, avatar from users
      where id = ${userId} and deletion_due_at is null and suspended_at is null for share)
    insert into commenters (user_id) select id from writer
    on conflict (user_id) do update set user_id = excluded.user_id
    returning recent_at as at, recent_texts as texts, (select row_to_json(w) from writer w) as author`.execute(
    tx,
  );
  return rows[0];
};

/** A comment to store; `id` is the one that the client chose, and `parentId` is set for replies. */
export interface NewComment {
  id: string | undefined;
  parentId: string | null;
  userId: string;
  content: string;
  paragraph: number | null;
  quote: string | null;
  now: Date;
}

/** A comment that was stored, and the counts after it. */
export interface StoredComment extends Omit<ReplyRow, 'user' | 'is_liked'> {
  /** How many comments the writer had before, counted up to the limit. */
  own: number;
  /** The comments and replies of the subject. */
  shown: number;
  /** Those of the story with its published chapters; null for what belongs to no story. */
  story_comments: number | null;
}

/**
 * Stores and counts a comment, and emits its event; the one that it replies to must be locked. Undefined if the chosen id
 * is in use.
 */
export const insertComment = async (
  tx: Db,
  subject: CommentSubject,
  comment: NewComment,
): Promise<StoredComment | undefined> => {
  const { id, parentId, userId, content, paragraph, quote, now } = comment;
  const storyId = subject.parent_id ?? subject.id;
  const { rows } = await sql<StoredComment>`
    with added as (
      insert into comments (subject_kind, subject_id, id, parent_id, user_id, content, paragraph, quote, created_at)
      values (${subject.kind}, ${subject.id}, coalesce(${id ?? null}::uuid, uuidv7()), ${parentId}, ${userId},
        ${content}, ${paragraph}, ${quote}, ${now})
      on conflict (id) do nothing returning *),
    replied as (update comments p set replies = p.replies + 1 from added a where p.id = a.parent_id),
    counted as (
      insert into comment_counts as n (subject_id, parent_id, listed, shown)
      select subject_id, ${subject.parent_id}::uuid, is_listed::int, 1 from added
      on conflict (subject_id) do update set listed = n.listed + excluded.listed, shown = n.shown + 1
      returning shown, is_left_out),
    story as (
      insert into story_comment_counts as t (story_id, comments)
      select s.id, (not n.is_left_out)::int from counted n, stories s where s.id = ${storyId}
      on conflict (story_id) do update set comments = t.comments + excluded.comments returning comments),
    active as (${countAdded({ storyId, userId, at: now })}),
    emitted as (${insertEvents(
      commentAdded,
      sql`select jsonb_build_object('commentId', a.id, 'writerId', a.user_id, 'isReply', a.parent_id is not null,
          'subjectId', a.subject_id, 'rootId', ${storyId}::uuid, 'commentsCount', n.shown,
          'isPublic', ${subject.is_public}::boolean), a.created_at
        from added a, counted n`,
    )})
    select a.*, n.shown, (select comments from story) as story_comments, (
      select count(*) from (select from comments where user_id = ${userId} limit ${commentLimits.perPerson}) o) as own
    from added a, counted n`.execute(tx);
  return rows[0];
};

export const saveRecent = async (tx: Db, userId: string, { at, texts }: RecentComments): Promise<void> => {
  await sql`
    update commenters set recent_at = ${at}::timestamptz[], recent_texts = ${texts}::bytea[]
    where user_id = ${userId}`.execute(tx);
};

/** What a request wants to comment on: a story, a chapter (of the story, if it is named) or a comment (there). */
export interface PostTarget {
  story: string | null;
  chapter: string | null;
  parent: string | null;
}

/** Whether the comment with this id is the same person's, on the same target; undefined if there is none. */
export const isSameComment = async (
  db: Db,
  id: string,
  userId: string,
  { story, chapter, parent }: PostTarget,
): Promise<boolean | undefined> => {
  const { rows } = await sql<{ is_same: boolean | null }>`
    select k.user_id = ${userId} and case when ${parent}::uuid is null
      then k.subject_id = coalesce(${chapter}, ${story}::uuid) and k.parent_id is null
      else k.parent_id = (select coalesce(p.parent_id, p.id) from comments p where p.id = ${parent})
        and k.subject_id = coalesce(${chapter}::uuid, k.subject_id)
        and (${story}::uuid is null or exists (
          select from comment_counts n
          where n.subject_id = k.subject_id and ${story} in (n.subject_id, n.parent_id))) end as is_same
    from comments k where k.id = ${id}`.execute(db);
  return rows[0] && rows[0].is_same === true;
};
