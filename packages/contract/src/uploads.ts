import { z } from 'zod';
import { defineCall } from './call.ts';
import { imageMaxBytes, imageTooLarge, imageTypes, notAnImage } from './files.ts';
import { emptyResponse, topResponse } from './page.ts';
import { id } from './text.ts';
import { author } from './users.ts';

/** The rules for uploaded images (docs/product/uploads.md#what-can-be-uploaded). */
export const imageUpload = {
  maxBytes: imageMaxBytes,
  tooLarge: imageTooLarge,
  types: imageTypes,
  wrongType: notAnImage,
};

/** The new image under each of the names that clients expect. */
const avatarResponse = topResponse({
  imageUrl: z.string(),
  user: author,
  data: z.object({ avatar: z.string() }),
});

/** The common definition of both avatar calls. */
const avatarUpload = {
  access: 'user',
  errors: ['QUOTA_REACHED'],
  limit: 'upload',
  upload: imageUpload,
  body: z.object({}),
  response: avatarResponse,
  status: 201,
} as const;

export const uploadProfileImage = defineCall('POST /upload/profile-image', {
  ...avatarUpload,
  summary: 'Upload a profile image',
});

export const uploadUserImage = defineCall('POST /users/profile/upload-image', {
  ...avatarUpload,
  summary: 'Upload a profile image (older name of the same call)',
});

export const deleteImage = defineCall('DELETE /upload/delete', {
  withdraws: true,
  summary: 'Delete an uploaded image and remove it wherever the caller used it',
  access: 'user',
  errors: ['IN_USE', 'NOT_ALLOWED', 'NOT_FOUND'],
  body: z.object({
    imageUrl: z.string('Please name the image to delete.').max(200),
    type: z.enum(['avatar', 'profile', 'profile-image', 'cover', 'book-cover']).optional(),
    /** Limits the call to this story; otherwise it applies to all stories of the caller. */
    storyId: id.optional(),
  }),
  response: emptyResponse,
});
