export { coverAsJpeg, pixelsAsJpeg } from './jpeg-files.ts';
export { personalPart as uploadsPersonalPart } from './personal-data.queries.ts';
export {
  claimImage,
  disownImage,
  listUsesOf,
  lockImage,
  lockOwner,
} from './uploads.queries.ts';
export { uploadRoutes } from './uploads.routes.ts';
export {
  removeFiles,
  removeImage,
  removeReplaced,
  saveImage,
} from './uploads.service.ts';
