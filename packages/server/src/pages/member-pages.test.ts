import { login, logout } from '@inkling/contract/account';
import { listChaptersOfStory, readChapter } from '@inkling/contract/chapters';
import { saveChapterProgress } from '@inkling/contract/library';
import { setExclusive, updateStory } from '@inkling/contract/stories';
import { updatePreferences } from '@inkling/contract/users';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createApp } from '../app.ts';
import { setSuspended } from '../modules/users/index.ts';
import { activityOf } from '../platform/activity.ts';
import { AppError } from '../platform/app-error.ts';
import { hour } from '../platform/clock.ts';
import { openDatabase } from '../platform/db/db.ts';
import { usualLimits } from '../platform/http/rate-limits-table.ts';
import { logSettings } from '../platform/log.ts';
import { type ListeningPages, listeningPages } from '../testing/listening-pages.ts';
import { writing } from '../testing/stories-for-tests.ts';
import { longTimeouts, type Person, testApp } from '../testing/test-app.ts';
import { testPassword } from '../testing/test-password.ts';
import { builtPages } from './built-pages.ts';
import { memberPages } from './member-pages.ts';
import type { WebRenderer } from './web-renderer.ts';

const site = testApp({ PLANS: 'on' });
const write = writing(site);
let pages: ListeningPages;
let ana: Person;
let ben: Person;
let story: string;

const key = 'a-key-of-this-browser';
const asked = (token: string, headers = {}) => ({
  'service-worker-navigation-preload': [token, key, 'de-DE', 'Asia/Kathmandu'].join(' '),
  'sec-fetch-dest': 'document',
  ...headers,
});
const isWritten = (html: string) => html.includes(`data-written="${key}"`);
const dataOf = (html: string) =>
  JSON.parse(/<script type="application\/json" id="written">(.*?)<\/script>/.exec(html)?.[1] ?? '{}');

beforeAll(async () => {
  pages = await listeningPages(site);
  [ana, ben] = [await site.person('Ana_Sol'), await site.person('Ben_Rua')];
  story = (await write.published(ana, { title: 'Salt </script> and sand' })).story._id;
});
afterAll(() => pages.close());

