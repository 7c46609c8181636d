import type {
  CollectionCard,
  createCollection as createCall,
  updateCollection as updateCall,
} from '@inkling/contract/collections';
import { collectionLimits } from '@inkling/contract/limits';
import type { z } from 'zod';
import { AppError } from '../../platform/app-error.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { createOnce } from '../../platform/create-once.ts';
import { type Db, transaction } from '../../platform/db/db.ts';
import { emit } from '../../platform/events/emit.ts';
import { nextId } from '../../platform/screening.queries.ts';
import { type Hold, screening } from '../../platform/screening.ts';
import { findStories, requireReadable as requireReadableStory } from '../stories/index.ts';
import { lockPerson } from '../users/index.ts';
import { getCard, requireStory } from './collection-lists.ts';
import * as order from './collection-order.queries.ts';
import { collectionSaved } from './collections.events.ts';
import { isOwner, requireAuthorOf, requireEditable, requireReadable } from './collections.policy.ts';
import * as queries from './collections.queries.ts';

/** Quotas are checked while the owner's row or the collection is locked, so parallel requests cannot exceed them. */
const quotaReached = (message: string) => new AppError('QUOTA_REACHED', message);

/** Screens what others read from now on; nobody else reads a private collection. */
const screenShared = async (
  ctx: RequestContext,
  tx: Db,
  viewer: Viewer,
  { id, visibility }: Pick<queries.CollectionRow, 'id' | 'visibility'>,
  text: string,
  isNew = false,
): Promise<Hold | null> =>
  visibility === 'private' || text === ''
    ? null
    : screening(ctx).screen(ctx, tx, viewer, { kind: 'collection', id, text, isNew });

const joined = (...texts: string[]) => texts.filter((text) => text !== '').join('\n');

export async function createCollection(
  ctx: RequestContext,
  viewer: Viewer,
  { _id, storyId, ...body }: z.output<(typeof createCall)['body']>,
): Promise<CollectionCard> {
  const now = ctx.clock.now();
  const id = await transaction(ctx.db, async (tx) => {
    await lockPerson(tx, viewer.id);
    return createOnce(ctx, _id, {
      isSame: (chosen) => queries.isCollectionOf(tx, chosen, viewer.id),
      create: async () => {
        if (storyId !== undefined) await requireStory(tx, viewer, storyId);
        const id = _id ?? (await nextId(tx));
        const text = joined(body.name, body.description);
        const hold = await screenShared(ctx, tx, viewer, { id, visibility: body.visibility }, text, true);
        const created = await queries.insertCollection(tx, {
          id,
          ...body,
          owner_id: viewer.id,
          stories: storyId === undefined ? 0 : 1,
          created_at: now,
          updated_at: now,
        });
        if (created === undefined) return undefined;
        if ((await queries.countOwned(tx, viewer.id)) > collectionLimits.perPerson)
          throw quotaReached('You can have at most 200 collections. Delete one to create another.');
        if (storyId !== undefined)
          await order.insertStory(tx, created, { storyId, after: undefined, note: '', now });
        await hold?.();
        return created;
      },
    });
  });
  return getCard(ctx, viewer, id);
}

/** Adds stories to own collections by name, creating those that do not exist; how many joined one. */
export async function importCollections(
  ctx: RequestContext,
  tx: Db,
  viewer: Viewer,
  wanted: { name: string; storyIds: string[] }[],
): Promise<number> {
  if (wanted.length === 0) return 0;
  const now = ctx.clock.now();
  await lockPerson(tx, viewer.id);
  const known = await queries.findOwnByName(tx, viewer.id);
  let collected = 0;
  for (const { name, storyIds } of wanted) {
    const row = {
      name,
      owner_id: viewer.id,
      visibility: 'private' as const,
      stories: 0,
      created_at: now,
      updated_at: now,
    };
    const id = known.get(name.toLowerCase()) ?? (await queries.insertCollection(tx, row));
    if (id === undefined) continue;
    known.set(name.toLowerCase(), id);
    const before = await queries.lockCollection(tx, id);
    const { length: added } = await order.insertStories(tx, id, { storyIds, ownerId: viewer.id, now });
    if ((before?.stories ?? 0) + added > collectionLimits.stories)
      throw quotaReached(
        `The collection “${name}” would have more than 1,000 stories. Leave out this shelf.`,
      );
    if (added > 0) await queries.touchCollection(tx, id, added, now);
    collected += added;
  }
  if ((await queries.countOwned(tx, viewer.id)) > collectionLimits.perPerson)
    throw quotaReached('You can have at most 200 collections. Leave out some of the shelves.');
  return collected;
}

