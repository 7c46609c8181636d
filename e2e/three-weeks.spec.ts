import type { Page } from '@playwright/test';
import { keep } from './support/offline.ts';
import {
  callAs,
  createStory,
  expect,
  joinViaApi,
  setToken,
  skipOnboarding,
  test,
  textOf,
} from './support/test.ts';

// Three weeks with one serial. What each reader has read is also kept here, and compared with every screen.

// A service worker stays for the next test of a shared context. Chromium reports preloads that begin before it takes over.
test.use({
  freshContext: true,
  expectedErrors: [/cross-world service worker resource mismatch|was preloaded using link preload/],
});

const day = 24 * 3_600_000;
const title = 'The Long Road';

interface Reader {
  token: string;
  page: Page;
  /** The ids of the chapters that the reader has read to their ends. */
  read: Set<string>;
  /** The chapter read last. */
  place: string | null;
  /** In percent of the story as it was then. It never falls. */
  progress: number;
}
interface Entry {
  data: { storyId: string; progress: number; continueWith: string | null }[];
}
interface Comments {
  data: { isFolded: boolean; content: string | null }[];
}
interface Following {
  data: { unread: number; nextUnread: { _id: string } | null; lastChapter: { _id: string } }[];
}
interface Bell {
  data: { kind: string; link: string; story: { _id: string } | null }[];
}

