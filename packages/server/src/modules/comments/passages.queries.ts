import { type Db, sql } from '../../platform/db/db.ts';
import { wasPublic } from '../chapters/index.ts';
import './comments.table.ts';
import type { VersionText } from './passage-text.ts';

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

/** The ids of the paragraphs of a chapter's current text. */
const currentParagraphs = (chapterId: string) => sql`
  select unnest(v.paragraph_ids) as paragraph from chapters c join chapter_versions v
    on v.story_id = c.story_id and v.chapter_id = c.id and v.version = c.version
  where c.id = ${chapterId}`;

/** Whether the current text of a chapter has a paragraph. */
export const hasParagraph = async (tx: Db, chapterId: string, paragraph: number): Promise<boolean> => {
  const { rows } = await sql`
    select where ${paragraph} in (${currentParagraphs(chapterId)})`.execute(tx);
  return rows.length > 0;
};

/**
 * Marks the comments on paragraphs that a chapter's current text no longer has, and unmarks those on paragraphs that it
 * has again; idempotent. A comment that is being posted holds the chapter, so none is missed.
 */
export const markGoneParagraphs = async (tx: Db, chapterId: string): Promise<void> => {
  await sql`
    with present as materialized (${currentParagraphs(chapterId)})
    update comments k set is_paragraph_gone = not k.is_paragraph_gone
    where k.subject_id = ${chapterId} and k.paragraph is not null
      and k.is_paragraph_gone <> (k.paragraph not in (select paragraph from present))`.execute(tx);
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
