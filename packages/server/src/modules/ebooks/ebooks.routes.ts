import * as calls from '@inkling/contract/ebooks';
import { id as idSchema } from '@inkling/contract/text';
import type { AppContext, RequestContext } from '../../platform/context.ts';
import { type Api, bind } from '../../platform/http/bind.ts';
import { acquireReadSlot } from '../../platform/http/concurrency-limit.ts';
import { attachment } from '../../platform/http/file-response.ts';
import { readerByBasic } from '../devices/index.ts';
import { downloadEbook, ebookType } from './ebooks.service.ts';

export function ebookRoutes(api: Api): void {
  bind(api, calls.downloadEbook, (ctx, viewer, { params, query }) =>
    downloadEbook(ctx, viewer, params.id, query.format),
  );
  forDevices(api);
}

/** The same files for e-readers, which sign in with a device token (docs/product/ebooks.md#downloads). */
function forDevices({ http, ctx: appContext, limiter }: Api): void {
  const options = { exposeHeadRoute: false, config: { limitClass: 'page' } } as const;
  http.get<{ Params: { file: string } }>('/ebooks/:file', options, async (request, reply) => {
    const ctx: RequestContext = {
      ...appContext,
      log: request.log as AppContext['log'],
      requestId: request.id,
      address: request.ip,
      userAgent: request.headers['user-agent'] ?? '',
      wantsPrivacy: false,
      isClientGone: () => request.raw.socket?.destroyed === true,
    };
    reply.headers({ 'cache-control': 'no-store', vary: 'authorization' });
    request.viewer = await readerByBasic(ctx, request.headers.authorization);
    if (request.viewer === null)
      return reply.code(401).header('www-authenticate', 'Basic realm="Inkling", charset="UTF-8"').send();
    await limiter?.afterLookup(request, 'storyExport');
    const [, name, kobo] = /^(.+?)(\.kepub)?\.epub$/.exec(request.params.file) ?? [];
    const id = idSchema.safeParse(name).data;
    if (id === undefined) return reply.callNotFound();
    const release = await acquireReadSlot(request.viewer.id);
    const { stream, size, file } = await downloadEbook(
      ctx,
      request.viewer,
      id,
      kobo ? 'kepub' : 'epub',
    ).finally(release);
    reply.headers({ 'content-length': size, 'content-disposition': attachment(file?.name ?? '') });
    return reply.type(ebookType).send(stream);
  });
}
