import type {
  CollectionCard,
  createCollection as createCall,
  updateCollection as updateCall,
} from '@inkling/contract/collections';
import type { z } from 'zod';
import { AppError, notFound } from '../../platform/app-error.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { createOnce } from '../../platform/create-once.ts';
import { type Db, transaction } from '../../platform/db/db.ts';
import { findStories, requireReadable as requireReadableStory } from '../stories/index.ts';
import { lockActivePerson } from '../users/index.ts';
import { getCard } from './collection-lists.ts';
import * as order from './collection-order.queries.ts';
import { isOwner, requireEditable, requireReadable } from './collections.policy.ts';
import * as queries from './collections.queries.ts';

/** Throws NOT_FOUND unless the viewer may open the story. */
const requireStory = async (tx: Db, viewer: Viewer, storyId: string): Promise<void> =>
  void requireReadableStory(viewer, (await findStories(tx, [storyId], null)).get(storyId));

export async function createCollection(
  ctx: RequestContext,
  viewer: Viewer,
  { _id, storyId, ...body }: z.output<(typeof createCall)['body']>,
): Promise<CollectionCard> {
  const now = ctx.clock.now();
  const id = await transaction(ctx.db, (tx) =>
    createOnce(ctx, _id, {
      isSame: (chosen) => queries.isCollectionOf(tx, chosen, viewer.id),
      create: async () => {
        if (storyId !== undefined) await requireStory(tx, viewer, storyId);
        const created = await queries.insertCollection(tx, {
          ...(_id !== undefined && { id: _id }),
          ...body,
          owner_id: viewer.id,
          created_at: now,
          updated_at: now,
        });
        if (created !== undefined && storyId !== undefined)
          await order.insertStory(tx, created, { storyId, after: undefined, now });
        return created;
      },
    }),
  );
  return getCard(ctx, viewer, id);
}

/** Changes the given fields of the viewer's collection. */
export async function updateCollection(
  ctx: RequestContext,
  viewer: Viewer,
  id: string,
  { name, description, visibility }: z.output<(typeof updateCall)['body']>,
): Promise<CollectionCard> {
  await transaction(ctx.db, async (tx) => {
    // The owner is locked before the collection, as by a suspension.
    if (visibility !== undefined && !(await lockActivePerson(tx, viewer.id))) throw notFound('Collection');
    requireEditable(viewer, await queries.lockCollection(tx, id));
    await queries.updateCollection(tx, id, {
      ...(name !== undefined && { name }),
      ...(description !== undefined && { description }),
      ...(visibility !== undefined && { visibility }),
      updated_at: ctx.clock.now(),
    });
  });
  return getCard(ctx, viewer, id);
}

export const deleteCollection = (ctx: RequestContext, viewer: Viewer, id: string): Promise<void> =>
  transaction(ctx.db, async (tx) => {
    requireEditable(viewer, await queries.lockCollection(tx, id));
    await queries.deleteCollection(tx, id);
  });

/**
 * Locks the viewer's collection and changes its stories; `change` says whether anything has changed. Resolves to the
 * number of its stories.
 */
const changeStories = (
  ctx: RequestContext,
  viewer: Viewer,
  id: string,
  change: (tx: Db, now: Date) => Promise<boolean>,
): Promise<{ storyCount: number }> =>
  transaction(ctx.db, async (tx) => {
    const now = ctx.clock.now();
    const { stories } = requireEditable(viewer, await queries.lockCollection(tx, id));
    if (!(await change(tx, now))) return { storyCount: stories };
    return { storyCount: await queries.touchCollection(tx, id, now) };
  });

/** Adds a story that the viewer may open. Where `after` has left the collection, it is added at the end. */
export const addStory = (
  ctx: RequestContext,
  viewer: Viewer,
  id: string,
  { storyId, after }: { storyId: string; after?: string | null | undefined },
) =>
  changeStories(ctx, viewer, id, async (tx, now) => {
    if (await order.hasStory(tx, id, storyId)) return false;
    await requireStory(tx, viewer, storyId);
    await order.insertStory(tx, id, { storyId, after, now });
    return true;
  });

/** Removes a story, also one that is no longer available; idempotent. */
export const removeStory = (ctx: RequestContext, viewer: Viewer, id: string, storyId: string) =>
  changeStories(ctx, viewer, id, (tx) => order.deleteStory(tx, id, storyId));

/**
 * Moves a story behind another one, or to the beginning for null.
 *
 * @throws AppError NOT_FOUND if it is not in the collection, CONFLICT if the other one is not
 */
export const moveStory = (
  ctx: RequestContext,
  viewer: Viewer,
  id: string,
  { storyId, after }: { storyId: string; after: string | null },
) =>
  changeStories(ctx, viewer, id, async (tx) => {
    if (!(await order.hasStory(tx, id, storyId)))
      throw new AppError('NOT_FOUND', 'This story is not in the collection.');
    if (storyId === after) return false;
    if (await order.moveStory(tx, id, storyId, after)) return true;
    throw new AppError(
      'CONFLICT',
      'The collection has changed in the meantime. Reload the page, then move the story again.',
    );
  });

/** Saves another person's collection; idempotent, and without effect on the viewer's own. */
export async function saveCollection(ctx: RequestContext, viewer: Viewer, id: string) {
  const row = requireReadable(viewer, await queries.findCollection(ctx.db, id, viewer.id));
  if (isOwner(viewer, row)) return { isSaved: false };
  await queries.saveCollection(ctx.db, viewer.id, id, ctx.clock.now());
  return { isSaved: true };
}

/** Removes a collection from those that the viewer has saved, even one that is private now; idempotent. */
export async function unsaveCollection(ctx: RequestContext, viewer: Viewer, id: string) {
  await queries.unsaveCollection(ctx.db, viewer.id, id);
  return { isSaved: false };
}
