import { storyLimits } from '@inkling/contract/limits';
import type {
  createVolume as createCall,
  updateVolume as updateCall,
  Volume,
} from '@inkling/contract/volumes';
import type { z } from 'zod';
import { AppError, notFound, requireFound } from '../../platform/app-error.ts';
import type { AppContext, RequestContext, Viewer } from '../../platform/context.ts';
import { createOnce, idTaken } from '../../platform/create-once.ts';
import { type Db, transaction } from '../../platform/db/db.ts';
import { lockStory, requireEditable, requireTextSpace } from '../stories/index.ts';
import { beginVolume, moveVolume, removeVolume } from './arrangement.ts';
import { findArrangement, saveChapters, saveVolumeOrder } from './chapter-order.queries.ts';
import { savePlaced } from './chapter-order.ts';
import * as queries from './volumes.queries.ts';

type NewVolume = z.output<(typeof createCall)['body']>;
type VolumeChanges = z.output<(typeof updateCall)['body']>;

/** The size of a title in its author's quota, computed the same way as in the database. */
const volumeBytes = (title: string): number => Buffer.byteLength(title) + 100;

export async function createVolume(
  ctx: RequestContext,
  viewer: Viewer,
  storyId: string,
  body: NewVolume,
): Promise<Volume[]> {
  return transaction(ctx.db, async (tx) => {
    const story = requireEditable(viewer, await lockStory(tx, storyId));
    await createOnce(ctx, body._id, {
      isSame: (id) => queries.isVolumeOf(tx, id, storyId),
      create: () => insertVolume(ctx, tx, story, body),
    });
    return queries.listVolumes(tx, storyId, true);
  });
}

async function insertVolume(
  ctx: RequestContext,
  tx: Db,
  story: { id: string; author_id: string },
  { _id, title, firstChapter }: NewVolume,
): Promise<string> {
  const before = await findArrangement(tx, story.id);
  if (before.volumes.length >= storyLimits.volumes) {
    throw new AppError('TOO_LARGE', `A story can have at most ${storyLimits.volumes} volumes.`);
  }
  if (firstChapter !== undefined && !before.chapters.some(({ id }) => id === firstChapter)) {
    throw new AppError('BAD_INPUT', 'This chapter doesn’t belong to the story. Reload and try again.');
  }
  await requireTextSpace(tx, ctx.config, story.author_id, volumeBytes(title));
  const position = before.volumes.length + 1;
  const id = await queries.insertVolume(tx, {
    _id,
    storyId: story.id,
    title,
    position,
    now: ctx.clock.now(),
  });
  if (id === undefined) throw idTaken();
  const { volumes, chapters } = beginVolume(before, id, firstChapter);
  await saveVolumeOrder(tx, story.id, volumes);
  await saveChapters(tx, story.id, chapters);
  return id;
}

/** Adds an empty volume at the end, which the next chapters belong to, in the caller's transaction, which checks the text quota. */
export async function appendVolume(
  { clock }: Pick<AppContext, 'clock'>,
  tx: Db,
  storyId: string,
  { title, position }: { title: string; position: number },
): Promise<void> {
  await queries.insertVolume(tx, { storyId, title, position, now: clock.now() });
}

export async function updateVolume(
  ctx: RequestContext,
  viewer: Viewer,
  storyId: string,
  volumeId: string,
  { title, order }: VolumeChanges,
): Promise<Volume[]> {
  return transaction(ctx.db, async (tx) => {
    const story = requireEditable(viewer, await lockStory(tx, storyId));
    const volume = requireFound(await queries.findVolume(tx, storyId, volumeId), 'Volume');
    if (title !== undefined) {
      await requireTextSpace(tx, ctx.config, story.author_id, volumeBytes(title) - volumeBytes(volume.title));
      await queries.renameVolume(tx, volumeId, title);
    }
    if (order !== undefined) {
      const before = await findArrangement(tx, storyId);
      const after = moveVolume(before, volumeId, order);
      await saveVolumeOrder(tx, storyId, after.volumes);
      const moved = before.chapters.filter((one) => one.volume === volumeId).map(({ id }) => id);
      await savePlaced(tx, story, before, after, new Set(moved));
    }
    return queries.listVolumes(tx, storyId, true);
  });
}

/** Deletes a volume; its chapters join the one before it. */
export async function deleteVolume(
  ctx: RequestContext,
  viewer: Viewer,
  storyId: string,
  volumeId: string,
): Promise<Volume[]> {
  return transaction(ctx.db, async (tx) => {
    requireEditable(viewer, await lockStory(tx, storyId));
    if ((await queries.findVolume(tx, storyId, volumeId)) === undefined) throw notFound('Volume');
    const { volumes, chapters } = removeVolume(await findArrangement(tx, storyId), volumeId);
    await saveChapters(tx, storyId, chapters);
    await queries.deleteVolume(tx, volumeId);
    await saveVolumeOrder(tx, storyId, volumes);
    return queries.listVolumes(tx, storyId, true);
  });
}