/** The notes in a collection, some as one text, so that no long one is screened at a time. */
async function listNotes(tx: Db, id: string): Promise<string[]> {
  const notes = await queries.listNotes(tx, id);
  const size = 40;
  return Array.from({ length: Math.ceil(notes.length / size) }, (_, index) =>
    joined(...notes.slice(index * size, (index + 1) * size)),
  );
}

/** Changes the given fields of the viewer's collection. */
export async function updateCollection(
  ctx: RequestContext,
  viewer: Viewer,
  id: string,
  { name, description, visibility }: z.output<(typeof updateCall)['body']>,
): Promise<CollectionCard> {
  await transaction(ctx.db, async (tx) => {
    const before = requireEditable(viewer, await queries.lockCollection(tx, id));
    const after = {
      id,
      name: name ?? before.name,
      description: description ?? before.description,
      visibility: visibility ?? before.visibility,
    };
    const isOpened = before.visibility === 'private';
    const words = joined(after.name, after.description);
    const texts = isOpened
      ? [words, ...(await listNotes(tx, id))]
      : words === joined(before.name, before.description)
        ? []
        : [words];
    let hold: Hold | null = null;
    for (const text of texts) hold ??= await screenShared(ctx, tx, viewer, after, text, isOpened);
    const changes = { name, description, visibility, updated_at: ctx.clock.now() };
    await queries.updateCollection(tx, id, changes);
    await hold?.();
  });
  return getCard(ctx, viewer, id);
}

export const deleteCollection = (ctx: RequestContext, viewer: Viewer, id: string): Promise<void> =>
  transaction(ctx.db, async (tx) => {
    requireEditable(viewer, await queries.lockCollection(tx, id));
    await screening(ctx).drop(ctx, tx, 'collection', id);
    await queries.deleteCollection(tx, id);
  });

/**
 * Locks the viewer's collection and changes its stories; `change` says how many it added, undefined if it changed
 * nothing. Resolves to the number of its stories.
 */
const changeStories = (
  ctx: RequestContext,
  viewer: Viewer,
  id: string,
  change: (tx: Db, now: Date, row: queries.CollectionRow) => Promise<number | undefined>,
): Promise<{ storyCount: number }> =>
  transaction(ctx.db, async (tx) => {
    const now = ctx.clock.now();
    const row = requireEditable(viewer, await queries.lockCollection(tx, id));
    const added = await change(tx, now, row);
    if (added === undefined) return { storyCount: row.stories };
    const storyCount = row.stories + added;
    if (storyCount > collectionLimits.stories)
      throw quotaReached(
        'A collection holds at most 1,000 stories. Remove some, or start another collection.',
      );
    await queries.touchCollection(tx, id, added, now);
    return { storyCount };
  });

/** Adds a story that the viewer may open. Where `after` has left the collection, it is added at the end. */
export const addStory = (
  ctx: RequestContext,
  viewer: Viewer,
  id: string,
  { storyId, after, note }: { storyId: string; after?: string | null | undefined; note: string },
) =>
  changeStories(ctx, viewer, id, async (tx, now, row) => {
    if (await order.hasStory(tx, id, storyId)) return undefined;
    await requireStory(tx, viewer, storyId);
    const hold = await screenShared(ctx, tx, viewer, row, note);
    await order.insertStory(tx, id, { storyId, after, note, now });
    await hold?.();
    return 1;
  });

