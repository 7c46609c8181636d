import { seriesLimits } from '@inkling/contract/limits';
import { type Pagination, paginate } from '@inkling/contract/page';
import type {
  createSeries as createCall,
  OwnSeries,
  PlaceInSeries,
  Series,
  updateSeries as updateCall,
} from '@inkling/contract/series';
import type { z } from 'zod';
import { AppError, notFound, requireFound } from '../../platform/app-error.ts';
import type { AppContext, RequestContext, Viewer } from '../../platform/context.ts';
import { createOnce } from '../../platform/create-once.ts';
import { type Db, transaction } from '../../platform/db/db.ts';
import { nextId } from '../../platform/screening.queries.ts';
import { screening } from '../../platform/screening.ts';
import { findStories, presentShown, requireReadable as requireStory } from '../stories/index.ts';
import * as follows from '../story-follows/index.ts';
import { findPublicPerson, lockPerson } from '../users/index.ts';
import { requireEditable, requireReadable } from './series.policy.ts';
import * as queries from './series.queries.ts';

/** The series with their stories as story cards. */
async function present(
  ctx: RequestContext,
  viewer: Viewer | null,
  rows: queries.SeriesRow[],
): Promise<Series[]> {
  const ids = rows.flatMap(({ stories }) => stories);
  const found = new Map((await presentShown(ctx, viewer, ids)).map((story) => [story._id, story]));
  return rows.map(({ id, name, description, author, shown, stories, isFollowing, withheld, updated_at }) => ({
    _id: id,
    name,
    description,
    author,
    storyCount: shown,
    stories: stories.flatMap((storyId) => {
      const story = found.get(storyId);
      return story === undefined ? [] : [{ ...story, description: story.summary }];
    }),
    isFollowing,
    withheld,
    updatedAt: updated_at.toISOString(),
  }));
}

export async function getSeries(ctx: RequestContext, viewer: Viewer | null, id: string): Promise<Series> {
  const row = requireReadable(viewer, await queries.findSeries(ctx.db, viewer, id));
  const [series] = await present(ctx, viewer, [row]);
  if (series === undefined) throw notFound('Series');
  return series;
}

/** Follows each story of a series that the viewer can see, and those that are added later. */
export const followSeries = (ctx: RequestContext, viewer: Viewer, id: string) =>
  transaction(ctx.db, async (tx) => {
    const { stories } = requireReadable(viewer, await queries.findSeries(tx, viewer, id));
    const [first, ...others] = stories;
    if (first === undefined) throw notFound('Series');
    await follows.followSeries(ctx, tx, viewer, id, [first, ...others]);
    return { isFollowing: true };
  });

/** Unfollows a series and its stories, even if it is no longer available; idempotent. */
export const unfollowSeries = (ctx: RequestContext, viewer: Viewer, id: string) =>
  transaction(ctx.db, async (tx) => {
    if (!(await follows.removeSeriesFollow(tx, viewer.id, id)))
      requireReadable(viewer, await queries.findSeries(tx, viewer, id));
    return { isFollowing: false };
  });

/** NOT_FOUND if others do not see the person. */
export async function listOf(
  ctx: RequestContext,
  viewer: Viewer | null,
  username: string,
  { page, limit }: { page: number; limit: number },
): Promise<{ data: Series[]; pagination: Pagination }> {
  const person = requireFound(await findPublicPerson(ctx.db, username), 'Person');
  const [rows, total] = await Promise.all([
    queries.listSeriesOf(ctx.db, viewer, person.id, { page, limit }),
    queries.countSeriesOf(ctx.db, viewer, person.id),
  ]);
  return { data: await present(ctx, viewer, rows), pagination: paginate(page, limit, total) };
}

/** NOT_FOUND if the viewer may not open the story; null if it is in no series. */
export async function getPlace(
  ctx: RequestContext,
  viewer: Viewer | null,
  storyId: string,
): Promise<PlaceInSeries | null> {
  const id = storyId.toLowerCase();
  requireStory(viewer, (await findStories(ctx.db, [id], null)).get(id));
  return (await queries.findPlace(ctx.db, viewer, id)) ?? null;
}

export async function listMine(ctx: RequestContext, viewer: Viewer) {
  const [data, others] = await Promise.all([
    queries.listOwn(ctx.db, viewer.id),
    queries.listOthers(ctx.db, viewer.id),
  ]);
  return { data, others };
}

async function getOwn(db: Db, viewer: Viewer, id: string): Promise<OwnSeries> {
  const [own] = await queries.listOwn(db, viewer.id, id);
  if (own === undefined) throw notFound('Series');
  return own;
}

/** Screens what an author says of a series; resolves to what withholds it if it is to be held. */
async function screenWords(
  ctx: AppContext,
  tx: Db,
  viewer: Viewer,
  { id, name, description }: Pick<queries.SeriesRow, 'id' | 'name' | 'description'>,
  isNew: boolean,
): Promise<() => Promise<unknown>> {
  const text = description === '' ? name : `${name}\n${description}`;
  const hold = await screening(ctx).screen(ctx, tx, viewer, { kind: 'series', id, text, isNew });
  return async () => hold?.();
}

type NewSeries = z.output<(typeof createCall)['body']>;

