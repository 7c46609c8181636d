import type { Story } from '@inkling/contract/stories';
import type { AppContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { perInstance } from '../../platform/per-instance.ts';
import { revisionCache } from '../../platform/revision-cache.ts';
import { presentStory } from './stories.present.ts';
import { findStories } from './stories.queries.ts';
import type { ListedViewerState, ViewerState } from './viewer-state.queries.ts';

const cacheBytes = 8 * 1024 * 1024;
/** The approximate size in memory. */
const bytesOf = ({ title, description, summary }: Story): number =>
  2000 + 2 * (title.length + description.length + summary.length);

/** Stories as visitors see them, without marks of a viewer. */
const visitorStories = perInstance((_db: Db) => revisionCache(cacheBytes, bytesOf));

const withState = (story: Story, { views, likes, is_liked, is_bookmarked }: ViewerState): Story => ({
  ...story,
  viewCount: views,
  likes,
  isLiked: is_liked,
  isBookmarked: is_bookmarked,
  stats: { ...story.stats, views, likes },
});

/**
 * Stories in the order of their states, from the cache where the revision is current. An author's own stories, whose
 * counts include drafts, are loaded. A story that was just deleted or unpublished is omitted.
 */
export async function presentStories(
  { db, config }: Pick<AppContext, 'db' | 'config'>,
  states: ListedViewerState[],
  viewerId: string | null,
): Promise<Story[]> {
  const cache = visitorStories(db);
  const found = new Map<string, Story>();
  for (const { id, revision, is_own } of states) {
    const cached = is_own ? undefined : cache.get(id, revision);
    if (cached !== undefined) found.set(id, cached);
  }
  const missing = states.filter(({ id }) => !found.has(id));
  const rows = await findStories(
    db,
    missing.map(({ id }) => id),
    null,
  );
  for (const { id, is_own } of missing) {
    const row = rows.get(id);
    // Unpublished since its state was queried: only its author may see it now.
    if (row === undefined || (!is_own && !row.is_published)) continue;
    const story = presentStory(config, row, is_own ? viewerId : null);
    found.set(id, story);
    if (!is_own) cache.set(id, row.revision, story);
  }
  return states.flatMap((state) => {
    const story = found.get(state.id);
    return story === undefined ? [] : [withState(story, state)];
  });
}
