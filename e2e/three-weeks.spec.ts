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
  /** Whether the place is the end of that chapter. */
  isAtEnd: boolean;
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
interface Opened {
  data: { lastChapterRead: string | null; places: { chapter: string; progress: number }[] };
}
interface Bell {
  data: { kind: string; link: string; story: { _id: string } | null }[];
}

test('five readers go on where they were for three weeks, and hear of what they have not read', async ({
  page,
  browser,
  site,
}) => {
  test.setTimeout(600_000);
  const author = await joinViaApi(page, site, 'author');
  const { story, chapters } = await createStory(page, site, author.token, {
    title,
    chapters: 7,
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
    return { token, page: await device(token), read: new Set(), place: null, isAtEnd: false, progress: 0 };
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
    one.place !== null && !one.isAtEnd ? one.place : (nextOf(one) ?? one.place ?? undefined);

  const finish = (one: Reader, chapter: string) => {
    one.place = chapter;
    one.isAtEnd = true;
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
  /** What the reader's screens say is what the rules say, on a phone and on a desktop. */
  const checkScreens = async (one: Reader) => {
    const [bells, left] = [await check(one, 'before its screens'), published().length - one.read.size];
    const opened = one.page;
    const inBothSizes = async (look: () => Promise<void>) => {
      for (const [width, height] of [
        [1440, 900],
        [390, 844],
      ] as const) {
        await opened.setViewportSize({ width, height });
        await look();
      }
    };
    const row = await followingRow(one);
    await inBothSizes(async () => {
      await expect(row).toBeVisible();
      if (left > 0) await expect(row).toContainText(`${left} unread`);
      else await expect(row).not.toContainText('unread');
      const bell = bells === 0 ? 'Notifications' : `Notifications, ${bells} unread`;
      const link = opened.getByRole('link', { name: bell, exact: true });
      await expect(link.filter({ visible: true })).toBeVisible();
    });
    await opened.goto('/library');
    const card = opened.getByRole('article').filter({ hasText: title });
    await inBothSizes(async () => {
      if (left === 0 || one.place === null) {
        await expect(opened.getByRole('tab', { name: 'Currently Reading' })).toBeVisible();
        await expect(card).toHaveCount(0);
      } else {
        const going = continueOf(one) ?? '';
        const to = card.getByRole('link', { name: title });
        await expect(to).toHaveAttribute('href', `/reading/${story}/${going}`);
        await expect(card).toContainText(names.get(going) ?? '');
      }
    });
  };
  /** Reads a chapter to its end in another program. */
  const readElsewhere = async (one: Reader, chapter: string) => {
    await as(one.token, 'POST', `/chapters/${chapter}/progress`, { progress: 100 });
    finish(one, chapter);
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
      .toBe(published().length - one.read.size);
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
    const heading = one.page.getByRole('heading', { level: 3, name: title });
    return one.page.getByRole('listitem').filter({ has: heading });
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
    for (const one of [current, tunnel]) {
      for (const chapter of chapters.slice(0, 4)) await readElsewhere(one, chapter);
      for (const _ of chapters.slice(4)) await readOn(one);
    }
    for (const one of [behind, twice]) await readOn(one);
    await checkAll('the first day');
    await checkScreens(behind);
  });

  await test.step('new chapters ring, and are gone from the bell when they are read, not when one looked', async () => {
    await site.advance(2 * day);
    await publish('The eighth mile');
    await site.advance(day / 2);
    expect(await check(current, 'after the eighth chapter')).toBe(1);
    await current.page.goto('/notifications');
    await expect(current.page.getByRole('link', { name: 'Notifications, 1 unread' })).toBeVisible();
    await current.page.getByRole('listitem').filter({ hasText: title }).getByRole('link').first().click();
    await expect(current.page).toHaveURL(new RegExp(`/reading/${story}/${chapters[7]}`));
    expect(await check(current, 'after a look')).toBe(1);
    await readOn(current);
    expect(await check(current, 'after reading')).toBe(0);
    talkedOf = chapters[7];
    const comment = { chapter: talkedOf, content: 'What a mile.' };
    await as(current.token, 'POST', '/comments', comment);
    await newcomer.page.goto('/notifications');
    await newcomer.page.getByRole('listitem').filter({ hasText: title }).getByRole('link').first().click();
    await expect(newcomer.page).toHaveURL(new RegExp(`/story/${story}`));
    await checkAll('the third day');
    await checkScreens(newcomer);
  });

  await test.step('a chapter that is put before the place is offered, and completes nothing unread', async () => {
    await site.advance(2 * day);
    await publish('What came between');
    const moved = chapters.pop() ?? '';
    chapters.splice(1, 0, moved);
    await as(author.token, 'PUT', `/stories/${story}/chapters/reorder`, { chapterOrder: chapters });
    await checkAll('after an insertion');
    await current.page.goto(`/story/${story}`);
    await expect(current.page.getByText('1 chapter you haven’t read before this')).toBeVisible();
    await readOn(current);
    await checkAll('after the inserted chapter');
    await checkScreens(current);
  });

  await test.step('in a tunnel, kept chapters are read, and count when the connection is back', async () => {
    await readOn(tunnel);
    await readOn(tunnel);
    await publish('The tenth mile');
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
    await checkScreens(tunnel);
  });

  await test.step('two devices at once: the place is where either read last, and no chapter is skipped', async () => {
    await site.advance(3 * day);
    const placeIs = (chapter: string, isAtEnd: boolean) =>
      expect
        .poll(async () => {
          const { data } = await as<Opened>(twice.token, 'GET', `/stories/${story}/reading`);
          const place = data.places.find((each) => each.chapter === data.lastChapterRead);
          return [data.lastChapterRead, place?.progress === 100];
        })
        .toEqual([chapter, isAtEnd]);
    const isOpen = (opened: Page, chapter: string) =>
      expect(opened.getByRole('heading', { name: names.get(chapter) })).toBeAttached();
    const both = [twice.page, second];
    const [one = '', two = '', three = ''] = published().filter((id) => !twice.read.has(id));
    for (const opened of both) await opened.goto(`/reading/${story}`);
    for (const opened of both) await isOpen(opened, one);
    await readToEnd(twice.page);
    finish(twice, one);
    await placeIs(one, true);
    await checkAll('after the first device');
    // The other one is still at the beginning of the chapter.
    await second.mouse.move(100, 300);
    await second.mouse.wheel(0, 200);
    twice.isAtEnd = false;
    await placeIs(one, false);
    await checkAll('after a look at the second device');
    await twice.page.keyboard.press('ArrowRight');
    await isOpen(twice.page, two);
    twice.place = two;
    await placeIs(two, false);
    await checkAll('in the next chapter on the first device');
    await readToEnd(second);
    finish(twice, one);
    await placeIs(one, true);
    await checkAll('at the end on the second device');
    const turnOn = async () => {
      await second.keyboard.press('ArrowRight');
      await isOpen(second, two);
    };
    await Promise.all([readToEnd(twice.page), turnOn()]);
    await readToEnd(second);
    finish(twice, two);
    await placeIs(two, true);
    await checkAll('after the same chapter on both');
    for (const opened of both) await opened.goto(`/reading/${story}`);
    for (const opened of both) await isOpen(opened, three);
    await Promise.all(both.map(readToEnd));
    finish(twice, three);
    await placeIs(three, true);
    await checkAll('with two devices');
    await checkScreens(twice);
  });

  await test.step('a withdrawn chapter is no longer counted, and comes back unread for who had not read it', async () => {
    withdrawn = chapters[3];
    await as(author.token, 'PUT', `/chapters/${withdrawn}`, { isPublished: false });
    await checkAll('without a chapter');
    await site.advance(day);
    await as(author.token, 'PUT', `/chapters/${withdrawn}`, { isPublished: true });
    withdrawn = undefined;
    await checkAll('with it again');
    await checkScreens(twice);
  });

  await test.step('after three weeks, who is behind finds the next chapter everywhere', async () => {
    for (let week = 0; week < 3; week += 1) {
      await site.advance(4 * day);
      await publish(`Milestone ${week}`);
    }
    await site.advance(day);
    await checkAll('after three weeks');
    expect(await check(behind, 'after three weeks')).toBe(1);
    expect(published().length - behind.read.size).toBe(12);
    await checkScreens(behind);
    await expect(await followingRow(behind)).toContainText(`${chapters.length - behind.read.size} unread`);
    await behind.page.getByRole('link', { name: /^Continue with .* of The Long Road$/ }).click();
    await expect(behind.page).toHaveURL(new RegExp(`/reading/${story}/${nextOf(behind)}`));
    await expect(await followingRow(newcomer)).toContainText('Start with');
    await readOn(behind);
    await readOn(behind);
    while (nextOf(current) !== undefined) await readOn(current);
    await expect(await followingRow(current)).not.toContainText('unread');
    await checkAll('at the end');
  });
  for (const one of [...Object.values(everybody).map((each) => each.page), second])
    await one.context().close();
});
