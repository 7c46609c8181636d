import { changeSettings } from '@inkling/contract/site';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setAdmin } from '../modules/users/index.ts';
import { hour } from '../platform/clock.ts';
import { type ListeningPages, listeningPages } from '../testing/listening-pages.ts';
import { writing } from '../testing/stories-for-tests.ts';
import { type Person, testApp } from '../testing/test-app.ts';

const site = testApp();
const write = writing(site);
let pages: ListeningPages;
let admin: Person;

beforeAll(async () => {
  pages = await listeningPages(site);
  admin = await site.person();
  await setAdmin(site.ctx.db, admin.id, true);
});
afterAll(() => pages.close());

interface Times {
  startsAt?: string | null;
  endsAt?: string | null;
}
const announce = (text: string, link: string | null = null, { startsAt = null, endsAt = null }: Times = {}) =>
  site.as(admin).call(changeSettings, { body: { announcement: { text, link, startsAt, endsAt } } });
const end = () => site.as(admin).call(changeSettings, { body: { announcement: null } });
const shownAt = async (path: string): Promise<string | null> =>
  /<div class="announcement">.*?<\/div>/s.exec((await pages.get(path)).body)?.[0] ?? null;

test('every page shows an announcement with its first answer, and no longer once it is removed', async () => {
  const { story } = await write.published(await site.person());
  const paths = ['/about', '/login', `/story/${story._id}`];
  for (const path of paths) expect(await shownAt(path)).toBeNull();
  expect((await pages.get('/about')).body).not.toContain('<!--announcement-->');
  await announce('We move on <Sunday> & $& back soon.', '/contact');
  for (const path of paths) {
    const shown = await shownAt(path);
    expect([path, shown]).toEqual([
      path,
      expect.stringContaining(
        '<p role="status" dir="auto"><a class="announcement-link" href="/contact">We move on &#60;Sunday&#62; &#38; $&#38; back soon.</a></p>',
      ),
    ]);
  }
  await end();
  for (const path of paths) expect(await shownAt(path)).toBeNull();
});

test('an announcement shows from its beginning until its end', async () => {
  const at = (hours: number) => new Date(site.clock.now().getTime() + hours * hour).toISOString();
  await announce('Soon.', null, { startsAt: at(1), endsAt: at(3) });
  expect(await shownAt('/about')).toBeNull();
  site.clock.advance(hour);
  expect(await shownAt('/about')).toContain('Soon.');
  site.clock.advance(2 * hour);
  expect(await shownAt('/about')).toBeNull();
});

test('a page that a member’s browser asks for shows it too', async () => {
  await announce('For members.');
  const headers = {
    'service-worker-navigation-preload': [admin.token, 'a-key-of-this-browser', 'en', 'UTC'].join(' '),
    'sec-fetch-dest': 'document',
  };
  const { body } = await pages.get('/home', headers);
  expect(body).toContain('data-written="a-key-of-this-browser"');
  expect(body).toContain('<p role="status" dir="auto">For members.</p>');
  await end();
});
