import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ListeningPages, listeningPages } from '../testing/listening-pages.ts';
import { testApp } from '../testing/test-app.ts';

const site = testApp();
let pages: ListeningPages;
beforeAll(async () => {
  pages = await listeningPages(site);
});
afterAll(() => pages.close());

interface Manifest {
  name: string;
  short_name: string;
  start_url: string;
  scope: string;
  display: string;
  icons: { src: string; sizes: string; type: string; purpose?: string }[];
}

async function readManifest(): Promise<Manifest> {
  const { body } = await pages.get('/manifest.webmanifest');
  return JSON.parse(body);
}

test('every page links the manifest, which browsers need to install the site', async () => {
  for (const path of ['/', '/library', '/reading/x']) {
    const { body } = await pages.get(path);
    expect(body, path).toContain('<link rel="manifest" href="/manifest.webmanifest"');
  }
  const { status, headers } = await pages.get('/manifest.webmanifest');
  expect([status, headers['content-type']]).toEqual([200, 'application/manifest+json']);
  expect(await readManifest()).toMatchObject({
    name: 'Inkling',
    short_name: 'Inkling',
    start_url: '/library',
    scope: '/',
    display: 'standalone',
  });
});

test('its icons have the declared type and size, and one is maskable', async () => {
  const { icons } = await readManifest();
  expect(icons.map(({ sizes, purpose = 'any' }) => `${sizes} ${purpose}`)).toEqual([
    '192x192 any',
    '512x512 any',
    '512x512 maskable',
  ]);
  for (const { src, sizes, type } of icons) {
    const response = await fetch(pages.url + src);
    expect([src, response.status, response.headers.get('content-type')]).toEqual([src, 200, type]);
    const { format, width, height } = await sharp(await response.bytes()).metadata();
    expect([src, `image/${format}`, `${width}x${height}`]).toEqual([src, type, sizes]);
  }
});

test('the installed site opens without a network: its first page is among those that the service worker keeps', async () => {
  const worker = readFileSync(join(import.meta.dirname, '../../../web/build/service-worker.js'), 'utf8');
  const { start_url: start } = await readManifest();
  const kept = [...worker.matchAll(/["'`]?url["'`]?:\s*["'`]([^"'`]+)["'`]/g)].map(([, url]) => url);
  expect(kept).toContain(start);
  const { status, headers, body } = await pages.get('/sw.js');
  expect([status, headers['content-type'], body === worker]).toEqual([
    200,
    'text/javascript; charset=utf-8',
    true,
  ]);
});

test('the worker that shows push messages may load their icon', async () => {
  const { status, headers, body } = await pages.get('/push-worker.js');
  const [, icon = ''] = /icon:\s*["'`]([^"'`]+)["'`]/.exec(body) ?? [];
  expect([status, (await pages.get(icon)).status]).toEqual([200, 200]);
  expect(headers['content-security-policy']).toBe("default-src 'none'; img-src 'self'");
});
