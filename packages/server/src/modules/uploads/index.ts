import { defineModule } from '../../platform/module.ts';
import { personalPart } from './personal-data.queries.ts';
import { uploadRoutes } from './uploads.routes.ts';
import { scheduleImageSweep } from './uploads.service.ts';

export const uploads = defineModule({
  name: 'uploads',
  routes: uploadRoutes,
  jobs: [scheduleImageSweep],
  personalData: personalPart,
});

export { coverAsJpeg, pixelsAsJpeg } from './image-files.ts';
export { claimImage, disownImage, listUsesOf, lockImage, lockOwner } from './uploads.queries.ts';
export { removeImage, removeReplaced, saveImage } from './uploads.service.ts';
