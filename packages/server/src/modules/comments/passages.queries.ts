import { allRows, type Db, execute, firstRow, hasRows, sql } from '../../platform/db/db.ts';
import { type ShownParagraph, type StoredText, wasPublic } from '../chapters/index.ts';

/** Those of the current version of a published chapter and this one that readers can have seen. */
export const findVersions = (db: Db, chapterId: string, storyId: string, version: number) =>
  allRows<StoredText & { version: number; is_current: boolean }>(db)`
    select v.version, v.content, v.paragraph_ids::text as paragraph_ids, v.version = c.version as is_current
    from chapters c join chapter_versions v
      on v.story_id = c.story_id and v.chapter_id = c.id and v.version in (c.version, ${version})
    where c.id = ${chapterId} and c.story_id = ${storyId} and c.is_published
      and ${wasPublic(sql`v.version`)}`;

/** Whether this version of a chapter is the current one. */
export const isCurrent = (tx: Db, chapterId: string, version: number): Promise<boolean> =>
  hasRows(tx)`select from chapters where id = ${chapterId} and version = ${version}`;

/** A chapter's current text and the paragraphs that comments are on; undefined if there are none. */
export const findCommented = (tx: Db, chapterId: string) =>
  firstRow<{ version: number; text: StoredText; paragraphs: number[] }>(tx)`
    select v.version, json_build_object('content', v.content, 'paragraph_ids', v.paragraph_ids::text) as text, k.paragraphs
    from chapters c
    join chapter_versions v on v.story_id = c.story_id and v.chapter_id = c.id and v.version = c.version,
    lateral (select json_agg(distinct paragraph) as paragraphs from comments
      where subject_id = c.id and paragraph is not null) k
    where c.id = ${chapterId} and k.paragraphs is not null`;

/**
 * Carries the comments on a chapter's paragraphs over to a version: `texts` are those of their paragraphs that it has.
 * Idempotent. A comment that is being posted holds the chapter, so none is missed.
 */
export const carryOver = (
  tx: Db,
  chapterId: string,
  version: number,
  texts: ShownParagraph[],
): Promise<void> =>
  execute(tx)`
    update comments k set is_paragraph_gone = t.id is null, quoted_version = case
      when position(rtrim(k.quote, '…') in t.own || t.following) between 1 and char_length(t.own) then ${version}
      else k.quoted_version end
    from comments o left join json_to_recordset(${JSON.stringify(texts)}::json)
      as t (id integer, own text, following text) on t.id = o.paragraph
    where k.id = o.id and o.subject_id = ${chapterId} and o.paragraph is not null`;

/** How many comments and replies are on each of these paragraphs of a chapter that has any. */
export const countByParagraph = (db: Db, chapterId: string, paragraphs: number[]) =>
  allRows<{ paragraph: number; comments: number }>(db)`
    select k.paragraph, sum(k.is_shown::integer + k.replies) as comments from comments k
    where k.subject_id = ${chapterId} and k.paragraph = any(${paragraphs}::integer[]) and not k.is_paragraph_gone
      and (k.is_shown or k.replies > 0)
    group by k.paragraph order by k.paragraph`;
