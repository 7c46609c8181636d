import type { ContentFilter, Viewer } from '../../platform/context.ts';
import { sql } from '../../platform/db/db.ts';

/** What decides which public stories lists, searches and recommendations show to a viewer. */
export type ListViewer = Pick<Viewer, 'id' | 'contentFilter'> | null;

/** What visitors see: everything but mature stories. */
const visitorsFilter: ContentFilter = { showsMature: false, hiddenTags: [], hiddenWarnings: [] };

export const contentFilterOf = (viewer: ListViewer): ContentFilter => viewer?.contentFilter ?? visitorsFilter;

/** Whether the labels of a story, alias `s`, pass a filter. */
export const passesFilter = ({ showsMature, hiddenTags, hiddenWarnings }: ContentFilter) => sql<boolean>`(
    ${showsMature ? sql`true` : sql`s.audience <> 'mature'`}
    ${hiddenTags.length === 0 ? sql`` : sql`and not s.tag_keys && ${hiddenTags}::text[]`}
    ${hiddenWarnings.length === 0 ? sql`` : sql`and not s.content_warnings && ${hiddenWarnings}::text[]`})`;
