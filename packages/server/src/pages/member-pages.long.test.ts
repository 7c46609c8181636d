import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ListeningPages, listeningPages } from '../testing/listening-pages.ts';
import { writing } from '../testing/stories-for-tests.ts';
import { type Person, testApp } from '../testing/test-app.ts';

const site = testApp();
let pages: ListeningPages;
let people: Person[];
let story: string;
beforeAll(async () => {
  pages = await listeningPages(site);
  people = [await site.person(), await site.person(), await site.person(), await site.person()];
  const [author] = people as [Person];
  story = (await writing(site).published(author, { title: 'Salt' })).story._id;
});
afterAll(() => pages.close());

const inTotal = 2000;
const atOnce = 10;

test('a page that comes written has nothing of another person, over 2,000 mixed navigations [P04]', async () => {
  const viewers = [...people, null];
  const paths = [
    '/home',
    '/library',
    '/discover',
    '/settings',
    '/notifications',
    '/profile',
    `/story/${story}`,
  ];
  const canaries = people.flatMap(({ token, username }) => [token, `${username}@example.test`]);
  let next = 0;
  let written = 0;
  const open = async () => {
    for (let time = next++; time < inTotal; time = next++) {
      const viewer = viewers[time % viewers.length] ?? null;
      const path = paths[(time * 3) % paths.length] ?? '';
      const key = `key-of-${viewer?.username ?? 'a-visitor'}`;
      const header = `${viewer?.token} ${key} en-GB Europe/London`;
      const { status, body, headers } = await pages.get(path, {
        'sec-fetch-dest': 'document',
        ...(viewer && { 'service-worker-navigation-preload': header }),
      });
      const isWritten = body.includes('data-written=');
      const found = canaries.filter((canary) => body.includes(canary));
      const expected = isWritten ? [`${viewer?.username}@example.test`] : [];
      const keys = [...body.matchAll(/key-of-[\w-]+/g)].map(([found]) => found);
      expect([time, path, status, found, keys]).toEqual([time, path, 200, expected, isWritten ? [key] : []]);
      expect(headers['cache-control']).toBe(isWritten ? 'private, no-store' : 'no-cache');
      if (isWritten) written += 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, open));
  // The others came as for everyone, because too many waited.
  expect(written).toBeGreaterThan(inTotal / 2);
}, 600_000);
