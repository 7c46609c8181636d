import { ownStem } from '@inkling/contract/files';
import type { deleteImage as deleteCall } from '@inkling/contract/uploads';
import type { z } from 'zod';
import { AppError, badInput, notFound, requireFound } from '../../platform/app-error.ts';
import type { Config } from '../../platform/config.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { type Db, transaction } from '../../platform/db/db.ts';
import { imageUses } from '../../platform/storage/image-uses.ts';
import { claimImage, disownImage, listUsesOf, lockImage, lockOwner } from '../uploads/index.ts';
import { requireEditable } from './stories.policy.ts';
import { shownCover } from './stories.present.ts';
import * as queries from './stories.queries.ts';

/** Rejects an external cover when EXTERNAL_COVERS is off; `field` is its name in the body. */
export function refuseExternalCover(
  config: Config,
  address: string | null | undefined,
  field = 'coverImage',
): void {
  if (typeof address === 'string' && shownCover(config, address) === null)
    throw badInput(
      field,
      'Covers from other sites are turned off on this site. Please upload an image instead.',
    );
}

/** Requires that a cover stored on this server was uploaded by the author. */
export async function claimCover(
  tx: Db,
  authorId: string,
  address: string | null | undefined,
  field = 'coverImage',
): Promise<void> {
  if (!address?.startsWith('/')) return;
  const stem = ownStem(address);
  if (stem === null || !(await claimImage(tx, authorId, stem)))
    throw badInput(field, 'This image isn’t one of yours. Please upload it again.');
}

type Deletion = z.output<(typeof deleteCall)['body']>;

/**
 * Deletes one of the viewer's images and removes it from their profile and their stories, or from the given story
 * only. Fails when the image is used elsewhere (docs/product/uploads.md#calls).
 */
export async function deleteImage(ctx: RequestContext, viewer: Viewer, input: Deletion): Promise<void> {
  const stem = ownStem(input.imageUrl);
  if (stem === null) throw notFound('Image');
  const now = ctx.clock.now();
  await transaction(ctx.db, async (tx) => {
    // Lock order: stories before images, as in every change of a cover.
    if (input.storyId !== undefined) {
      requireEditable(viewer, await queries.lockStory(tx, input.storyId));
    }
    await queries.lockStoriesWithCover(tx, stem);
    // Blocks a concurrent change of the profile image, which must not be cleared.
    await lockOwner(tx, viewer.id);
    const found = requireFound(await lockImage(tx, viewer.id, stem), 'Image');
    requireKind(found.kind, input.type);
    // Query uses only under the image's lock: another story may have started using it while we waited.
    const uses = await listUsesOf(tx, imageUses(ctx), stem);
    for (const { use, id, owner_id } of uses.filter((one) => one.use.isKept !== true)) {
      const isHere = owner_id === viewer.id && (input.storyId === undefined || id === input.storyId);
      if (!isHere || use.clear === undefined) {
        throw new AppError('IN_USE', 'This image is in use elsewhere. Remove it there first.');
      }
      await use.clear(tx, id, now);
    }
    if (!uses.some(({ use }) => use.isKept)) await disownImage(tx, stem, now);
  });
}

function requireKind(kind: 'avatar' | 'cover', type: Deletion['type']): void {
  if (type === undefined || type.includes('cover') === (kind === 'cover')) return;
  throw badInput('type', `This image can’t be used as a ${kind === 'cover' ? 'profile image' : 'cover'}.`);
}
