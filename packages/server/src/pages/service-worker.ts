import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../platform/config.ts';

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
export async function serviceWorker(http: FastifyInstance, config: Config, file: string): Promise<void> {
  serveWorker(http, '/sw.js', config.OFFLINE ? await readFile(file, 'utf8') : removal, "connect-src 'self'");
}

/** Sends the service worker that shows push messages, with the site's icon. */
export async function pushWorker(http: FastifyInstance, file: string): Promise<void> {
  serveWorker(http, '/push-worker.js', await readFile(file, 'utf8'), "img-src 'self'");
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
