import type { Story } from '@inkling/contract/stories';
import type { AppContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { perInstance } from '../../platform/per-instance.ts';
import type { PolicyViewer } from '../../platform/policy.ts';
import { revisionCache } from '../../platform/revision-cache.ts';
import { canRead, isAuthor } from './stories.policy.ts';
import { averageOf, presentStory } from './stories.present.ts';
import { findStories } from './stories.queries.ts';
import type { ListedViewerState, ViewerState } from './viewer-state.queries.ts';

const cacheBytes = 4 * 1024 * 1024;
/** The approximate size in memory. */
const bytesOf = ({ title, description, summary }: Story): number =>
  2000 + 2 * (title.length + description.length + summary.length);

/** Stories as visitors see them, without marks of a viewer. */
const visitorStories = perInstance((_db: Db) => revisionCache(cacheBytes, bytesOf));

const withState = (story: Story, state: ViewerState): Story => {
  const { views, likes, ratings, rating_sum, is_liked, is_bookmarked } = state;
  return {
    ...story,
    viewCount: views,
    likes,
    isLiked: is_liked,
    isBookmarked: is_bookmarked,
    stats: {
      ...story.stats,
      averageRating: averageOf(ratings, rating_sum),
      ratingsCount: ratings,
      views,
      likes,
    },
  };
};

/**
 * Stories in the order of their states, from the cache where the revision is current. An author's own stories, whose
 * counts include drafts, are loaded. A story that was just deleted or unpublished is omitted.
 */
export async function presentStories(
  { db, config }: Pick<AppContext, 'db' | 'config'>,
  states: ListedViewerState[],
  viewer: PolicyViewer,
): Promise<Story[]> {
  const cache = visitorStories(db);
  const found = new Map<string, Story>();
  for (const state of states) {
    const cached = isAuthor(viewer, state) ? undefined : cache.get(state.id, state.revision);
    if (cached !== undefined) found.set(state.id, cached);
  }
  const missing = states.filter(({ id }) => !found.has(id));
  const rows = await findStories(
    db,
    missing.map(({ id }) => id),
    null,
  );
  for (const { id } of missing) {
    const row = rows.get(id);
    // It may have been unpublished since its state was queried.
    if (row === undefined || !canRead(viewer, row)) continue;
    const story = presentStory(config, row, viewer);
    found.set(id, story);
    if (!isAuthor(viewer, row)) cache.set(id, row.revision, story);
  }
  return states.flatMap((state) => {
    const story = found.get(state.id);
    return story === undefined ? [] : [withState(story, state)];
  });
}
