import type { Story } from '@inkling/contract/stories';
import type { AppContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { joinJson, jsonOf } from '../../platform/http/sent-json.ts';
import { perInstance } from '../../platform/per-instance.ts';
import type { PolicyViewer } from '../../platform/policy.ts';
import { revisionCache } from '../../platform/revision-cache.ts';
import { canRead, isAuthor } from './stories.policy.ts';
import { averageOf, presentStory } from './stories.present.ts';
import { findStories, type StoryState } from './stories.queries.ts';
import type { ListedViewerState } from './viewer-state.queries.ts';

interface CachedStory {
  story: Story;
  /** The JSON of its card, which has the summary as description, without what `stateFields` adds. */
  card: Buffer;
}

/** The approximate size in memory. */
const bytesOf = ({ story: { title, description, summary }, card }: CachedStory): number =>
  2000 + 2 * (title.length + description.length + summary.length) + card.length;

/** Stories as visitors see them, without marks of a viewer. */
const visitorStories = perInstance((_db: Db) => revisionCache(bytesOf));

function cachedStory(story: Story): CachedStory {
  const { viewCount, likes, isLiked, isBookmarked, stats, ...lasting } = story;
  return { story, card: jsonOf({ ...lasting, description: story.summary }) };
}

/** What changes without the story's revision, and the viewer's own marks. */
const stateFields = ({ stats }: Story, state: StoryState) => ({
  viewCount: state.views,
  likes: state.likes,
  isLiked: state.is_liked,
  isBookmarked: state.is_bookmarked,
  stats: {
    ...stats,
    averageRating: averageOf(state.ratings, state.rating_sum),
    ratingsCount: state.ratings,
    views: state.views,
    likes: state.likes,
  },
});

/**
 * The stories of these states by id, from the cache where the revision is current. An author's own stories, whose counts
 * include drafts, are loaded. A story that was just deleted or unpublished is missing.
 */
async function loadStories(
  { db, config }: Pick<AppContext, 'db' | 'config'>,
  states: ListedViewerState[],
  viewer: PolicyViewer,
): Promise<Map<string, CachedStory>> {
  const cache = visitorStories(db);
  const found = new Map<string, CachedStory>();
  const missing: string[] = [];
  for (const state of states) {
    const cached = isAuthor(viewer, state) ? undefined : cache.get(state.id, state.revision);
    if (cached === undefined) missing.push(state.id);
    else found.set(state.id, cached);
  }
  for (const [id, row] of await findStories(db, missing, null)) {
    // It may have been unpublished since its state was queried.
    if (!canRead(viewer, row)) continue;
    const story = cachedStory(presentStory(config, row, viewer));
    found.set(id, story);
    if (!isAuthor(viewer, row)) cache.set(id, row.revision, story);
  }
  return found;
}

/** Whole stories in the order of their states. */
export async function presentStories(
  ctx: Pick<AppContext, 'db' | 'config'>,
  states: ListedViewerState[],
  viewer: PolicyViewer,
): Promise<Story[]> {
  const found = await loadStories(ctx, states, viewer);
  return states.flatMap((state) => {
    const { story } = found.get(state.id) ?? {};
    return story === undefined ? [] : [{ ...story, ...stateFields(story, state) }];
  });
}

/** The JSON of story cards by id, in the order of their states: stories of the contract with the summary as description. */
export async function cardsOf(
  ctx: Pick<AppContext, 'db' | 'config'>,
  states: ListedViewerState[],
  viewer: PolicyViewer,
): Promise<Map<string, Buffer>> {
  const found = await loadStories(ctx, states, viewer);
  return new Map(
    states.flatMap((state) => {
      const { story, card } = found.get(state.id) ?? {};
      return story === undefined || card === undefined
        ? []
        : [[state.id, joinJson(card, stateFields(story, state))]];
    }),
  );
}
