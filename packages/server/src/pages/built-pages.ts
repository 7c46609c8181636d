import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { ServerBuild } from 'react-router';
import type { Pages } from '../app.ts';
import { browserOf } from '../modules/account/index.ts';
import { browserFailures } from '../platform/http/browser-failures.ts';
import { StartupProblem } from '../platform/startup-problem.ts';
import { linkPreviews } from './link-previews.ts';
import { patternsOf } from './page-routes.ts';
import { webEntryOf } from './render.ts';
import { pushWorker, serviceWorker } from './service-worker.ts';
import { visitorPages } from './visitor-pages.ts';

const buildFolder = join(import.meta.dirname, '../../../web/build');
const yearSeconds = 31_536_000;

/** The web's build for the server. */
export async function webBuild(): Promise<ServerBuild> {
  const serverBuild = join(buildFolder, 'server/index.js');
  if (!existsSync(serverBuild)) {
    throw new StartupProblem('The web pages are not built yet. Run npm start, which builds them.', {
      exitCode: 1,
    });
  }
  return import(pathToFileURL(serverBuild).href);
}

/** Serves the web's build: static files, link previews, and pages from the cache. */
export const builtPages: Pages = async (http, ctx) => {
  const build = await webBuild();
  await serviceWorker(http, ctx.config, join(buildFolder, 'service-worker.js'));
  await pushWorker(http, join(buildFolder, 'push-worker.js'));
  await serveFiles(http);
  linkPreviews(http, ctx, async () => build);
  ctx.coverArt.attach(async (story) => webEntryOf(build).generatedCover(story));
  browserFailures(http, ctx, patternsOf(build), browserOf);
  const pages = visitorPages(http, ctx, build);
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
