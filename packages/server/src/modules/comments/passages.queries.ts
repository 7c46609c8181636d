import { type Db, sql } from '../../platform/db/db.ts';
import { wasPublic } from '../chapters/index.ts';
import './comments.table.ts';
import type { CommentedText, VersionText } from './passage-text.ts';

/** Those of the current version of a published chapter and this one that readers can have seen. */
export const findVersions = async (db: Db, chapterId: string, storyId: string, version: number) => {
  const { rows } = await sql<VersionText & { version: number; is_current: boolean }>`
    select v.version, v.content, to_json(v.paragraph_ids) as paragraph_ids, v.version = c.version as is_current
    from chapters c join chapter_versions v
      on v.story_id = c.story_id and v.chapter_id = c.id and v.version in (c.version, ${version})
    where c.id = ${chapterId} and c.story_id = ${storyId} and c.is_published
      and ${wasPublic(sql`v.version`)}`.execute(db);
  return rows;
};

/** Whether this version of a chapter is the current one. */
export const isCurrent = async (tx: Db, chapterId: string, version: number): Promise<boolean> => {
  const { rows } = await sql`select from chapters where id = ${chapterId} and version = ${version}`.execute(
    tx,
  );
  return rows.length > 0;
};

/** A chapter's current text and the paragraphs that comments are on; undefined if there are none. */
export const findCommented = async (tx: Db, chapterId: string) => {
  const { rows } = await sql<{ version: number; text: VersionText; paragraphs: number[] }>`
    select v.version, json_build_object('content', v.content, 'paragraph_ids', v.paragraph_ids) as text, k.paragraphs
    from chapters c
    join chapter_versions v on v.story_id = c.story_id and v.chapter_id = c.id and v.version = c.version,
    lateral (select json_agg(distinct paragraph) as paragraphs from comments
      where subject_id = c.id and paragraph is not null) k
    where c.id = ${chapterId} and k.paragraphs is not null`.execute(tx);
  return rows[0];
};

/**
 * Carries the comments on a chapter's paragraphs over to a version: `texts` are those of their paragraphs that it has.
 * Idempotent. A comment that is being posted holds the chapter, so none is missed.
 */
export const carryOver = async (
  tx: Db,
  chapterId: string,
  version: number,
  texts: CommentedText[],
): Promise<void> => {
  await sql`
    update comments k set is_paragraph_gone = t.id is null, quoted_version = case
      when position(rtrim(k.quote, '…') in t.own || t.following) between 1 and char_length(t.own) then ${version}
      else k.quoted_version end
    from comments o left join json_to_recordset(${JSON.stringify(texts)}::json)
      as t (id integer, own text, following text) on t.id = o.paragraph
    where k.id = o.id and o.subject_id = ${chapterId} and o.paragraph is not null`.execute(tx);
};

/** How many comments and replies are on each of these paragraphs of a chapter that has any. */
export const countByParagraph = async (db: Db, chapterId: string, paragraphs: number[]) => {
  const { rows } = await sql<{ paragraph: number; comments: number }>`
    select k.paragraph, sum(k.is_shown::integer + k.replies) as comments from comments k
    where k.subject_id = ${chapterId} and k.paragraph = any(${paragraphs}::integer[]) and not k.is_paragraph_gone
      and (k.is_shown or k.replies > 0)
    group by k.paragraph order by k.paragraph`.execute(db);
  return rows;
};
