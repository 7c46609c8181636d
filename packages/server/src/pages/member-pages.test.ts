import { logout } from '@inkling/contract/account';
import { updateStory } from '@inkling/contract/stories';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setSuspended } from '../modules/users/index.ts';
import { type ListeningPages, listeningPages } from '../testing/listening-pages.ts';
import { writing } from '../testing/stories-for-tests.ts';
import { type Person, testApp } from '../testing/test-app.ts';

const site = testApp();
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
    const paths = ['/home', '/library', '/settings', '/notifications', '/profile', `/story/${story}`];
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

  test('opens no call', async () => {
    const { status } = await pages.get('/api/v1/auth/me', asked(ana.token));
    expect(status).toBe(401);
  });

  test('is not written before the sign-in or where the address is a secret', async () => {
    for (const path of ['/', '/login', '/about', '/reset-password/some-secret', '/draft']) {
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