/** Creates a series; undefined if its id is in use. */
async function insertSeries(
  ctx: AppContext,
  tx: Db,
  viewer: Viewer,
  { _id, name, description }: NewSeries,
): Promise<string | undefined> {
  const now = ctx.clock.now();
  const id = _id ?? (await nextId(tx));
  const hold = await screenWords(ctx, tx, viewer, { id, name, description }, true);
  const row = { id, author_id: viewer.id, name, description, created_at: now, updated_at: now };
  const created = await queries.insertSeries(tx, row);
  if (created === undefined) return undefined;
  if ((await queries.countOwned(tx, viewer.id)) > seriesLimits.perPerson)
    throw new AppError('QUOTA_REACHED', 'You can have at most 100 series. Delete one to create another.');
  await hold();
  return created;
}

/** Sets the stories of a series; its followers follow what is new. */
async function setStories(
  ctx: AppContext,
  tx: Db,
  row: Pick<queries.SeriesRow, 'id' | 'author_id'>,
  stories: string[],
) {
  await queries.setStories(tx, row, stories, ctx.clock.now());
  await follows.followNewPartsOf(ctx, tx, { seriesId: row.id });
}

/**
 * Adds a new story at the end of the author's series of this name, which is created if there is none. Returns why it
 * could not be added; null if it was.
 */
export async function addToSeries(
  ctx: AppContext,
  tx: Db,
  viewer: Viewer,
  name: string,
  storyId: string,
): Promise<string | null> {
  await lockPerson(tx, viewer.id);
  const all = await queries.listOwn(tx, viewer.id);
  const found = all.find((one) => one.name.toLowerCase() === name.toLowerCase());
  const stories = [...(found?.stories ?? []).map(({ _id }) => _id), storyId];
  if (stories.length > seriesLimits.stories)
    return `The story wasn’t added to the series “${name}” because the series is full.`;
  if (found === undefined && all.length >= seriesLimits.perPerson)
    return `The story wasn’t added to the series “${name}”, which couldn’t be created: you have ${seriesLimits.perPerson} series already.`;
  const id = found?._id ?? (await insertSeries(ctx, tx, viewer, { name, description: '' }));
  if (id === undefined) throw new Error('A new id is in use.');
  await setStories(ctx, tx, { id, author_id: viewer.id }, stories);
  return null;
}

export async function createSeries(
  ctx: RequestContext,
  viewer: Viewer,
  { _id, name, description }: NewSeries,
): Promise<OwnSeries> {
  const id = await transaction(ctx.db, async (tx) => {
    await lockPerson(tx, viewer.id);
    return createOnce(ctx, _id, {
      isSame: (chosen) => queries.isSeriesOf(tx, chosen, viewer.id),
      create: () => insertSeries(ctx, tx, viewer, { _id, name, description }),
    });
  });
  return getOwn(ctx.db, viewer, id);
}

/** Changes the viewer's series. The lock on the person lets only one change of all of their series happen at a time. */
const change = (
  ctx: RequestContext,
  viewer: Viewer,
  id: string,
  make: (tx: Db, row: queries.SeriesRow) => Promise<unknown>,
): Promise<void> =>
  transaction(ctx.db, async (tx) => {
    await lockPerson(tx, viewer.id);
    await make(tx, requireEditable(viewer, await queries.findSeries(tx, viewer, id)));
  });

export async function updateSeries(
  ctx: RequestContext,
  viewer: Viewer,
  id: string,
  { name, description }: z.output<(typeof updateCall)['body']>,
): Promise<OwnSeries> {
  await change(ctx, viewer, id, async (tx, row) => {
    const words = { id, name: name ?? row.name, description: description ?? row.description };
    const hold = await screenWords(ctx, tx, viewer, words, false);
    await queries.updateSeries(tx, id, { name, description, updated_at: ctx.clock.now() });
    await hold();
  });
  return getOwn(ctx.db, viewer, id);
}

export const deleteSeries = (ctx: RequestContext, viewer: Viewer, id: string): Promise<void> =>
  change(ctx, viewer, id, async (tx) => {
    await screening(ctx).drop(ctx, tx, 'series', id);
    await queries.deleteSeries(tx, id);
  });

/**
 * Sets the stories of the viewer's series and their order.
 *
 * @throws AppError NOT_FOUND for a story that is not the viewer's, or in the trash and not in the series; CONFLICT for one
 *   of another series, and if the series has another version
 */
export async function arrangeSeries(
  ctx: RequestContext,
  viewer: Viewer,
  id: string,
  { stories, version }: { stories: string[]; version: number },
): Promise<OwnSeries> {
  await change(ctx, viewer, id, async (tx, row) => {
    if (row.version !== version)
      throw new AppError(
        'CONFLICT',
        'This series was changed somewhere else in the meantime. Reload the page, then make your change again.',
      );
    const found = await queries.lockStories(tx, viewer.id, stories);
    const available = found.filter(({ is_deleted, series_id }) => !is_deleted || series_id === row.id);
    if (available.length < stories.length) throw notFound('Story');
    const elsewhere = found.find(({ series_id }) => series_id !== null && series_id !== row.id);
    if (elsewhere !== undefined)
      throw new AppError(
        'CONFLICT',
        `“${elsewhere.title}” is in the series “${elsewhere.series}”. Remove it there first.`,
      );
    await setStories(ctx, tx, row, stories);
  });
  return getOwn(ctx.db, viewer, id);
}
