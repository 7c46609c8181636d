import type { ParsedInput } from '@inkling/contract/call';
import type { postComment } from '@inkling/contract/comments';
import { commentLimits } from '@inkling/contract/limits';
import type { z } from 'zod';
import { allRows, type Db, execute, firstRow, sql } from '../../platform/db/db.ts';
import { insertEvents } from '../../platform/events/outbox.queries.ts';
import { countAdded } from '../stories/index.ts';
import { hiddenTo } from '../users/index.ts';
import { columnsFor, type ReplyRow } from './comment-lists.queries.ts';
import { commentAdded } from './comments.events.ts';
import type { CommentSubject } from './comments.queries.ts';
import { mentionedIn } from './mentions.queries.ts';
import type { Passage } from './passages.ts';

/** The comments of a person's last minute, the oldest first: when, and a hash of subject and text. */
export interface RecentComments {
  at: Date[];
  texts: Buffer[];
}

/** Who comments: with what came before, and an id for the comment. */
interface Writer extends RecentComments {
  nextId: string;
}

/**
 * Locks a person against deletion and suspension, and their recent comments, so that their comments are posted one after
 * the other. Undefined for a person who may not write.
 */
export const lockWriter = (tx: Db, userId: string): Promise<Writer | undefined> =>
  firstRow<Writer>(tx)`
    with writer as materialized (
      select id from users where id = ${userId} and deletion_due_at is null and suspended_at is null for share)
    insert into commenters (user_id) select id from writer
    on conflict (user_id) do update set user_id = excluded.user_id
    returning recent_at as at, recent_texts as texts, uuidv7() as "nextId"`;

/** A comment to store; `parentId` is set for replies. */
interface NewComment {
  id: string;
  parentId: string | null;
  userId: string;
  content: string;
  passage: Passage | null;
  /** Whether it is about to be held, so that no one is told of it. */
  isHeld: boolean;
  now: Date;
}

/** A comment that was stored, and what depends on the rows before it. */
interface StoredComment extends ReplyRow {
  /** How many comments the writer had before, counted up to the limit. */
  own: number;
  /** Those of the story with its published chapters; null for what belongs to no story. */
  story_comments: number | null;
  /** The payload of the event; null without one. */
  event: z.output<typeof commentAdded.payload> | null;
  /** The people who do not see it. */
  hidden_to: string[];
}

/**
 * Stores and counts a comment, and emits its event; the one that it replies to must be locked. Undefined if the chosen id
 * is in use.
 */
export const insertComment = async (
  tx: Db,
  subject: CommentSubject,
  { id, parentId, userId, content, passage, isHeld, now }: NewComment,
): Promise<StoredComment | undefined> => {
  const storyId = subject.parent_id ?? subject.id;
  return firstRow<StoredComment>(tx)`
    with added as (
      insert into comments (subject_kind, subject_id, root_id, id, parent_id, user_id, content, mentioned, paragraph,
        quote, quoted_version, created_at)
      values (${subject.kind}, ${subject.id}, ${storyId}, ${id}, ${parentId}, ${userId},
        ${content}, ${mentionedIn(content)}, ${passage?.paragraph ?? null}, ${passage?.quote ?? null},
        ${passage?.version ?? null}, ${now})
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
        from added a, counted n where not ${isHeld}::boolean`,
    )} returning payload)
    select ${columnsFor(userId, sql`true`)}, (select payload from emitted) as event,
      ${hiddenTo(sql`k.user_id`)} as hidden_to, (select comments from story) as story_comments, (
      select count(*) from (select from comments where user_id = ${userId} limit ${commentLimits.perPerson}) o) as own
    from added k join users u on u.id = k.user_id`;
};

export const saveRecent = (tx: Db, userId: string, { at, texts }: RecentComments): Promise<void> =>
  execute(tx)`
    update commenters set recent_at = ${at}::timestamptz[], recent_texts = ${texts}::bytea[]
    where user_id = ${userId}`;

export type CommentInput = ParsedInput<typeof postComment>['body'];

/** Whether the comment with this id is the same person's, on the same target; undefined if there is none. */
export const isSameComment = async (
  db: Db,
  id: string,
  userId: string,
  { story, chapter, post, parent }: CommentInput,
): Promise<boolean | undefined> => {
  // A reply is where its comment is, so its story says nothing more.
  const subjectId = chapter ?? post ?? (parent === undefined ? story : undefined);
  const rows = await allRows<{ is_same: boolean | null }>(db)`
    select k.user_id = ${userId} and k.subject_id = coalesce(${subjectId ?? null}::uuid, k.subject_id)
      and k.parent_id is not distinct from coalesce(
        (select p.parent_id from comments p where p.id = ${parent ?? null}), ${parent ?? null}::uuid) as is_same
    from comments k where k.id = ${id}`;
  return rows[0] && rows[0].is_same === true;
};
