import { type Db, firstRow, sql } from '../../platform/db/db.ts';
import { contentFilterOf, type ListViewer, passesFilter } from './content-filter.queries.ts';

/** Who sees a story. Its alias is `s`. */

/** Whether everyone may read a story. */
export const isPublicStory = () => sql<boolean>`(s.is_published and s.deleted_at is null)`;

/** Whether a reader may open a story: it is public, or their own and not deleted. */
export const isReadableBy = (viewerId: string) =>
  sql<boolean>`(s.deleted_at is null and (s.is_published or s.author_id = ${viewerId}))`;

/**
 * Whether lists, searches and recommendations show a story to a viewer: published, and not hidden by the viewer,
 * unless it is their own (docs/product/labels.md#what-a-reader-sees). Every query that lists stories contains it.
 */
export function isShownTo(viewer: ListViewer) {
  const passes = passesFilter(contentFilterOf(viewer));
  if (viewer === null) return sql<boolean>`(${isPublicStory()} and ${passes})`;
  return sql<boolean>`(${isPublicStory()} and (s.author_id = ${viewer.id} or (${passes}
    and not exists (select from hidden_stories h where h.user_id = ${viewer.id} and h.story_id = s.id))))`;
}

/** What decides who may change a story; undefined for one in the trash. */
export const findOwned = (db: Db, id: string) =>
  firstRow<{ author_id: string; is_published: boolean }>(db)`
    select author_id, is_published from stories where id = ${id} and deleted_at is null`;
