import { readdirSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type ListeningPages, listeningPages } from '../testing/listening-pages.ts';
import { strictHeaders } from '../testing/response-scan.ts';
import { writing } from '../testing/stories-for-tests.ts';
import { type Person, testApp } from '../testing/test-app.ts';

const site = testApp({ PUBLIC_URL: 'http://192.168.7.7:3000' });
const write = writing(site);
let pages: ListeningPages;
let person: Person;
let story: string;

beforeAll(async () => {
  person = await site.person();
  story = (await write.published(person)).story._id;
  pages = await listeningPages(site);
});
afterAll(() => pages.close());

const script = readdirSync(join(import.meta.dirname, '../../../web/build/client/assets')).find((name) =>
  /^main-.*\.js$/.test(name),
);

/** Addresses of every kind, with the expected status of a GET. */
const addresses = (): [string, number][] => [
  ['/', 200],
  [`/story/${story}`, 200],
  [`/profile/${person.username}`, 200],
  ['/reading/x', 200],
  ['/LOGIN', 308],
  ['/nowhere', 404],
  [`/assets/${script}`, 200],
  ['/og.png', 200],
  ['/livez', 200],
  ['/readyz', 200],
  ['/api/v1/genres', 200],
  ['/api/v1/auth/me', 401],
  ['/api/v1/stories?page=0', 400],
  ['/api/v1/nowhere', 404],
  ['/files/00/none.webp', 404],
  ['//elsewhere.example/', 400],
];

describe('every response', () => {
  test('has strict headers, is closed to other origins, sets no cookie and does not name the server [R23] [R24] [R25]', async () => {
    for (const [address, status] of addresses()) {
      const response = await pages.get(address, { origin: 'https://elsewhere.example', accept: '*/*' });
      expect([address, response.status]).toEqual([address, status]);
      expect(response.headers, address).toMatchObject(strictHeaders);
      const names = Object.keys(response.headers);
      const unwanted = names.filter((name) =>
        /^(access-control-|set-cookie|server$|x-powered-by)/.test(name),
      );
      expect([address, unwanted]).toEqual([address, []]);
      expect(response.headers['content-security-policy'], address).not.toContain('upgrade-insecure-requests');
      expect(response.headers['strict-transport-security'], address).toBeUndefined();
    }
  });

  test('to a signed-in person has Cache-Control: no-store [R24]', async () => {
    const headers = { authorization: `Bearer ${person.token}` };
    for (const path of ['/auth/me', '/stories', '/genres', `/stories/${story}`, '/stories/library/me']) {
      const response = await pages.get(`/api/v1${path}`, headers);
      expect([path, response.status, response.headers['cache-control']]).toEqual([path, 200, 'no-store']);
    }
  });

  test('leaves in one write, head and body together', async () => {
    let writes = 0;
    // Node calls one of the two per system call: `_writev` for several chunks at once.
    const countWrites = (socket: Socket): void => {
      for (const method of ['_write', '_writev'] as const) {
        const original = socket[method] ?? (() => undefined);
        vi.spyOn(socket, method).mockImplementation((...args: unknown[]) => {
          writes += 1;
          Reflect.apply(original, socket, args);
        });
      }
    };
    pages.http.server.on('connection', countWrites);
    const api = '/api/v1';
    for (const path of [
      '/',
      `/story/${story}`,
      `${api}/stories/${story}`,
      `${api}/stories`,
      `${api}/genres`,
    ]) {
      for (const encoding of ['identity', 'br']) {
        writes = 0;
        const { status, body } = await pages.get(path, { 'accept-encoding': encoding });
        expect([path, encoding, status, body.length > 0, writes]).toEqual([path, encoding, 200, true, 1]);
      }
    }
    pages.http.server.off('connection', countWrites);
  });

  test('to an unknown address is an error without any file contents [R33]', async () => {
    for (const address of [
      '/.env',
      '/.git/config',
      '/.built-from',
      '/assets/none.js',
      `/assets/${script}.map`,
      '/assets/',
      '/server/index.js',
      '/.vite/manifest.json',
      '/index.html',
      '/%2e%2e/package.json',
      '/..%2fpackage.json',
      '/assets/..%2f..%2fpackage.json',
    ]) {
      const { status, body } = await pages.get(address);
      expect([address, [400, 404].includes(status)]).toEqual([address, true]);
      expect(body).not.toMatch(/node_modules|"name": "@inkling|"dependencies"/);
    }
  });
});
