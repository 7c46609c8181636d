import { filesPath } from '@inkling/contract/files';
import type { Api } from '../../platform/http/bind.ts';
import { openFile } from './uploads.service.ts';

/** Files never change under their name, so that browsers need never ask again. */
const forGood = 'public, max-age=31536000, immutable';

/** Serves the images that are kept here: as what they are, and as nothing that could run. */
export function uploadRoutes({ http, ctx }: Api): void {
  http.get<{ Params: { name: string } }>(
    `${filesPath}:name`,
    { exposeHeadRoute: true },
    async (request, reply) => {
      const { stream, size } = await openFile(ctx, request.params.name);
      return reply
        .type('image/webp')
        .header('content-length', size)
        .header('content-disposition', 'inline')
        .header('cache-control', forGood)
        .header('content-security-policy', "default-src 'none'; sandbox")
        .send(stream);
    },
  );
}
