import type { createStory as createCall, Story, updateStory as updateCall } from '@inkling/contract/stories';
import { tagKey } from '@inkling/contract/story-labels';
import type { z } from 'zod';
import { badInput } from '../../platform/app-error.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { createOnce } from '../../platform/create-once.ts';
import { type Db, transaction } from '../../platform/db/db.ts';
import { databaseFault } from '../../platform/db/db-errors.ts';
import { emit } from '../../platform/events/emit.ts';
import { countStoryStart } from '../plans/index.ts';
import { removeImage, removeReplaced, saveImage } from '../uploads/index.ts';
import { makeAuthor } from '../users/index.ts';
import { storySaved } from './stories.events.ts';
import { findOwned } from './stories.policy.queries.ts';
import { requireEditable, requireReadable } from './stories.policy.ts';
import { presentStory } from './stories.present.ts';
import * as queries from './stories.queries.ts';
import { claimCover, refuseExternalCover } from './story-covers.ts';
import { emitPublication, publicationOf, requirePublishable } from './story-publishing.ts';
import { requireTextSpace, storyBytes } from './text-quota.ts';

type NewStory = z.output<(typeof createCall)['body']>;
type StoryChanges = z.output<(typeof updateCall)['body']>;

/** A story that the viewer may see. */
export async function getStory(ctx: RequestContext, viewer: Viewer | null, id: string): Promise<Story> {
  const rows = await queries.findStories(ctx.db, [id], viewer?.id ?? null);
  return presentStory(ctx.config, requireReadable(viewer, rows.get(id)), viewer);
}

/** Rejects everyone but the author of a story. Throws NOT_FOUND and NOT_ALLOWED. */
export const requireAuthor = async (db: Db, viewer: Viewer, id: string) =>
  requireEditable(viewer, await findOwned(db, id));

/** Creates a draft in the caller's transaction; a reader becomes an author. Undefined if its chosen id is in use. */
export async function insertDraftStory(
  tx: Db,
  authorId: string,
  body: NewStory,
  now: Date,
): Promise<string | undefined> {
  await makeAuthor(tx, authorId);
  await claimCover(tx, authorId, body.coverImage);
  const id = await queries.insertStory(tx, authorId, body, now);
  if (id !== undefined) await setGenres(tx, id, body.genres);
  return id;
}

/** Starts a story, which counts against the author's plan (docs/product/plans.md#stories). */
export async function createStory(ctx: RequestContext, viewer: Viewer, body: NewStory): Promise<Story> {
  refuseExternalCover(ctx.config, body.coverImage);
  const id = await transaction(ctx.db, (tx) =>
    createOnce(ctx, body._id, {
      isSame: (id) => queries.isStoryOf(tx, id, viewer.id),
      create: async () => {
        await requireTextSpace(tx, ctx.config, viewer.id, storyBytes(body));
        const id = await insertDraftStory(tx, viewer.id, body, ctx.clock.now());
        if (id !== undefined) await countStoryStart(tx, ctx, viewer);
        return id;
      },
    }),
  );
  return getStory(ctx, viewer, id);
}

async function setGenres(tx: Db, storyId: string, genreIds: string[]): Promise<void> {
  try {
    await queries.setGenres(tx, storyId, genreIds);
  } catch (error) {
    if (databaseFault(error)?.code !== '23503') throw error;
    throw badInput('genres', 'One of these genres no longer exists. Please choose again.');
  }
}

type Hiatus = Pick<StoryChanges, 'hiatusUntil' | 'hiatusNote'>;
const hiatusColumns = (isOnHiatus: boolean, { hiatusUntil, hiatusNote }: Hiatus) => ({
  is_on_hiatus: isOnHiatus,
  hiatus_until: isOnHiatus ? hiatusUntil : null,
  hiatus_note: isOnHiatus ? hiatusNote : '',
});

/** Puts a story whose row is locked on hiatus, or with null ends its hiatus. */
export const setHiatus = (
  ctx: Pick<RequestContext, 'clock'>,
  tx: Db,
  id: string,
  hiatus: Hiatus | null,
): Promise<void> =>
  queries.updateStory(tx, id, {
    updated_at: ctx.clock.now(),
    ...hiatusColumns(hiatus !== null, hiatus ?? {}),
  });

/**
 * Changes a story; publishing needs a genre, a description, and a published chapter unless the story is coming soon
 * (docs/product/stories.md#publishing).
 */
export async function updateStory(
  ctx: RequestContext,
  viewer: Viewer,
  id: string,
  changes: StoryChanges,
): Promise<Story> {
  const now = ctx.clock.now();
  const before = await transaction(ctx.db, async (tx) => {
    const story = requireEditable(viewer, await queries.lockStory(tx, id));
    refuseExternalCover(ctx.config, changes.coverImage);
    const { title = story.title, description = story.description } = changes;
    await requireTextSpace(tx, ctx.config, viewer.id, storyBytes({ title, description }) - story.bytes);
    await claimCover(tx, viewer.id, changes.coverImage);
    const {
      genres,
      tags,
      contentWarnings,
      coverImage,
      isAIGenerated,
      allowsEbook,
      isPublished,
      isOnHiatus,
      hiatusUntil,
      hiatusNote,
      ...plain
    } = changes;
    const onHiatus = isOnHiatus ?? story.is_on_hiatus;
    const status = changes.status ?? story.status;
    if (isPublished === true) await requirePublishable(ctx, tx, { ...story, status, description }, genres);
    if (story.is_published) await emit(ctx, tx, storySaved, { storyId: id, authorId: story.author_id });
    await queries.updateStory(tx, id, {
      ...plain,
      updated_at: now,
      ...(tags !== undefined && { tags, tag_keys: tags.map(tagKey) }),
      ...(contentWarnings !== undefined && { content_warnings: contentWarnings }),
      ...(coverImage !== undefined && { cover_image: coverImage }),
      ...(isAIGenerated !== undefined && { is_ai_generated: isAIGenerated }),
      ...(allowsEbook !== undefined && { ebook_allowed: allowsEbook }),
      ...hiatusColumns(onHiatus, { hiatusUntil, hiatusNote }),
      ...(isPublished === false && { is_published: false }),
      ...(isPublished === true && publicationOf(story, now)),
    });
    if (genres !== undefined) await setGenres(tx, id, genres);
    await emitPublication(ctx, tx, story, { status, is_published: isPublished ?? story.is_published });
    return story.cover_image;
  });
  if (changes.coverImage !== undefined && changes.coverImage !== before) {
    await removeReplaced(ctx, viewer.id, before);
  }
  return getStory(ctx, viewer, id);
}

/** Stores a cover image; with a story id, sets it as that story's cover. */
export async function uploadCover(ctx: RequestContext, viewer: Viewer, bytes: Uint8Array, storyId?: string) {
  // Check before the costly work; the update checks again under the story's lock.
  if (storyId !== undefined) requireEditable(viewer, await queries.lockStory(ctx.db, storyId));
  const { address } = await saveImage(ctx, viewer.id, 'cover', bytes);
  if (storyId === undefined) return { imageUrl: address, story: null };
  try {
    return { imageUrl: address, story: await updateStory(ctx, viewer, storyId, { coverImage: address }) };
  } catch (error) {
    await removeImage(ctx, address);
    throw error;
  }
}
