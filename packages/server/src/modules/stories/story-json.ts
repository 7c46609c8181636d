import { boundedCache } from '../../platform/bounded-cache.ts';
import type { Config } from '../../platform/config.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { presentStory } from './stories.present.ts';
import { findStories, type StoryRow } from './stories.queries.ts';
import type { ListedViewerState, ViewerState } from './viewer-state.queries.ts';

/** The part of a story's JSON that is valid for a revision, without closing braces; `stats` is ASCII. */
interface CachedStory {
  revision: number;
  story: Buffer;
  stats: string;
}

const cacheBytes = 4 * 1024 * 1024;
const caches = new WeakMap<Db, ReturnType<typeof boundedCache<CachedStory>>>();

function cacheOf(db: Db) {
  const existing = caches.get(db);
  if (existing) return existing;
  const cache = boundedCache<CachedStory>(cacheBytes, ({ story }) => story.length);
  caches.set(db, cache);
  return cache;
}

function toCached(config: Config, row: StoryRow): CachedStory {
  const { isPublished, viewCount, likes, isLiked, isBookmarked, stats, ...story } = presentStory(
    config,
    row,
    null,
  );
  const { views, likes: sameLikes, ...cacheable } = stats;
  return {
    revision: row.revision,
    story: Buffer.from(JSON.stringify(story).slice(0, -1)),
    stats: JSON.stringify(cacheable).slice(0, -1),
  };
}

/** The cached JSON, if it has the current revision; never for authors, whose counts include drafts. */
function findCached(db: Db, id: string, state: ViewerState): CachedStory | undefined {
  if (state.is_own) return undefined;
  const cached = cacheOf(db).get(id);
  return cached?.revision === state.revision ? cached : undefined;
}

/** Joins the cached bytes and the current counters and marks between `head` and `tail`, both ASCII. */
function joinJson({ story, stats }: CachedStory, now: ViewerState, head = '', tail = ''): Buffer {
  const current = `,"isPublished":${now.is_published},"viewCount":${now.views},"likes":${now.likes},"isLiked":${now.is_liked},"isBookmarked":${now.is_bookmarked},"stats":${stats},"views":${now.views},"likes":${now.likes}}}${tail}`;
  const json = Buffer.allocUnsafe(head.length + story.length + current.length);
  json.write(head, 0, 'latin1');
  story.copy(json, head.length);
  json.write(current, head.length + story.length, 'latin1');
  return json;
}

/** One story as JSON between `head` and `tail`, both ASCII, if its current revision is cached. */
export function cachedJson(
  db: Db,
  id: string,
  state: ViewerState,
  head: string,
  tail: string,
): Buffer | undefined {
  const cached = findCached(db, id, state);
  return cached && joinJson(cached, state, head, tail);
}

/**
 * Stories as JSON, in the order of their states, from the cache where the revision is current. An author's own
 * stories, whose counts include drafts, are loaded. A story that was just deleted or unpublished is omitted.
 */
export async function storiesAsJson(
  { db, config }: AppContext,
  states: ListedViewerState[],
  viewerId: string | null,
): Promise<Buffer[]> {
  const found = new Map<string, CachedStory>();
  const missing: string[] = [];
  for (const state of states) {
    const known = findCached(db, state.id, state);
    if (known === undefined) missing.push(state.id);
    else found.set(state.id, known);
  }
  const rows = await findStories(db, missing, viewerId);
  for (const row of rows.values()) {
    // Unpublished since its state was queried: only its author may see it now.
    if (row.author_id === viewerId || !row.is_published) continue;
    const entity = toCached(config, row);
    found.set(row.id, entity);
    cacheOf(db).set(row.id, entity);
  }
  return states.flatMap((state) => {
    const row = rows.get(state.id);
    if (row !== undefined && state.is_own)
      return [Buffer.from(JSON.stringify(presentStory(config, row, viewerId)))];
    const entity = found.get(state.id);
    return entity === undefined ? [] : [joinJson(entity, state)];
  });
}
