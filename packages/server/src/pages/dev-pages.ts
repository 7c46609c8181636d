import { join } from 'node:path';
import type { ServerBuild } from 'react-router';
import type { Pages } from '../app.ts';
import { readForVisitors } from '../modules/sharing/index.ts';
import { publicUrl } from '../platform/config.ts';
import { currentAnnouncement } from '../platform/site-settings.ts';
import { linkPreviews } from './link-previews.ts';
import { pageResolver } from './page-routes.ts';
import { renderer, routesOf, webEntryOf } from './render.ts';
import { renderHere } from './web-renderer.ts';

const webFolder = join(import.meta.dirname, '../../../web');

/** Serves the web's source through Vite, with hot reload, on the server's own port. */
export const devPages: Pages = async (http, ctx) => {
  const { createServer } = await import('vite');
  const ownListeners = process.listeners('SIGTERM');
  const vite = await createServer({
    root: webFolder,
    configFile: join(webFolder, 'vite.config.ts'),
    server: { middlewareMode: true, hmr: { server: http.server } },
    appType: 'custom',
  });
  // Vite's handler would exit at once and leave the embedded database running.
  for (const listener of process.listeners('SIGTERM')) {
    if (!ownListeners.includes(listener)) process.off('SIGTERM', listener);
  }
  http.addHook('onClose', () => vite.close());
  const loadBuild = async () =>
    (await vite.ssrLoadModule('virtual:react-router/server-build')) as ServerBuild;
  linkPreviews(http, ctx, async (story, image) => webEntryOf(await loadBuild()).linkPreview(story, image));
  ctx.coverArt.attach(async (story) => webEntryOf(await loadBuild()).generatedCover(story));
  http.get('/*', async (request, reply) => {
    reply.removeHeader('content-security-policy');
    reply.hijack();
    vite.middlewares(request.raw, reply.raw, async () => {
      try {
        const build = await loadBuild();
        const address = pageResolver(routesOf(build), ctx)(request.url);
        if (address.kind === 'redirect') {
          reply.raw.writeHead(address.status, { location: address.location }).end();
          return;
        }
        const path = address.kind === 'page' ? address.path : address.notFoundPath;
        const content = address.kind === 'page' ? address.content : null;
        const shared =
          content?.of === 'passage'
            ? await readForVisitors(ctx, content.chapterId, content.passage)
            : undefined;
        const render = renderHere(http, renderer(build, 'development'));
        const announcement = currentAnnouncement(ctx);
        const page = await render(new URL(path, publicUrl(ctx.config)).href, { shared, announcement });
        reply.raw.writeHead(page.status, {
          'content-type': 'text/html; charset=utf-8',
          ...(page.location !== null && { location: page.location }),
        });
        reply.raw.end(page.html.replaceAll(page.nonce, ''));
      } catch (error) {
        if (error instanceof Error) vite.ssrFixStacktrace(error);
        request.log.error({ err: error }, 'page couldn’t be rendered');
        reply.raw.writeHead(500, { 'content-type': 'text/plain' });
        reply.raw.end('This page couldn’t be rendered. See the log for the error.');
      }
    });
  });
};
