import type { Viewer } from '../../platform/context.ts';
import { sql } from '../../platform/db/db.ts';
import './stories.table.ts';

/** The rules of stories.policy.ts in SQL; the story's alias is `s`. */

/** Whether everyone may read a story. */
export const isPublicStory = () => sql<boolean>`(s.is_published and s.deleted_at is null)`;

/** What decides which public stories lists, searches and recommendations show to a viewer. */
export type ListViewer = Pick<Viewer, 'id' | 'contentFilter'> | null;

/**
 * Whether lists, searches and recommendations show a story to a viewer: published, and nothing that the viewer hides.
 * Visitors see no mature stories (docs/product/labels.md#what-a-reader-sees).
 */
export function isShownTo(viewer: ListViewer) {
  if (viewer === null) return sql<boolean>`(${isPublicStory()} and s.audience <> 'mature')`;
  const { showsMature, hiddenTags, hiddenWarnings } = viewer.contentFilter;
  return sql<boolean>`(${isPublicStory()} and (s.author_id = ${viewer.id} or (
    ${showsMature ? sql`true` : sql`s.audience <> 'mature'`}
    ${hiddenTags.length === 0 ? sql`` : sql`and not s.tag_keys && ${hiddenTags}::text[]`}
    ${hiddenWarnings.length === 0 ? sql`` : sql`and not s.content_warnings && ${hiddenWarnings}::text[]`}
    and not exists (select from hidden_stories h where h.user_id = ${viewer.id} and h.story_id = s.id))))`;
}