describe('a page that a member’s browser asks for', () => {
  test('has what they may see, with the answers of its calls, and is stored by nobody', async () => {
    for (const path of ['/home', `/story/${story}`, '/library?tab=bookmarks', '/discover', '/settings']) {
      const { status, body, headers } = await pages.get(path, asked(ana.token));
      expect([path, status, isWritten(body)]).toEqual([path, 200, true]);
      expect(headers['cache-control']).toBe('private, no-store');
      expect([path, JSON.stringify(dataOf(body)).includes('Ana_Sol')]).toEqual([path, true]);
      expect(body).not.toContain(ana.token);
    }
    const { body } = await pages.get(`/story/${story}`, asked(ana.token));
    expect(JSON.stringify(dataOf(body))).toContain('Salt </script> and sand');
  });

  test('has what several lists show once', async () => {
    const { body } = await pages.get('/home', asked(ben.token));
    const data = JSON.stringify(dataOf(body));
    expect(data.split('Salt </script> and sand')).toHaveLength(2);
    expect(data.split('{"$once":0}').length).toBeGreaterThan(2);
  });

  test('shows their own drafts to them alone [R65]', async () => {
    const draft = (await write.published(ana, { title: 'Hidden cove' })).story._id;
    await site.as(ana).call(updateStory, { params: { id: draft }, body: { isPublished: false } });
    const own = await pages.get(`/story/${draft}`, asked(ana.token));
    expect([own.status, own.body.includes('Hidden cove')]).toEqual([200, true]);
    for (const headers of [asked(ben.token), {}]) {
      const { body } = await pages.get(`/story/${draft}`, headers);
      expect(body).not.toContain('Hidden cove');
    }
  });

  test('is the page for everyone without a valid session, and everywhere but in a window of its own [R24]', async () => {
    const [visitors, member] = [await pages.get('/home'), await pages.get('/home', asked(ana.token))];
    expect(isWritten(member.body)).toBe(true);
    const gone = await site.person();
    await site.as(gone).call(logout, {});
    const refused = [
      asked(gone.token),
      asked('0'.repeat(43)),
      asked(`${ana.token}x`),
      asked(ana.token, { 'sec-fetch-dest': 'iframe' }),
      asked(ana.token, { 'sec-fetch-dest': 'empty' }),
      asked(ana.token, { 'sec-fetch-dest': 'iframe', 'sec-fetch-site': 'cross-site' }),
      asked(ana.token, { 'sec-fetch-dest': '' }),
      asked(`${ana.token} ${ana.token}`),
      asked(`"><script>${ana.token}`),
      { 'service-worker-navigation-preload': ana.token, 'sec-fetch-dest': 'document' },
      { 'service-worker-navigation-preload': 'true', 'sec-fetch-dest': 'document' },
      { authorization: `Bearer ${ana.token}`, 'sec-fetch-dest': 'document' },
    ];
    for (const headers of refused) {
      const { body, headers: answered } = await pages.get('/home', headers);
      expect(body).toBe(visitors.body);
      expect(answered['cache-control']).toBe('no-cache');
    }
  });

  test('has nothing of another person, over many mixed navigations [P04]', async () => {
    const visitors: (Person | null)[] = [ana, ben, await site.person(), null];
    const { data } = (await site.as(ana).call(listChaptersOfStory, { params: { storyId: story } })).body;
    const reading = `/reading/${story}/${data[0]?._id}`;
    const paths = [
      '/home',
      '/library',
      '/settings',
      '/notifications',
      '/profile',
      `/story/${story}`,
      reading,
    ];
    const emailOf = ({ username }: Person) => `${username}@example.test`;
    const open = async (times: number) => {
      for (let time = 0; time < 30; time += 1) {
        const viewer = visitors[(time + times) % visitors.length] ?? null;
        const path = paths[(time * 5 + times) % paths.length] ?? '';
        const { body } = await pages.get(path, viewer === null ? {} : asked(viewer.token));
        const found = visitors.filter((one) => one !== null && body.includes(emailOf(one)));
        expect([path, found, isWritten(body)]).toEqual([path, viewer ? [viewer] : [], viewer !== null]);
      }
    };
    await Promise.all([0, 1, 2, 3, 4, 5].map(open));
  });

  test('opens no call, and answers no other method', async () => {
    for (const path of ['/auth/me', '/stories/library/me', '/notifications']) {
      const { status } = await pages.get(`/api/v1${path}`, asked(ana.token));
      expect([path, status]).toEqual([path, 401]);
    }
    for (const method of ['HEAD', 'POST'] as const) {
      const { headers, body } = await pages.http.inject({ method, url: '/home', headers: asked(ana.token) });
      expect([method, headers['cache-control'] === 'private, no-store', body.includes('Ana_Sol')]).toEqual([
        method,
        false,
        false,
      ]);
    }
  });

  test('has nothing of the header but the key, in no header, body or line of the log [R13]', async () => {
    const lines: string[] = [];
    const log = pino(logSettings({ LOG_LEVEL: 'trace' }), { write: (line) => void lines.push(line) });
    const app = await createApp({ ...site.ctx, log }, builtPages);
    const other = `${key} xx-canary Mars/Canary`;
    for (const url of ['/home', '/library', '/discover?q=1', '/settings', '/nowhere', '/api/v1/auth/me'])
      for (const token of [ana.token, 'canary-of-the-header', `${ana.token}\tcanary`]) {
        const headers = {
          'service-worker-navigation-preload': `${token} ${other}`,
          'sec-fetch-dest': 'document',
        };
        const response = await app.http.inject({ url, headers });
        const sent = JSON.stringify(response.headers) + response.body;
        expect([url, /canary/i.test(sent), sent.includes(ana.token)]).toEqual([url, false, false]);
      }
    await app.close();
    expect(lines.length).toBeGreaterThan(10);
    expect(lines.filter((line) => /canary/i.test(line) || line.includes(ana.token))).toEqual([]);
  });

  test('is counted, and so is why it was not written', async () => {
    const tally = activityOf(site.ctx.db).memberPages;
    const gone = await site.person();
    await site.as(gone).call(logout, {});
    const results = {
      written: asked(ana.token),
      'no-header': {},
      'no-session': asked('', { 'service-worker-navigation-preload': 'true' }),
      unreadable: asked('', { 'service-worker-navigation-preload': 'what' }),
      'no-window': asked(ana.token, { 'sec-fetch-dest': 'iframe' }),
      'session-ended': asked(gone.token),
    } as const;
    for (const [result, headers] of Object.entries(results)) {
      const before = new Map<string, number>(tally);
      await pages.get('/library', headers);
      const changed = [...tally].filter(([name, count]) => count !== (before.get(name) ?? 0));
      expect([result, changed.map(([name]) => name)]).toEqual([result, [result]]);
    }
  });

  test('is the page for everyone while the database does not answer', async () => {
    const { host = '', port = 0, user = '', password, database = '' } = site.database.pool.options;
    const away = openDatabase({ host, port, user, password: String(password), database });
    const app = await createApp({ ...site.ctx, db: away.db }, builtPages);
    const first = await app.http.inject({ url: '/home', headers: asked(ana.token) });
    expect(isWritten(first.body)).toBe(true);
    const later = await site.person();
    await away.close();
    for (const { token } of [ana, later]) {
      const { statusCode, body } = await app.http.inject({ url: '/home', headers: asked(token) });
      expect([statusCode, body.includes('Ana_Sol')]).toEqual([200, false]);
    }
    await app.close();
  });

  test('is the page for everyone once a request would have waited too long', async () => {
    const { host = '', port = 0, user = '', password, database = '' } = site.database.pool.options;
    const connection = { host, port, user, password: String(password), database };
    const short = openDatabase(connection, { timeouts: { ...longTimeouts, requestMs: 500 } });
    const app = await createApp({ ...site.ctx, db: short.db }, async (http, ctx) => {
      const neverThere = { memberPage: () => new Promise(() => undefined) } as unknown as WebRenderer;
      const send = memberPages(ctx, neverThere, () => '');
      http.get('/home', async (request, reply) =>
        (await send('/home', request, reply)) ? reply : 'for everyone',
      );
    });
    const { body } = await app.http.inject({ url: '/home', headers: asked(ana.token) });
    expect([body, activityOf(short.db).memberPages.get('late')]).toEqual(['for everyone', 1]);
    await app.close();
    await short.close();
  });

  test('is the page for everyone while its calls are refused, and harms no other page', async () => {
    const lines: string[] = [];
    const log = pino(logSettings({ LOG_LEVEL: 'error' }), { write: (line) => void lines.push(line) });
    const read = { max: 10, timeWindow: hour };
    const config = { ...site.ctx.config, RATE_LIMIT: true, RATE_LIMITS: { ...usualLimits, read } };
    const app = await createApp({ ...site.ctx, config, log }, builtPages);
    const open = async (url: string, { token }: Person) => {
      const { statusCode, body } = await app.http.inject({ url, headers: asked(token) });
      return [statusCode, isWritten(body)];
    };
    expect(await open('/settings', ana)).toEqual([200, true]);
    for (let times = 0; times < 10; times += 1) await open('/home', ana);
    expect(await open('/settings', ana)).toEqual([200, false]);
    expect([await open('/settings', ben), lines]).toEqual([[200, true], []]);
    await app.close();
  });

  test('takes one place at a time for each person, however many they open', async () => {
    const places: string[] = [];
    const { promise: page, reject } = Promise.withResolvers<never>();
    const { host = '', port = 0, user = '', password, database = '' } = site.database.pool.options;
    const connection = { host, port, user, password: String(password), database };
    // So that no page is late, however slow the machine is.
    const patient = openDatabase(connection, { timeouts: { ...longTimeouts, requestMs: 60_000 } });
    const app = await createApp({ ...site.ctx, db: patient.db }, async (http, ctx) => {
      const memberPage = (_url: string, token: string) => {
        places.push(token);
        return page;
      };
      const send = memberPages(ctx, { memberPage } as unknown as WebRenderer, () => '');
      http.get('/home', async (request, reply) =>
        (await send('/home', request, reply)) ? reply : 'for everyone',
      );
    });
    let answered = 0;
    const open = async ({ token }: Person) => {
      await app.http.inject({ url: '/home', headers: asked(token) });
      answered += 1;
    };
    const opened = [...Array.from({ length: 200 }, () => ana), ben].map(open);
    // Of one person one is written and six wait; the others come at once, as for everyone.
    await vi.waitFor(() => expect([answered, places]).toEqual([193, [ana.token, ben.token]]), 30_000);
    reject(new AppError('BUSY', 'Please try again.'));
    await Promise.all(opened);
    await app.close();
    await patient.close();
  });

  test('is that of the session, not of the browser: after signing in as another person, theirs', async () => {
    const carl = await site.person('Carl_Ost');
    const { token } = (
      await site.as(null).call(login, { body: { email: carl.username, password: testPassword } })
    ).body;
    const both = [await pages.get('/home', asked(carl.token)), await pages.get('/home', asked(token))];
    for (const { body } of both) expect([isWritten(body), body.includes('Carl_Ost')]).toEqual([true, true]);
    await site.as(carl).call(logout, {});
    expect(isWritten((await pages.get('/home', asked(carl.token))).body)).toBe(false);
    expect(isWritten((await pages.get('/home', asked(token))).body)).toBe(true);
  });

  test('is not written before the sign-in, where the address is a secret, or as a preview', async () => {
    const preview = `/write/${story}/chapter/new/preview`;
    for (const path of ['/', '/login', '/about', '/reset-password/some-secret', '/draft', preview]) {
      const { body } = await pages.get(path, asked(ben.token));
      expect([path, isWritten(body), body.includes('Ben_Rua')]).toEqual([path, false, false]);
    }
  });

  test('is written for a browser whose locale or zone this server does not know', async () => {
    for (const header of [
      `${ana.token} ${key} xx-tlh-0 Mars/Olympus`,
      `${ana.token} ${key} de-DE Mars/Olympus`,
    ]) {
      const headers = { 'service-worker-navigation-preload': header, 'sec-fetch-dest': 'document' };
      expect(isWritten((await pages.get('/home', headers)).body)).toBe(true);
    }
  });

  test('links to the style sheet where the browser has that of this release, and else has it', async () => {
    const secret = (await pages.get('/reset-password/some-secret')).body;
    const [, styles = ''] = /<link rel="stylesheet" href="([^"]+)"/.exec(secret) ?? [];
    expect(styles).toMatch(/^\/assets\/.+\.css$/);
    for (const [stored, isLinked] of [
      [styles, true],
      ['/assets/app-before.css', false],
    ] as const) {
      const header = `${ana.token} ${key} de-DE Asia/Kathmandu ${stored}`;
      const headers = asked(ana.token, { 'service-worker-navigation-preload': header });
      const { body } = await pages.get('/home', headers);
      expect([isWritten(body), body.includes(styles), body.includes('<style>')]).toEqual([
        true,
        isLinked,
        !isLinked,
      ]);
    }
  });

  test('is the chapter at the reader’s place, in their settings; the browser leads there from an address without it', async () => {
    const { story: read, chapters } = await write.published(ana, { chapters: 2 });
    const [first = '', second = ''] = chapters.map(({ _id }) => _id);
    const begun = await pages.get(`/reading/${read._id}/${first}`, asked(ben.token));
    expect([begun.status, begun.body.includes('data-place'), begun.body.includes('w1x')]).toEqual([
      200,
      true,
      true,
    ]);
    const readingSettings = { layout: { value: 'paged', age: 0 } } as const;
    await site.as(ben).call(updatePreferences, { body: { readingSettings } });
    const { paragraphIds, version } = (await site.as(ben).call(readChapter, { params: { id: second } })).body
      .data;
    const position = { paragraph: paragraphIds[0] ?? 0, offset: 7, version };
    await site
      .as(ben)
      .call(saveChapterProgress, { params: { id: second }, body: { progress: 40, position } });
    const without = await pages.get(`/reading/${read._id}`, asked(ben.token));
    expect([without.status, isWritten(without.body)]).toEqual([200, false]);
    const { body } = await pages.get(`/reading/${read._id}/${second}`, asked(ben.token));
    const place = JSON.stringify({ chapter: second, progress: 40, position }).slice(0, -1);
    expect([
      body.includes(place.replaceAll('"', '&quot;')),
      /class="pages" data-paged/.test(body),
      body.includes('w2x'),
    ]).toEqual([true, true, true]);
    // Whoever reads the other chapter has no place in it.
    const other = await pages.get(`/reading/${read._id}/${first}`, asked(ben.token));
    expect(other.body).toContain('&quot;position&quot;:null');
  });

  test('has no word of a chapter that its reader may not read', async () => {
    const { story: read, chapters } = await write.published(ana, { chapters: 2 });
    await site.as(ana).call(setExclusive, { params: { id: read._id }, body: { fromChapter: 2 } });
    const found = async (who: Person) => {
      const { body } = await pages.get(`/reading/${read._id}/${chapters[1]?._id}`, asked(who.token));
      return [isWritten(body), body.includes('w2x')];
    };
    expect([await found(ben), await found(ana)]).toEqual([
      [true, false],
      [true, true],
    ]);
  });

  test('of a suspended person says so', async () => {
    await setSuspended(site.ctx.db, ben.id, site.clock.now());
    const { body } = await pages.get('/home', asked(ben.token));
    expect([isWritten(body), JSON.stringify(dataOf(body)).includes('"isSuspended":true')]).toEqual([
      true,
      true,
    ]);
    await setSuspended(site.ctx.db, ben.id, null);
  });
});
