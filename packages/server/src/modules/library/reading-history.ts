import { libraryLimits } from '@inkling/contract/limits';
import type { HistoryItem } from '@inkling/contract/reading-history';
import type { Story } from '@inkling/contract/stories';
import { z } from 'zod';
import type { AppContext, RequestContext, Viewer } from '../../platform/context.ts';
import { localTimeAt } from '../../platform/days.ts';
import { transaction } from '../../platform/db/db.ts';
import { emit } from '../../platform/events/emit.ts';
import { decodePosition, encodePosition } from '../../platform/list-position.ts';
import { presentStories } from '../stories/index.ts';
import { historyDayDeleted, historyDeleted, historyItemDeleted } from './library.events.ts';
import * as queries from './reading-history.queries.ts';

const position = z
  .tuple([z.iso.datetime(), z.iso.date(), z.iso.datetime(), z.uuid()])
  .transform(
    ([until, day, lastRead, storyId]): queries.HistoryPosition => ({ until, day, lastRead, storyId }),
  );

function presentItem(row: queries.HistoryRow, story: Story | undefined, zone: string): HistoryItem {
  return {
    day: row.day,
    storyId: row.story_id,
    lastRead: row.last_read.toISOString(),
    story: story
      ? {
          _id: story._id,
          title: story.title,
          language: story.language,
          coverImage: story.coverImage,
          ...(story.coverStyle && { coverStyle: story.coverStyle }),
          author: story.author,
        }
      : null,
    chapterCount: row.chapter_count,
    secondsRead: Math.round(row.seconds_read),
    chapters: row.chapters.map(({ id, at, title, number }) => ({
      _id: id,
      at: new Date(at).toISOString(),
      time: localTimeAt(zone, new Date(at)).time,
      chapter:
        story === undefined || title === null || number === null
          ? null
          : { _id: id, title, chapterNumber: number },
    })),
  };
}

/** One page of what the viewer read, by day and story, newest first (docs/product/reading-history.md#list). */
export async function listHistory(
  ctx: RequestContext,
  viewer: Viewer,
  { after, limit }: { after?: string | undefined; limit: number },
): Promise<{ data: HistoryItem[]; next: string | null; isOn: boolean }> {
  const from = after === undefined ? null : decodePosition(after, position);
  const [rows, isOn] = await Promise.all([
    queries.listHistory(ctx.db, viewer.id, { after: from, limit: limit + 1 }),
    queries.keepsHistory(ctx.db, viewer.id),
  ]);
  const shown = rows.slice(0, limit);
  // Each story once, although several days may have it.
  const states = new Map(shown.flatMap(({ story }) => (story === null ? [] : [[story.id, story]])));
  const present = await presentStories(ctx, [...states.values()], viewer);
  const stories = new Map(present.map((story) => [story._id, story]));
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    data: shown.map((row) => presentItem(row, stories.get(row.story_id), viewer.timeZone)),
    next: last === undefined ? null : encodePosition(positionOf(ctx, last, from, rows)),
    isOn,
  };
}

/** The first page determines what all pages show: what was read until then. */
function positionOf(
  ctx: RequestContext,
  last: queries.HistoryRow,
  from: queries.HistoryPosition | null,
  rows: queries.HistoryRow[],
): z.input<typeof position> {
  // A wrong clock may have written times in the future.
  const latest = Math.max(ctx.clock.now().getTime(), ...rows.map(({ last_read }) => last_read.getTime()));
  const until = from?.until ?? new Date(latest).toISOString();
  return [until, last.day, last.last_read.toISOString(), last.story_id];
}

/** Deletes what the viewer read: everything, on a day, or of a story on a day; deleting twice has no further effect. */
export const deleteHistory = (
  ctx: RequestContext,
  viewer: Viewer,
  of: { day?: string; storyId?: string } = {},
): Promise<void> =>
  transaction(ctx.db, async (tx) => {
    await queries.lockReader(tx, viewer.id);
    await queries.deleteHistory(tx, viewer.id, of);
    const { day, storyId } = of;
    const readerId = viewer.id;
    if (day === undefined) await emit(ctx, tx, historyDeleted, { readerId });
    else if (storyId === undefined) await emit(ctx, tx, historyDayDeleted, { readerId, day });
    else await emit(ctx, tx, historyItemDeleted, { readerId, day, storyId });
  });

/** Deletes a reader's oldest rows if there are too many; `rows` is null if none was added. */
export async function limitHistory(
  { db }: Pick<AppContext, 'db'>,
  userId: string,
  rows: number | null,
): Promise<void> {
  if (rows !== null && rows > libraryLimits.history) await queries.deleteOldest(db, userId);
}