/** Adds those of these stories that the viewer may open and that are not in the collection, at its end. */
export async function addStories(ctx: RequestContext, viewer: Viewer, id: string, storyIds: string[]) {
  let added: string[] = [];
  const counted = await changeStories(ctx, viewer, id, async (tx, now) => {
    added = await order.insertStories(tx, id, { storyIds, ownerId: viewer.id, now });
    return added.length || undefined;
  });
  return { ...counted, added };
}

/** Removes stories, also those that are no longer available; idempotent. */
export const removeStories = (ctx: RequestContext, viewer: Viewer, id: string, storyIds: string[]) =>
  changeStories(ctx, viewer, id, async (tx) => -(await order.deleteStories(tx, id, storyIds)) || undefined);

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
      throw new AppError('NOT_FOUND', 'This story isn’t in the collection.');
    if (storyId === after) return undefined;
    if (await order.moveStory(tx, id, storyId, after)) return 0;
    throw new AppError(
      'CONFLICT',
      'The collection has changed in the meantime. Reload the page, then move the story again.',
    );
  });

/** Says why a story is in the collection. Throws NOT_FOUND if it is not (docs/product/collections.md#notes). */
export const setNote = (
  ctx: RequestContext,
  viewer: Viewer,
  id: string,
  { storyId, note }: { storyId: string; note: string },
) =>
  changeStories(ctx, viewer, id, async (tx, _now, row) => {
    const hold = await screenShared(ctx, tx, viewer, row, note);
    if (!(await queries.setNote(tx, id, storyId, note)))
      throw new AppError('NOT_FOUND', 'This story isn’t in the collection.');
    await hold?.();
    return 0;
  });

/**
 * Takes a story of the viewer's out of a collection, where others no longer see it, however often it is added; or undoes
 * that. Idempotent. Throws NOT_FOUND where the viewer may not open the collection, or it lacks the story.
 */
export const setExcluded = (
  ctx: RequestContext,
  viewer: Viewer,
  id: string,
  storyId: string,
  isExcluded: boolean,
): Promise<void> =>
  transaction(ctx.db, async (tx) => {
    requireReadable(viewer, await queries.findCollection(tx, id, viewer.id));
    const story = (await order.hasStory(tx, id, storyId))
      ? (await findStories(tx, [storyId], null)).get(storyId)
      : undefined;
    requireAuthorOf(viewer, requireReadableStory(viewer, story));
    await queries.setExcluded(tx, id, storyId, isExcluded ? ctx.clock.now() : null);
  });

/** Saves another person's collection; idempotent, and without effect on the viewer's own. */
export const saveCollection = (ctx: RequestContext, viewer: Viewer, id: string) =>
  transaction(ctx.db, async (tx) => {
    const row = requireReadable(viewer, await queries.findCollection(tx, id, viewer.id));
    if (isOwner(viewer, row)) return { isSaved: false };
    await lockPerson(tx, viewer.id);
    if (!(await queries.saveCollection(tx, viewer.id, id, ctx.clock.now()))) return { isSaved: true };
    if ((await queries.countSaved(tx, viewer.id)) > collectionLimits.saved)
      throw quotaReached('You can save at most 1,000 collections. Remove some to save others.');
    await emit(ctx, tx, collectionSaved, {
      collectionId: row.id,
      ownerId: row.owner_id,
      readerId: viewer.id,
    });
    return { isSaved: true };
  });

/** Removes a collection from those that the viewer has saved, even one that is private now; idempotent. */
export async function unsaveCollection(ctx: RequestContext, viewer: Viewer, id: string) {
  await queries.unsaveCollection(ctx.db, viewer.id, id);
  return { isSaved: false };
}
