import { filesPath } from '@inkling/contract/files';
import { uploadProfileImage, uploadUserImage } from '@inkling/contract/uploads';
import { type Api, bind } from '../../platform/http/bind.ts';
import { openFile, uploadAvatar } from './uploads.service.ts';

/** The content under a file name never changes, so browsers may cache it forever. */
const immutableCache = 'public, max-age=31536000, immutable';

/** Accepts users' pictures and serves stored images with headers that prevent script execution. */
export function uploadRoutes(api: Api): void {
  bind(api, uploadProfileImage, (ctx, viewer, { file }) => uploadAvatar(ctx, viewer, file.bytes));
  bind(api, uploadUserImage, (ctx, viewer, { file }) => uploadAvatar(ctx, viewer, file.bytes));

  api.http.get<{ Params: { name: string } }>(
    `${filesPath}:name`,
    { exposeHeadRoute: true },
    async (request, reply) => {
      const { stream, size, format } = await openFile(api.ctx, request.params.name);
      return (
        reply
          .type(`image/${format}`)
          .header('content-length', size)
          .header('content-disposition', 'inline')
          .header('cache-control', immutableCache)
          // Emails show covers in pages of mail services.
          .header('cross-origin-resource-policy', 'cross-origin')
          .header('content-security-policy', "default-src 'none'; sandbox")
          .send(stream)
      );
    },
  );
}
