import { useCall } from '../../lib/query.ts';
import { useSession } from '../../lib/session.ts';
import { type UploadOptions, upload } from '../../lib/upload.ts';

/** With a story's id, it becomes that story's cover. */
export const uploadCover = (file: Blob, options: UploadOptions, body: { storyId?: string } = {}) =>
  upload('POST /upload/book-cover', { body, file }, options);

export const uploadAvatar = (file: Blob, options: UploadOptions) =>
  upload('POST /upload/profile-image', { body: {}, file }, options);

/** Deletes the user's profile image. */
export function useDeleteAvatar() {
  const { change } = useSession();
  return useCall('DELETE /upload/delete', { errors: 'inline' }, () => change({ avatar: null }));
}
