import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { Pages } from '../app.ts';
import { browserOf } from '../modules/account/index.ts';
import type { Config } from '../platform/config.ts';
import { browserFailures } from '../platform/http/browser-failures.ts';
import { linkPreviews } from './link-previews.ts';
import { visitorPages } from './visitor-pages.ts';
import { buildFolder } from './web-build.ts';
import { webRenderer } from './web-renderer.ts';

/**
 * Replaces an installed worker, removes what browsers have kept, and then itself (docs/operating.md#kept-stories). Changes
 * that were not sent stay, as after a session that ended elsewhere (packages/web/src/lib/offline/unsent-changes.ts).
 */
const removal = `addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) =>
  event.waitUntil((async () => {
    for (const name of await caches.keys()) await caches.delete(name);
    await new Promise((done) => {
      const request = indexedDB.open('inkling-offline');
      // It is not there, and must not be created without its tables.
      request.onupgradeneeded = () => request.transaction.abort();
      request.onerror = request.onblocked = done;
      request.onsuccess = () => {
        const transaction = request.result.transaction(['meta', 'stories'], 'readwrite');
        transaction.objectStore('stories').clear();
        const meta = transaction.objectStore('meta');
        meta.get('owner').onsuccess = ({ target: { result: owner } }) => {
          if (owner !== undefined) meta.put(owner, 'last owner');
          meta.delete('owner');
        };
        transaction.oncomplete = transaction.onabort = () => {
          request.result.close();
          done();
        };
      };
    });
    await registration.unregister();
  })()),
);
`;

/**
 * Sends the service worker of browsers that keep stories offline. Browsers ask for it at each visit, so that a new
 * version, or its removal with OFFLINE=off, arrives then. The worker may only fetch from this site.
 */
async function serviceWorker(http: FastifyInstance, config: Config, file: string): Promise<void> {
  serveWorker(http, '/sw.js', config.OFFLINE ? await readFile(file, 'utf8') : removal, "connect-src 'self'");
}

/** Sends the service worker that shows push messages, with the site's icon. */
async function pushWorker(http: FastifyInstance, file: string): Promise<void> {
  serveWorker(http, '/push-worker.js', await readFile(file, 'utf8'), "img-src 'self'");
}

/** Sends the service worker of members, whose pages come written. */
async function memberWorker(http: FastifyInstance, file: string): Promise<void> {
  serveWorker(http, '/member-worker.js', await readFile(file, 'utf8'), "connect-src 'self'");
}

/** `allowed`: what the worker may load (CSP). */
function serveWorker(http: FastifyInstance, path: string, script: string, allowed: string): void {
  http.get(path, { exposeHeadRoute: true, config: { limitClass: 'page' } }, (_request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .header('content-security-policy', `default-src 'none'; ${allowed}`)
      .type('text/javascript; charset=utf-8')
      .send(script),
  );
}

const yearSeconds = 31_536_000;

/** Serves the web's build: static files, link previews, and pages from the cache. */
export const builtPages: Pages = async (http, ctx) => {
  const web = await webRenderer(http, ctx);
  await serviceWorker(http, ctx.config, join(buildFolder, 'service-worker.js'));
  await pushWorker(http, join(buildFolder, 'push-worker.js'));
  await memberWorker(http, join(buildFolder, 'member-worker.js'));
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
