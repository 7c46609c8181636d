import { useCall } from '../../lib/query.ts';
import { type UploadOptions, upload } from '../../lib/upload.ts';

export const uploadCover = (file: Blob, options: UploadOptions) =>
  upload('POST /upload/book-cover', { body: {}, file }, options);

export const uploadAvatar = (file: Blob, options: UploadOptions) =>
  upload('POST /upload/profile-image', { body: {}, file }, options);

export const useDeleteImage = () => useCall('DELETE /upload/delete', { errors: 'inline', stale: ['me'] });