test('five readers go on where they were for three weeks, and hear of what they have not read', async ({
  page,
  browser,
  site,
}) => {
  test.setTimeout(420_000);
  const author = await joinViaApi(page, site, 'author');
  const { story, chapters } = await createStory(page, site, author.token, {
    title,
    chapters: 4,
    paragraphs: 6,
  });
  const names = new Map(chapters.map((id, at) => [id, `Evening ${at + 1}`]));
  let withdrawn: string | undefined;
  const published = () => chapters.filter((id) => id !== withdrawn);
  const as = <T>(token: string, method: string, path: string, data?: object) =>
    callAs<T>(page, site, token, method, path, data);

  const reader = async (name: string): Promise<Reader> => {
    const { token } = await joinViaApi(page, site, name);
    await as(token, 'POST', `/stories/${story}/follow`);
    return { token, page: await device(token), read: new Set(), place: null, progress: 0 };
  };
  const device = async (token: string): Promise<Page> => {
    const context = await browser.newContext({ baseURL: site.url, viewport: { width: 390, height: 844 } });
    const opened = await context.newPage();
    await skipOnboarding(opened);
    await setToken(opened, token);
    return opened;
  };
  const publish = async (name: string) => {
    const body = { story, title: name, content: textOf(6), isPublished: true };
    const { data } = await as<{ data: { _id: string } }>(author.token, 'POST', '/chapters', body);
    chapters.push(data._id);
    names.set(data._id, name);
  };

  /** What the rules say: the first unread chapter from the reader's place on, or else the first before it. */
  const nextOf = ({ read, place }: Reader): string | undefined => {
    const from = place === null ? 0 : chapters.indexOf(place);
    const unread = published().filter((id) => !read.has(id));
    return unread.find((id) => chapters.indexOf(id) >= from) ?? unread[0];
  };
  const continueOf = (one: Reader): string | undefined =>
    one.place !== null && !one.read.has(one.place) ? one.place : (nextOf(one) ?? one.place ?? undefined);

  const finish = (one: Reader, chapter: string) => {
    one.place = chapter;
    one.read.add(chapter);
    const share = (published().indexOf(chapter) + 1) / published().length;
    one.progress = Math.max(one.progress, 100 * share);
  };
  /** Whether what is said about the chapter `talkedOf` is folded: the reader has read neither that nor a later one. */
  let talkedOf: string | undefined;
  const isFolded = ({ read }: Reader) =>
    ![...read].some((id) => chapters.indexOf(id) >= chapters.indexOf(talkedOf ?? ''));

  /** Compares the server's responses with what the rules say. */
  const check = async (one: Reader, when: string) => {
    const [followed] = (await as<Following>(one.token, 'GET', '/stories/following')).data;
    const left = published().filter((id) => !one.read.has(id));
    expect(followed?.unread, when).toBe(left.length);
    expect(followed?.nextUnread?._id, when).toBe(nextOf(one));
    expect(followed?.lastChapter._id, when).toBe(chapters.at(-1));
    const { data: begun } = await as<Entry>(one.token, 'GET', '/stories/continue-reading');
    if (left.length === 0 || one.place === null) expect(begun, when).toEqual([]);
    else {
      expect(begun, when).toMatchObject([{ storyId: story, continueWith: continueOf(one) }]);
      expect(begun[0]?.progress, when).toBeCloseTo(one.progress, 1);
    }
    if (talkedOf !== undefined) {
      const { data: talk } = await as<Comments>(one.token, 'GET', `/comments/chapter/${talkedOf}`);
      const folded = isFolded(one);
      expect(talk, when).toMatchObject([{ isFolded: folded, content: folded ? null : 'What a mile.' }]);
    }
    const news = (await as<Bell>(one.token, 'GET', '/notifications?kind=chapters')).data;
    for (const { link } of news)
      expect(link, when).toBe(one.read.size === 0 ? `/story/${story}` : `/reading/${story}/${nextOf(one)}`);
    if (left.length === 0) expect(news, when).toEqual([]);
    return news.length;
  };
  /** Reads the chapter that Continue Reading opens to its end, in the browser. */
  const readOn = async (one: Reader, url = `/reading/${story}`) => {
    const chapter = continueOf(one);
    await one.page.goto(url);
    await expect(one.page.getByRole('heading', { name: names.get(chapter ?? '') })).toBeAttached();
    await expect(one.page.locator('[data-paragraph="1"]').first()).toBeVisible();
    await readToEnd(one.page);
    if (chapter === undefined) return;
    finish(one, chapter);
    await expect
      .poll(async () => (await as<Following>(one.token, 'GET', '/stories/following')).data[0]?.unread)
      .toBe(chapters.length - one.read.size);
  };
  const readToEnd = async (opened: Page) => {
    await opened.mouse.move(100, 300);
    for (let turned = 0; turned < 8; turned += 1) {
      await opened.mouse.wheel(0, 500);
      await opened.waitForTimeout(100);
    }
  };
  const followingRow = async (one: Reader) => {
    await one.page.goto('/library?tab=following');
    return one.page.getByRole('listitem').filter({ hasText: title });
  };

  const [behind, newcomer, current, tunnel, twice] = [
    await reader('behind'),
    await reader('newcomer'),
    await reader('current'),
    await reader('tunnel'),
    await reader('twice'),
  ];
  const second = await device(twice.token);
  const everybody = { behind, newcomer, current, tunnel, twice };
  const checkAll = async (when: string) => {
    for (const [name, one] of Object.entries(everybody)) await check(one, `${name}, ${when}`);
  };

  await test.step('the first day', async () => {
    for (const one of [current, tunnel]) for (const _ of chapters) await readOn(one);
    for (const one of [behind, twice]) await readOn(one);
    await checkAll('the first day');
  });

  await test.step('new chapters ring, and are gone from the bell when they are read, not when one looked', async () => {
    await site.advance(2 * day);
    await publish('The fifth mile');
    await site.advance(day / 2);
    expect(await check(current, 'after the fifth chapter')).toBe(1);
    await current.page.goto('/notifications');
    await expect(current.page.getByRole('link', { name: 'Notifications, 1 unread' })).toBeVisible();
    await current.page.getByRole('listitem').filter({ hasText: title }).getByRole('link').first().click();
    await expect(current.page).toHaveURL(new RegExp(`/reading/${story}/${chapters[4]}`));
    expect(await check(current, 'after a look')).toBe(1);
    await readOn(current);
    expect(await check(current, 'after reading')).toBe(0);
    talkedOf = chapters[4];
    const comment = { chapter: talkedOf, content: 'What a mile.' };
    await as(current.token, 'POST', '/comments', comment);
    await newcomer.page.goto('/notifications');
    await newcomer.page.getByRole('listitem').filter({ hasText: title }).getByRole('link').first().click();
    await expect(newcomer.page).toHaveURL(new RegExp(`/story/${story}`));
    await checkAll('the third day');
  });

  await test.step('a chapter that is put before the place is offered, and completes nothing unread', async () => {
    await site.advance(2 * day);
    await publish('What came between');
    const moved = chapters.pop() ?? '';
    chapters.splice(1, 0, moved);
    await as(author.token, 'PUT', `/stories/${story}/chapters/reorder`, { chapterOrder: chapters });
    await checkAll('after an insertion');
    await current.page.goto(`/story/${story}`);
    await expect(current.page.getByText('1 earlier chapter you haven’t read')).toBeVisible();
    await readOn(current);
    await checkAll('after the inserted chapter');
  });

  await test.step('in a tunnel, kept chapters are read, and count when the connection is back', async () => {
    await readOn(tunnel);
    await readOn(tunnel);
    await publish('The seventh mile');
    await keep(tunnel.page, story, site.url);
    await tunnel.page.context().setOffline(true);
    await tunnel.page.goto(`/reading/${story}/${chapters.at(-1)}`);
    await expect(tunnel.page.locator('[data-paragraph="1"]').first()).toBeVisible();
    await readToEnd(tunnel.page);
    await checkAll('in the tunnel');
    await tunnel.page.context().setOffline(false);
    finish(tunnel, chapters.at(-1) ?? '');
    await expect
      .poll(async () => (await as<Following>(tunnel.token, 'GET', '/stories/following')).data[0]?.unread, {
        timeout: 30_000,
      })
      .toBe(0);
    await checkAll('after the tunnel');
  });

  await test.step('two devices at once: both go on from the newer place', async () => {
    await site.advance(3 * day);
    await readOn(twice);
    await second.goto(`/reading/${story}`);
    await expect(second.getByRole('heading', { name: names.get(nextOf(twice) ?? '') })).toBeAttached();
    await readToEnd(second);
    finish(twice, nextOf(twice) ?? '');
    await expect
      .poll(async () => (await as<Following>(twice.token, 'GET', '/stories/following')).data[0]?.unread)
      .toBe(chapters.length - twice.read.size);
    await readOn(twice);
    await checkAll('with two devices');
  });

  await test.step('a withdrawn chapter is no longer counted, and comes back unread for who had not read it', async () => {
    withdrawn = chapters[3];
    await as(author.token, 'PUT', `/chapters/${withdrawn}`, { isPublished: false });
    await checkAll('without a chapter');
    await site.advance(day);
    await as(author.token, 'PUT', `/chapters/${withdrawn}`, { isPublished: true });
    withdrawn = undefined;
    await checkAll('with it again');
  });

  await test.step('after three weeks, who is behind finds the next chapter everywhere', async () => {
    for (let week = 0; week < 3; week += 1) {
      await site.advance(4 * day);
      await publish(`Milestone ${week}`);
    }
    await site.advance(day);
    await checkAll('after three weeks');
    expect(await check(behind, 'after three weeks')).toBe(1);
    await expect(await followingRow(behind)).toContainText(`${chapters.length - behind.read.size} unread`);
    await behind.page.getByRole('link', { name: /^Continue with .* of The Long Road$/ }).click();
    await expect(behind.page).toHaveURL(new RegExp(`/reading/${story}/${nextOf(behind)}`));
    await expect(await followingRow(newcomer)).toContainText('Start with');
    await readOn(behind);
    await readOn(behind);
    for (const _ of chapters) if (nextOf(current) !== undefined) await readOn(current);
    await expect(await followingRow(current)).not.toContainText('unread');
    await checkAll('at the end');
  });
  for (const one of [...Object.values(everybody).map((each) => each.page), second])
    await one.context().close();
});
