import type { RequestContext, Viewer } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { perInstance } from '../../platform/per-instance.ts';
import { revisionCache } from '../../platform/revision-cache.ts';
import { readPlace } from './comment-lists.ts';
import { isFoldedPlace } from './comments.policy.ts';
import { countByParagraph } from './passages.queries.ts';

type Counts = Map<number, number>;

const cacheBytes = 2 * 1024 * 1024;
const counts = perInstance((_db: Db) => revisionCache(cacheBytes, (of: Counts) => 200 + 50 * of.size));

/** How many comments these paragraphs of a chapter have; none are counted for a reader who has not reached it. */
export async function countOnParagraphs(
  { db }: RequestContext,
  viewer: Viewer,
  chapterId: string,
  paragraphs: number[],
): Promise<{ paragraph: number; comments: number }[]> {
  const place = await readPlace(db, viewer, { storyId: null, chapterId });
  if (place.shown === 0 || isFoldedPlace(viewer, place)) return [];
  const all = await counts(db).load(
    chapterId,
    place.revision,
    async () => new Map((await countByParagraph(db, chapterId)).map((row) => [row.paragraph, row.comments])),
  );
  return [...new Set(paragraphs)]
    .map((paragraph) => ({ paragraph, comments: all.get(paragraph) ?? 0 }))
    .filter(({ comments }) => comments > 0);
}
