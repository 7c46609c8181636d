import { hash } from 'node:crypto';
import { updateProfile } from '@inkling/contract/users';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ListeningPages, listeningPages } from '../testing/listening-pages.ts';
import { writing } from '../testing/stories-for-tests.ts';
import { testApp } from '../testing/test-app.ts';

const site = testApp({ PUBLIC_URL: 'https://stories.example' });
const write = writing(site);
let pages: ListeningPages;
let story: string;
let author: string;

beforeAll(async () => {
  const person = await site.person();
  author = person.username;
  await site.as(person).call(updateProfile, { body: { bio: 'Writes at sea.' } });
  story = (await write.published(person, { title: 'Salt', chapters: 3 })).story._id;
  pages = await listeningPages(site);
});
afterAll(() => pages.close());

const all = () => [
  '/',
  `/story/${story}`,
  `/profile/${author}`,
  '/about',
  '/login',
  '/reading/x',
  '/nowhere',
];

describe('a page', () => {
  test('does not depend on the request’s host, query or proxy headers [R65]', async () => {
    const forged: Record<string, string>[] = [
      { host: 'evil.example' },
      { 'x-forwarded-host': 'evil.example' },
      { 'x-forwarded-proto': 'gopher', forwarded: 'host=evil.example' },
      { 'x-original-url': '/evil', 'x-rewrite-url': '/evil' },
    ];
    for (const path of all()) {
      const plain = await pages.get(path);
      for (const headers of forged) expect((await pages.get(path, headers)).body, path).toBe(plain.body);
      const withQuery = await pages.get(`${path}?open=/evil.example&redirect=/evil.example&x=evil.example`);
      expect(withQuery.body, path).toBe(plain.body);
      expect(plain.body + JSON.stringify(plain.headers)).not.toContain('evil');
    }
    const { body } = await pages.get(`/story/${story}`);
    expect(body).toContain(`<link rel="canonical" href="https://stories.example/story/${story}"`);
    expect(body).toContain('<meta property="og:image" content="https://stories.example/');
    const landing = (await pages.get('/')).body;
    expect(landing).toContain('<link rel="canonical" href="https://stories.example/"');
    expect(landing).toContain('<meta property="og:url" content="https://stories.example/"');
    expect(landing).toContain('"@type":"WebSite","name":"Inkling","url":"https://stories.example/"');
  });

  test('has the same bytes for each request, and an ETag that avoids downloading it again', async () => {
    for (const path of all().slice(0, 5)) {
      const one = await pages.get(path);
      const other = await pages.get(path);
      expect(one.status, path).toBe(200);
      expect([other.body, other.headers.etag]).toEqual([one.body, one.headers.etag]);
      expect(other.headers['content-security-policy']).toBe(one.headers['content-security-policy']);
      const notModified = await pages.get(path, { 'if-none-match': String(one.headers.etag) });
      expect([notModified.status, notModified.body]).toEqual([304, '']);
    }
  });

  test('is sent in an encoding that the browser accepts, with the same text [P10]', async () => {
    const plain = await pages.get(`/story/${story}`);
    for (const [accepted, expected] of [
      ['gzip, deflate, br, zstd', 'br'],
      ['gzip', 'gzip'],
      ['br;q=0, gzip;q=0.5', 'gzip'],
      ['identity', undefined],
      ['deflate', undefined],
      ['br;q=0,gzip;q=0', undefined],
      ['x'.repeat(5000), undefined],
    ] as const) {
      const response = await pages.get(`/story/${story}`, { 'accept-encoding': accepted });
      expect(response.headers['content-encoding'], accepted.slice(0, 50)).toBe(expected);
      expect(response.headers.vary).toBe('accept-encoding');
      expect(response.body === plain.body, accepted.slice(0, 50)).toBe(true);
    }
  });

  test('allows exactly its own scripts, by their hashes [R23] [R62]', async () => {
    for (const path of all()) {
      const { body, headers } = await pages.get(path);
      const policy = headers['content-security-policy'] ?? '';
      const sources = /script-src ([^;]*);/.exec(policy)?.[1]?.split(' ') ?? [];
      expect(sources[0]).toBe("'strict-dynamic'");
      expect(policy).not.toMatch(/nonce/);
      expect(body).not.toMatch(/nonce=/);
      const scripts = [...body.matchAll(/<script(?![^>]*ld\+json)[^>]*>([\s\S]*?)<\/script>/g)];
      expect(scripts.length).toBeGreaterThan(3);
      for (const [, text = ''] of scripts)
        expect(sources, path).toContain(`'sha256-${hash('sha256', text, 'base64')}'`);
      const files = [...body.matchAll(/integrity="([^"]+)"/g)].map(([, integrity]) => `'${integrity}'`);
      expect(files.length).toBeGreaterThan(1);
      for (const file of files) expect(sources, path).toContain(file);
      expect(sources.length).toBe(new Set([...sources]).size);
    }
  });

  test('is HTML, and React Router’s data addresses are not served [R33]', async () => {
    for (const path of all()) {
      const { headers, body } = await pages.get(path);
      expect(headers['content-type'], path).toBe('text/html; charset=utf-8');
      expect(body).toMatch(/^<!DOCTYPE html>/);
    }
    for (const path of [`/story/${story}.data`, '/_root.data', '/about.data', '/__manifest?p=/']) {
      const { status, body } = await pages.get(path);
      expect(status, path).toBe(404);
      expect(body).toMatch(/^<!DOCTYPE html>/);
      expect(body).not.toContain('Salt');
    }
  });

  test('without server content is the same for all parameters [R65]', async () => {
    for (const [one, other] of [
      ['/reading/x', '/reading/y'],
      ['/reading/x/1', '/reading/y/2'],
      ['/write/x', '/write/y'],
      ['/category/popular', '/category/%3Cb%3E'],
      ['/analytics/story/1', '/analytics/story/2'],
    ]) {
      const [first, second] = [await pages.get(one ?? ''), await pages.get(other ?? '')];
      expect([first.status, second.status]).toEqual([200, 200]);
      expect(second.body).toBe(first.body);
      expect(second.body).not.toContain('%3Cb');
    }
  });
});
