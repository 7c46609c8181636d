import type { AppContext } from '../../platform/context.ts';
import { type Db, sql } from '../../platform/db/db.ts';
import { type Subject, subjectKind } from '../../platform/subjects.ts';
import './comments.table.ts';

/** A story, a chapter or another kind of subject. */
export interface SubjectRef {
  kind: string;
  id: string;
}

/** A subject as its comments need it: access, counts, and how the viewer relates to it. */
export interface CommentSubject extends Subject {
  kind: string;
  /** How many comments the list has, without the pinned one. */
  listed: number;
  /** Comments and replies. */
  shown: number;
  is_closed: boolean;
}

/** A subject if the viewer may read it; `isLocked` as for `SubjectKind`. */
export const findSubject = async (
  ctx: Pick<AppContext, 'modules'>,
  db: Db,
  { kind, id }: SubjectRef,
  viewerId: string | null,
  isLocked = false,
): Promise<CommentSubject | undefined> => {
  const { rows } = await sql<CommentSubject>`
    select s.*, ${kind} as kind, coalesce(n.listed, 0) as listed, coalesce(n.shown, 0) as shown,
      exists (select from closed_comments c where c.subject_id in (s.id, s.parent_id)) as is_closed
    from (${subjectKind(ctx, kind).select(id, viewerId, isLocked)}) s
    left join comment_counts n on n.subject_id = s.id`.execute(db);
  return rows[0];
};

/** A published story (`chapter_id` null) or chapter, and whether its comments are closed. */
export interface ClosableSubject {
  chapter_id: string | null;
  is_closed: boolean;
}

/** A published story and its published chapters, or only one of these. */
export const listClosable = async (
  db: Db,
  storyId: string,
  chapterId: string | null,
): Promise<ClosableSubject[]> => {
  const { rows } = await sql<ClosableSubject>`
    select p.chapter_id, exists (select from closed_comments c where c.subject_id in (s.id, p.chapter_id)) as is_closed
    from stories s, lateral (
      select null::uuid as chapter_id where ${chapterId}::uuid is null
      union all
      select h.id from chapters h
      where h.story_id = s.id and h.is_published and h.id = coalesce(${chapterId}, h.id)) p
    where s.id = ${storyId} and s.is_published and s.deleted_at is null`.execute(db);
  return rows;
};

/** Closes or opens the comments of a subject; idempotent. */
export const setClosed = async (tx: Db, subjectId: string, isClosed: boolean): Promise<void> => {
  if (isClosed)
    await sql`insert into closed_comments (subject_id) values (${subjectId}) on conflict do nothing`.execute(
      tx,
    );
  else await tx.deleteFrom('closed_comments').where('subject_id', '=', subjectId).execute();
};
