import { searchLimits } from '@inkling/contract/limits';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { allRows, type Db, sql } from '../../platform/db/db.ts';
import { readerOf, visibleTo } from '../chapters/index.ts';
import { fits } from './matches.queries.ts';
import type { Terms } from './query-forms.ts';

export interface ChapterInStoryRow {
  id: string;
  title: string;
  number: number;
  language: string;
  author_id: string;
  is_ahead: boolean;
  /** The first pieces of its text that match. */
  texts: string[];
}

/**
 * The next published chapters of a story in which all words are found, in their order; one more than a page has. Reads the
 * story's pieces in the order of its chapters, and stops when it has found enough.
 */
export const findInStory = async (
  ctx: RequestContext,
  db: Db,
  viewer: Viewer,
  { storyId, query, after }: { storyId: string; query: readonly Terms[]; after: number },
): Promise<ChapterInStoryRow[]> => {
  const visible = visibleTo(readerOf(ctx, viewer), 'link');
  const matches = sql`from search_pieces p where p.story_id = ${storyId} and p.chapter_id = f.id and p.piece > 0
    and p.version = f.version and p.doc @@ ${fits(query, 'p')}`;
  return allRows<ChapterInStoryRow>(db)`
    select f.id, f.title, f.number, f.language, f.author_id, f.is_ahead,
      array(select p.text ${matches} order by p.piece limit 2) as texts
    from (
      select c.id, c.title, c.published_number as number, c.version, s.language, s.author_id,
        ${visible.isAhead} as is_ahead
      from chapters c join stories s on s.id = c.story_id
      where s.id = ${storyId} and c.is_published and c.published_number > ${after} and ${visible.chapter}
      order by c.published_number offset 0) f
    where exists (select ${matches})
    limit ${searchLimits.inStory + 1}`;
};
