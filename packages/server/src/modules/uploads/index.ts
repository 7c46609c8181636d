export { personalPart as uploadsPersonalPart } from './personal-data.queries.ts';
export { claimImage, disownImage, type ImageUse, lockImage, lockKeeper, usesOf } from './uploads.queries.ts';
export { uploadRoutes } from './uploads.routes.ts';
export { dropImage, dropReplaced, keepImage, removeFiles } from './uploads.service.ts';
