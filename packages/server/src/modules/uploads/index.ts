export { personalPart as uploadsPersonalPart } from './personal-data.queries.ts';
export {
  claimImage,
  disownImage,
  type ImageUse,
  lockImage,
  lockOwner as lockKeeper,
  usesOf,
} from './uploads.queries.ts';
export { uploadRoutes } from './uploads.routes.ts';
export {
  removeFiles,
  removeImage as dropImage,
  removeReplaced as dropReplaced,
  saveImage as keepImage,
} from './uploads.service.ts';
