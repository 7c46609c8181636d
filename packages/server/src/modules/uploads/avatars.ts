import { notFound } from '../../platform/app-error.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { presentAuthor, setAvatar } from '../users/index.ts';
import { removeImage, removeReplaced, saveImage } from './uploads.service.ts';

/** Stores an image as the viewer's picture and removes the previous one. */
export async function uploadAvatar(ctx: RequestContext, viewer: Viewer, bytes: Uint8Array) {
  const { address } = await saveImage(ctx, viewer.id, 'avatar', bytes);
  try {
    const person = await setAvatar(ctx.db, viewer.id, address);
    if (person === undefined) throw notFound('User');
    await removeReplaced(ctx, viewer.id, person.before);
    return { imageUrl: address, user: presentAuthor(person), data: { avatar: address } };
  } catch (error) {
    await removeImage(ctx, address);
    throw error;
  }
}
