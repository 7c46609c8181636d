import { boundedCache } from '../../platform/bounded-cache.ts';
import type { Config } from '../../platform/config.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { presentStory } from './stories.present.ts';
import { findStories, type StoryRow } from './stories.queries.ts';
import type { ListedViewerState, ViewerState } from './viewer-state.queries.ts';

/** What a revision vouches for of a story's entity, as JSON whose braces are still open; numbers alone are in `stats`. */
interface Kept {
  revision: number;
  story: Buffer;
  stats: string;
}

const keptBytes = 4 * 1024 * 1024;
const keptStories = new WeakMap<Db, ReturnType<typeof boundedCache<Kept>>>();

function keptOf(db: Db) {
  const known = keptStories.get(db);
  if (known) return known;
  const kept = boundedCache<Kept>(keptBytes, ({ story }) => story.length);
  keptStories.set(db, kept);
  return kept;
}

function keepable(config: Config, row: StoryRow): Kept {
  const { isPublished, viewCount, likes, isLiked, isBookmarked, stats, ...story } = presentStory(
    config,
    row,
    null,
  );
  const { views, likes: sameLikes, ...lasting } = stats;
  return {
    revision: row.revision,
    story: Buffer.from(JSON.stringify(story).slice(0, -1)),
    stats: JSON.stringify(lasting).slice(0, -1),
  };
}

/** What is kept of the revision that stands; never for authors, whose drafts count for them. */
function keptFor(db: Db, id: string, standing: ViewerState): Kept | undefined {
  if (standing.is_own) return undefined;
  const kept = keptOf(db).get(id);
  return kept?.revision === standing.revision ? kept : undefined;
}

/** The entity between `head` and `tail`, both ASCII: what is kept as bytes, and what the database has just said. */
function joined({ story, stats }: Kept, now: ViewerState, head = '', tail = ''): Buffer {
  const said = `,"isPublished":${now.is_published},"viewCount":${now.views},"likes":${now.likes},"isLiked":${now.is_liked},"isBookmarked":${now.is_bookmarked},"stats":${stats},"views":${now.views},"likes":${now.likes}}}${tail}`;
  const whole = Buffer.allocUnsafe(head.length + story.length + said.length);
  whole.write(head, 0, 'latin1');
  story.copy(whole, head.length);
  whole.write(said, head.length + story.length, 'latin1');
  return whole;
}

/** One story as JSON between `head` and `tail`, both ASCII, when what its revision vouches for is in memory. */
export function cachedJson(
  db: Db,
  id: string,
  standing: ViewerState,
  head: string,
  tail: string,
): Buffer | undefined {
  const kept = keptFor(db, id, standing);
  return kept && joined(kept, standing, head, tail);
}

/**
 * Stories as JSON, in the order of their standings. What their revision vouches for comes from memory; an
 * author's own stories, in which drafts count, are loaded. One that has just been deleted or unpublished is left out.
 */
export async function storiesAsJson(
  { db, config }: AppContext,
  standings: ListedViewerState[],
  viewerId: string | null,
): Promise<Buffer[]> {
  const found = new Map<string, Kept>();
  const missing: string[] = [];
  for (const standing of standings) {
    const known = keptFor(db, standing.id, standing);
    if (known === undefined) missing.push(standing.id);
    else found.set(standing.id, known);
  }
  const rows = await findStories(db, missing, viewerId);
  for (const row of rows.values()) {
    // Unpublished since its standing was asked for: what it has become is its author's alone.
    if (row.author_id === viewerId || !row.is_published) continue;
    const entity = keepable(config, row);
    found.set(row.id, entity);
    keptOf(db).set(row.id, entity);
  }
  return standings.flatMap((standing) => {
    const row = rows.get(standing.id);
    if (row !== undefined && standing.is_own)
      return [Buffer.from(JSON.stringify(presentStory(config, row, viewerId)))];
    const entity = found.get(standing.id);
    return entity === undefined ? [] : [joined(entity, standing)];
  });
}
