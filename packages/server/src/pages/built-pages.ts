import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { Pages } from '../app.ts';
import { browserOf } from '../modules/account/index.ts';
import { browserFailures } from '../platform/http/browser-failures.ts';
import { linkPreviews } from './link-previews.ts';
import { pushWorker, serviceWorker } from './service-worker.ts';
import { visitorPages } from './visitor-pages.ts';
import { buildFolder } from './web-build.ts';
import { webRenderer } from './web-renderer.ts';

const yearSeconds = 31_536_000;

/** Serves the web's build: static files, link previews, and pages from the cache. */
export const builtPages: Pages = async (http, ctx) => {
  const web = await webRenderer(http, ctx);
  await serviceWorker(http, ctx.config, join(buildFolder, 'service-worker.js'));
  await pushWorker(http, join(buildFolder, 'push-worker.js'));
  await serveFiles(http);
  linkPreviews(http, ctx, web.linkPreview);
  ctx.coverArt.attach(web.generatedCover);
  browserFailures(http, ctx, new Map(web.routes.map(({ id, path }) => [id, path])), browserOf);
  const pages = visitorPages(ctx, web);
  http.get('/*', { exposeHeadRoute: true, config: { limitClass: 'page' } }, pages.respond);
};

/** The writing assistant's checker in a worker, which alone may run WebAssembly (docs/product/assistant.md#spelling). */
const checkerFile = /[\\/]assets[\\/]checker\.worker-[\w-]+\.js(?:\.br|\.gz)?$/;
const checkerPolicy =
  "default-src 'none'; script-src 'wasm-unsafe-eval'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

async function serveFiles(http: FastifyInstance): Promise<void> {
  await http.register(fastifyStatic, {
    root: join(buildFolder, 'client'),
    prefix: '/',
    wildcard: false,
    index: false,
    dotfiles: 'ignore',
    cacheControl: false,
    // The build stores a compressed copy next to each text file.
    preCompressed: true,
    setHeaders: (reply, path) => {
      if (checkerFile.test(path)) reply.header('content-security-policy', checkerPolicy);
      const isImmutable = path.includes('/assets/');
      reply.header(
        'cache-control',
        isImmutable ? `public, max-age=${yearSeconds}, immutable` : 'public, max-age=3600',
      );
    },
  });
}
