import type { Db } from '../../platform/db/db.ts';
import { keptWithin } from '../../platform/kept-within.ts';
import { presentStory } from './stories.present.ts';
import { findStories, type StoryRow } from './stories.queries.ts';
import type { ListedStanding, Standing } from './story-standing.queries.ts';

/** What a revision vouches for of a story's entity, as JSON whose braces are still open. */
interface Kept {
  story: string;
  stats: string;
}

const keptCharacters = 4 * 1024 * 1024;
const keptStories = new WeakMap<Db, ReturnType<typeof keptWithin<Kept>>>();

function keptOf(db: Db) {
  const known = keptStories.get(db);
  if (known) return known;
  const kept = keptWithin<Kept>(keptCharacters, ({ story }) => story.length);
  keptStories.set(db, kept);
  return kept;
}

function keepable(row: StoryRow): Kept {
  const { isPublished, viewCount, likes, isLiked, isBookmarked, updatedAt, stats, ...story } = presentStory(
    row,
    null,
  );
  const { views, likes: sameLikes, ...lasting } = stats;
  return { story: JSON.stringify(story).slice(0, -1), stats: JSON.stringify(lasting).slice(0, -1) };
}

/** The entity: what is kept, and what the database has just said. */
const joined = ({ story, stats }: Kept, now: Standing): string =>
  `${story},"isPublished":${now.is_published},"viewCount":${now.views},"likes":${now.likes},"isLiked":${now.is_liked},"isBookmarked":${now.is_bookmarked},"updatedAt":"${now.updated_at.toISOString()}","stats":${stats},"views":${now.views},"likes":${now.likes}}}`;

/** One story as JSON, when what its revision vouches for is in memory. */
export function keptAsJson(db: Db, id: string, standing: Standing): string | undefined {
  const kept = standing.is_own ? undefined : keptOf(db).get(`${id} ${standing.revision}`);
  return kept && joined(kept, standing);
}

/**
 * Stories as JSON, in the order of their standings. What their revision vouches for comes from memory; an
 * author's own stories, in which drafts count, are loaded. One that has just been deleted is left out.
 */
export async function storiesAsJson(
  db: Db,
  standings: ListedStanding[],
  viewerId: string | null,
): Promise<string[]> {
  const kept = keptOf(db);
  const found = new Map<string, Kept>();
  const missing: string[] = [];
  for (const standing of standings) {
    const known = standing.is_own ? undefined : kept.get(`${standing.id} ${standing.revision}`);
    if (known === undefined) missing.push(standing.id);
    else found.set(standing.id, known);
  }
  const rows = await findStories(db, missing, viewerId);
  for (const row of rows.values()) {
    if (row.author_id === viewerId) continue;
    const entity = keepable(row);
    found.set(row.id, entity);
    kept.set(`${row.id} ${row.revision}`, entity);
  }
  return standings.flatMap((standing) => {
    const row = rows.get(standing.id);
    if (row !== undefined && standing.is_own) return [JSON.stringify(presentStory(row, viewerId))];
    const entity = found.get(standing.id);
    return entity === undefined ? [] : [joined(entity, standing)];
  });
}
