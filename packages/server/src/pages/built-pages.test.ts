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

test('a page whose stories cannot be loaded is refused by a page that says so, and is whole again with the next request', async () => {
  const { http, close } = await createApp(site.ctx, builtPages);
  const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
  try {
    await sql`alter table stories rename to stories_away`.execute(site.ctx.db);
    const refused = await http.inject({ url: '/', headers: browser });
    const call = await http.inject({ url: '/api/v1/stories', headers: browser });
    const program = await http.inject('/');
    await sql`alter table stories_away rename to stories`.execute(site.ctx.db);
    expect(refused.statusCode).toBe(503);
    expect(refused.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'retry-after': '2',
      'content-security-policy': expect.stringMatching(/^default-src 'none'; style-src 'unsafe-inline'; /),
    });
    expect(refused.body).toContain('<p>This page can’t be shown right now. Please try again shortly.</p>');
    expect(refused.body).not.toContain('<script');
    // Calls and programs are told in JSON, whatever they would take.
    expect(call.json()).toMatchObject({ success: false, code: 'INTERNAL' });
    expect(program.json()).toMatchObject({ success: false, code: 'UNAVAILABLE' });
    const whole = await http.inject('/');
    expect(whole.statusCode).toBe(200);
    expect(whole.body).toContain('No stories available at the moment.');
  } finally {
    await close();
  }
});

describe('a page to which a mail leads', () => {
  test('is the same for every secret, is kept nowhere, and tells nobody where it stands', async () => {
    const { http, close } = await createApp(site.ctx, builtPages);
    try {
      for (const path of ['/reset-password/', '/verify-email/']) {
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
        const elsewhere = await http.inject(`${path.toUpperCase()}secretOfBen/`);
        expect([elsewhere.statusCode, elsewhere.headers.location]).toEqual([308, `${path}secretOfBen`]);
        expect(elsewhere.headers).toMatchObject({
          'cache-control': 'no-store',
          'referrer-policy': 'no-referrer',
        });
      }
    } finally {
      await close();
    }
  });

  test('is apart from the pages beside it, which may be shared', async () => {
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
  const opened = async () => {
    const { http, close } = await createApp(site.ctx, builtPages);
    return { get: (path: string) => http.inject(path), close };
  };

  test('shows what they change of themselves, whom they bring out and who follows them with the next request', async () => {
    const [ana, ben] = [await site.person('Ana_Sol'), await site.person()];
    const { get, close } = await opened();
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

  test('stands under one address: other spellings of the name lead there, former names nowhere', async () => {
    const cleo = await site.person('Cleo_Sol');
    const { get, close } = await opened();
    try {
      for (const spelling of ['cleo_sol', 'CLEO_SOL', encodeURIComponent('Ｃleo_Sol')]) {
        const led = await get(`/profile/${spelling}`);
        expect([302, 308], spelling).toContain(led.statusCode);
        expect(led.headers.location, spelling).toBe('/profile/Cleo_Sol');
      }
      expect((await get('/profile/Cleo_Sol')).body).toContain('rel="canonical" href="');
      expect((await get('/profile/Dora_Sol')).statusCode).toBe(404);
      await site.as(cleo).call(updateProfile, { body: { username: 'Dora_Sol' } });
      expect((await get('/profile/Dora_Sol')).statusCode).toBe(200);
      expect((await get('/profile/Cleo_Sol')).statusCode).toBe(404);
      expect((await get('/profile/cleo_sol')).statusCode).toBe(404);
    } finally {
      await close();
    }
  });

  test('is a page that says so where there is nobody, whatever the address', async () => {
    const { get, close } = await opened();
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
