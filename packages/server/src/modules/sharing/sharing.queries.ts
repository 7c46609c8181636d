import type { Passage } from '@inkling/contract/passage-link';
import type { AppContext } from '../../platform/context.ts';
import { type Db, firstRow, sql } from '../../platform/db/db.ts';
import { isListedChapter, readerOf, visibleTo, wasPublic } from '../chapters/index.ts';

/** A published chapter, with the text that a passage was shared from and its present text. */
export interface SharedChapter {
  title: string;
  number: number;
  isMature: boolean;
  version: number;
  /** Null if the chapter is exclusive, and not for the viewer: then nothing is quoted. */
  content: string | null;
  /** Which paragraph of the content the passage begins in, from 1; null if it has gone. */
  at: number | null;
  /** Of the version that the passage was shared from; null if that is the current one, or readers never saw it. */
  then_content: string | null;
  then_at: number | null;
}

/** A published chapter with a passage's texts, as far as the viewer may see it. */
export const findSharedChapter = (
  ctx: Pick<AppContext, 'db' | 'config' | 'clock'>,
  chapterId: string,
  { version, paragraph }: Pick<Passage, 'version' | 'paragraph'>,
  viewerId: string | null,
): Promise<SharedChapter | undefined> => {
  const visible = visibleTo(viewerId === null ? null : readerOf(ctx, { id: viewerId }), 'link');
  return firstRow<SharedChapter>(ctx.db)`
    select c.title, c.published_number as number, s.audience = 'mature' as "isMature", c.version,
      v.content, array_position(v.paragraph_ids, ${paragraph}::integer) as at,
      o.content as then_content, array_position(o.paragraph_ids, ${paragraph}::integer) as then_at
    from chapters c join stories s on s.id = c.story_id
    left join chapter_versions v on v.story_id = c.story_id and v.chapter_id = c.id and v.version = c.version
      and ${visible.chapter}
    left join chapter_versions o on o.story_id = c.story_id and o.chapter_id = c.id
      and o.version = ${version}::integer and o.version <> c.version and ${visible.chapter} and ${wasPublic(sql`o.version`)}
    where c.id = ${chapterId} and c.is_published and ${visible.listed}`;
};

/**
 * The revision of its story, and one that changes with everything that a visitor sees of a chapter; undefined unless it is
 * there for everyone in this story.
 */
export const publicChapterRevision = (
  db: Db,
  storyId: string,
  chapterId: string,
): Promise<{ story: string; chapter: string } | undefined> =>
  firstRow<{ story: string; chapter: string }>(db)`
    select s.revision::text as story, s.revision || ' ' || c.xmin as chapter from chapters c join stories s on s.id = c.story_id
    where c.id = ${chapterId} and c.story_id = ${storyId} and ${isListedChapter()}`;
