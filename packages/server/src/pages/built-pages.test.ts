import { updateStory } from '@inkling/contract/stories';
import { followUser, updateProfile } from '@inkling/contract/users';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { createApp } from '../app.ts';
import { writing } from '../testing/stories-for-tests.ts';
import { testApp } from '../testing/test-app.ts';
import { builtPages } from './built-pages.ts';

const site = testApp();
const write = writing(site);

test('a page whose stories cannot be loaded is a 503 error page, and recovers with the next request', async () => {
  const { http, close } = await createApp(site.ctx, builtPages);
  const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
  try {
    await sql`alter table stories rename to stories_unavailable`.execute(site.ctx.db);
    const failed = await http.inject({ url: '/', headers: browser });
    const call = await http.inject({ url: '/api/v1/stories', headers: browser });
    const program = await http.inject('/');
    await sql`alter table stories_unavailable rename to stories`.execute(site.ctx.db);
    expect(failed.statusCode).toBe(503);
    expect(failed.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'retry-after': '2',
      'content-security-policy': expect.stringMatching(/^default-src 'none'; style-src 'unsafe-inline'; /),
    });
    expect(failed.body).toContain('<p>This page can’t be shown right now. Please try again shortly.</p>');
    expect(failed.body).not.toContain('<script');
    // API calls and non-browsers get errors as JSON, regardless of their Accept header.
    expect(call.json()).toMatchObject({ success: false, code: 'INTERNAL' });
    expect(program.json()).toMatchObject({ success: false, code: 'UNAVAILABLE' });
    const recovered = await http.inject('/');
    expect(recovered.statusCode).toBe(200);
    expect(recovered.body).toContain('No stories available at the moment.');
  } finally {
    await close();
  }
});

test('a page has its style sheet, and the hashes of its first scripts only', async () => {
  const { http, close } = await createApp(site.ctx, builtPages);
  try {
    const { body } = await http.inject('/terms');
    expect(body).toMatch(/<style>[^<]*--surface/);
    expect(body).not.toContain('rel="stylesheet"');
    const named = [...body.matchAll(/rel="modulepreload" href="([^"]+)" integrity/g)].map(([, file]) => file);
    const [, map = ''] = /type="importmap">(.*?)<\/script>/.exec(body) ?? [];
    expect(Object.keys(JSON.parse(map).integrity).toSorted()).toEqual(named.toSorted());
    expect(named.length).toBeGreaterThan(3);
  } finally {
    await close();
  }
});

test('the page of links for beta readers is stored by nobody and sends no referrer', async () => {
  const { http, close } = await createApp(site.ctx, builtPages);
  try {
    expect((await http.inject('/draft')).headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    });
  } finally {
    await close();
  }
});

describe('a page that is linked from an email', () => {
  test('is the same for every secret, is not stored, and sends no referrer [R24] [P14]', async () => {
    const { http, close } = await createApp(site.ctx, builtPages);
    try {
      for (const path of ['/reset-password/', '/verify-email/', '/unsubscribe/']) {
        const one = await http.inject(`${path}secretOfAda?utm=mail`);
        const other = await http.inject(`${path}secretOfBen`);
        for (const { statusCode, headers, body } of [one, other]) {
          expect(statusCode).toBe(200);
          expect(headers).toMatchObject({
            'cache-control': 'no-store',
            'referrer-policy': 'no-referrer',
            'x-robots-tag': 'noindex',
          });
          expect(body).not.toMatch(/secretOf|utm=/i);
        }
        expect(other.body).toBe(one.body);
        const redirected = await http.inject(`${path.toUpperCase()}secretOfBen/`);
        expect([redirected.statusCode, redirected.headers.location]).toEqual([308, `${path}secretOfBen`]);
        expect(redirected.headers).toMatchObject({
          'cache-control': 'no-store',
          'referrer-policy': 'no-referrer',
        });
      }
    } finally {
      await close();
    }
  });

  test('does not affect similar pages, which may be cached', async () => {
    const { http, close } = await createApp(site.ctx, builtPages);
    try {
      for (const path of ['/forgot-password', '/verify-email', '/login']) {
        expect((await http.inject(path)).headers).toMatchObject({
          'cache-control': 'no-cache',
          'referrer-policy': 'same-origin',
        });
      }
    } finally {
      await close();
    }
  });
});

describe('a person’s page', () => {
  const openPages = async () => {
    const { http, close } = await createApp(site.ctx, builtPages);
    return { get: (path: string) => http.inject(path), close };
  };

  test('shows changes of their profile, stories and followers with the next request', async () => {
    const [ana, ben] = [await site.person('Ana_Sol'), await site.person()];
    const { get, close } = await openPages();
    try {
      const page = async () => (await get('/profile/Ana_Sol')).body;
      expect(await page()).toContain('hasn’t published any stories yet');
      await site.as(ana).call(updateProfile, { body: { bio: 'Writes at sea.', displayName: 'Ana Sol' } });
      expect(await page()).toContain('Writes at sea.');
      const { story } = await write.published(ana, { title: 'Salt' });
      expect(await page()).toContain('Salt');
      await site.as(ana).call(updateStory, { params: { id: story._id }, body: { title: 'Salt and sand' } });
      expect(await page()).toContain('Salt and sand');
      expect(await page()).not.toMatch(/<span[^>]*>1<\/span>\s*follower\b/);
      await site.as(ben).call(followUser, { params: { userId: ana.id } });
      expect((await page()).replace(/<!-- -->/g, '')).toMatch(/>1<\/span> follower</);
      await site.as(ana).call(updateStory, { params: { id: story._id }, body: { isPublished: false } });
      expect(await page()).not.toContain('Salt and sand');
    } finally {
      await close();
    }
  });

  test('has one address, where other spellings of the username and former usernames lead', async () => {
    const cleo = await site.person('Cleo_Sol');
    const { get, close } = await openPages();
    try {
      for (const spelling of ['cleo_sol', 'CLEO_SOL', encodeURIComponent('Ｃleo_Sol')]) {
        const redirect = await get(`/profile/${spelling}`);
        expect([302, 308], spelling).toContain(redirect.statusCode);
        expect(redirect.headers.location, spelling).toBe('/profile/Cleo_Sol');
      }
      expect((await get('/profile/Cleo_Sol')).body).toContain('rel="canonical" href="');
      expect((await get('/profile/Dora_Sol')).statusCode).toBe(404);
      await site.as(cleo).call(updateProfile, { body: { username: 'Dora_Sol' } });
      expect((await get('/profile/Dora_Sol')).statusCode).toBe(200);
      for (const former of ['Cleo_Sol', 'cleo_sol']) {
        const redirect = await get(`/profile/${former}`);
        expect([redirect.statusCode, redirect.headers.location]).toEqual([302, '/profile/Dora_Sol']);
      }
    } finally {
      await close();
    }
  });

  test('is a "not found" page for an unknown or malformed username', async () => {
    const { get, close } = await openPages();
    try {
      for (const name of ['nobody_here', 'x', '%00', '%E0%A4', 'a%2Fb', '%E2%80%AE', 'x'.repeat(300)]) {
        const response = await get(`/profile/${name}`);
        expect([400, 404], name).toContain(response.statusCode);
      }
      expect((await get('/profile/nobody_here')).body).toContain('Person not found');
    } finally {
      await close();
    }
  });
});
