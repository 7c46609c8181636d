import { filesPath } from '@inkling/contract/files';
import { uploadProfileImage, uploadUserImage } from '@inkling/contract/uploads';
import { type Api, bind } from '../../platform/http/bind.ts';
import { uploadAvatar } from './avatars.ts';
import { openFile } from './uploads.service.ts';
import { scheduleImageSweep } from './uploads-sweep.ts';

/** Files never change under their name, so that browsers need never ask again. */
const forGood = 'public, max-age=31536000, immutable';

/** Takes people's pictures, and serves the images that are kept here: as what they are, and as nothing that could run. */
export function uploadRoutes(api: Api): void {
  scheduleImageSweep(api.ctx);
  bind(api, uploadProfileImage, (ctx, viewer, { file }) => uploadAvatar(ctx, viewer, file.bytes));
  bind(api, uploadUserImage, (ctx, viewer, { file }) => uploadAvatar(ctx, viewer, file.bytes));

  api.http.get<{ Params: { name: string } }>(
    `${filesPath}:name`,
    { exposeHeadRoute: true },
    async (request, reply) => {
      const { stream, size, format } = await openFile(api.ctx, request.params.name);
      return reply
        .type(`image/${format}`)
        .header('content-length', size)
        .header('content-disposition', 'inline')
        .header('cache-control', forGood)
        .header('content-security-policy', "default-src 'none'; sandbox")
        .send(stream);
    },
  );
}
