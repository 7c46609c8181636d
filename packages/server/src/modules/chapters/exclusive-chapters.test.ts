import { createHighlight, listHighlights } from '@inkling/contract/annotations';
import {
  changeChapters,
  createChapter,
  deleteChapter,
  likeChapter,
  listChaptersForAuthor,
  listChaptersOfStory,
  readChapter,
  readChapterForAuthor,
  reorderChapters,
  splitChapter,
  updateChapter,
} from '@inkling/contract/chapters';
import { postComment } from '@inkling/contract/comments';
import { createPrivateFeed } from '@inkling/contract/feeds';
import {
  getMyLibrary,
  listContinueReading,
  openStory,
  saveChapterProgress,
  saveProgress,
} from '@inkling/contract/library';
import { listNotifications } from '@inkling/contract/notifications';
import { startSession } from '@inkling/contract/reading-sessions';
import { searchChapters } from '@inkling/contract/search';
import { setExclusive } from '@inkling/contract/stories';
import { followStory } from '@inkling/contract/story-follows';
import { createVolume, updateVolume } from '@inkling/contract/volumes';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hour } from '../../platform/clock.ts';
import { textOf, writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { listNewEntries } from '../notifications/index.ts';
import { givePlan } from '../plans/index.ts';
import { indexAll } from '../search/index.ts';
import { setAdmin } from '../users/index.ts';

const site = testApp({ PLANS: 'on' });
const twoParagraphs = `${textOf(210)}\n${textOf(210)}`;
const write = writing(site);

async function written(chapters: number) {
  const author = await site.person();
  const { story, chapters: all } = await write.published(author, { chapters });
  return { author, story: story._id, ids: all.map(({ _id }) => _id) };
}

async function subscriber(until: Date | null = null): Promise<Person> {
  const person = await site.person();
  await givePlan(site.ctx, person.username, 'premium', until);
  return person;
}

const mark = (who: Person | null, id: string, fromChapter: number | null) =>
  site.as(who).call(setExclusive, { params: { id }, body: { fromChapter } });
const read = (who: Person, id: string) => site.as(who).call(readChapter, { params: { id } });

describe('PUT /stories/{id}/exclusive', () => {
  test('is for the author and admins, and takes a position or null', async () => {
    const { author, story, ids } = await written(2);
    const [admin, reader] = [await site.person(), await site.person()];
    await setAdmin(site.ctx.db, admin.id, true);
    expect((await mark(author, story, 2)).body).toMatchObject({ data: { fromChapter: 2 } });
    expect((await read(reader, ids[1] ?? '')).status).toBe(403);
    expect((await mark(reader, story, null)).status).toBe(403);
    expect((await mark(null, story, null)).status).toBe(401);
    for (const wrong of [0, -1, 1.5, 10_001]) expect((await mark(author, story, wrong)).status).toBe(400);
    expect((await mark(admin, story, null)).status).toBe(200);
    expect((await read(reader, ids[1] ?? '')).status).toBe(200);
    const draft = await write.draft(author);
    expect((await mark(reader, draft._id, 1)).status).toBe(404);
  });
});

describe('an exclusive chapter', () => {
  test('is read with Premium and by its author; others are told what to do', async () => {
    const { author, story, ids } = await written(2);
    const [premium, basic, pro] = [await subscriber(), await site.person(), await site.person()];
    await givePlan(site.ctx, pro.username, 'pro', null);
    await mark(author, story, 2);
    const [open = '', id = ''] = ids;
    for (const who of [premium, author]) expect((await read(who, id)).status).toBe(200);
    for (const who of [basic, pro]) {
      expect((await read(who, open)).status).toBe(200);
      const refused = await read(who, id);
      expect([refused.status, refused.failure.code]).toEqual([403, 'PLAN_REQUIRED']);
      expect(refused.failure.message).toContain('Choose a plan in the store.');
    }
  });

  test('is unread for those alone who may read it', async () => {
    const { author, story, ids } = await written(2);
    const [premium, basic] = [await subscriber(), await site.person()];
    await mark(author, story, 2);
    const left = async (who: Person) => {
      await site.as(who).call(saveChapterProgress, { params: { id: ids[0] ?? '' }, body: { progress: 100 } });
      const [entry] = (await site.as(who).call(getMyLibrary, {})).body.data;
      return [entry?.unread, entry?.nextUnread?._id];
    };
    expect(await left(premium)).toEqual([1, ids[1]]);
    expect(await left(basic)).toEqual([0, undefined]);
  });

  test('brings no finished story back to those who may not read it, and Continue never opens it when their plan ended', async () => {
    const { author, story, ids } = await written(2);
    const [one = '', two = ''] = ids;
    const [premium, basic] = [await subscriber(), await site.person()];
    const until = new Date(site.clock.now().getTime() + hour);
    const former = await subscriber(until);
    const save = (who: Person, id: string, progress: number) =>
      site.as(who).call(saveChapterProgress, { params: { id }, body: { progress } });
    const entryOf = async (who: Person) => (await site.as(who).call(getMyLibrary, {})).body.data[0];
    for (const who of [premium, basic]) for (const id of [one, two]) await save(who, id, 100);
    site.clock.advance(1000);
    const third = { story, title: 'Third', content: textOf(210), isPublished: true };
    const { _id: three } = (await site.as(author).call(createChapter, { body: third })).body.data;
    await mark(author, story, 3);
    await save(former, three, 50);
    expect(await entryOf(premium)).toMatchObject({ status: 'reading', newChapters: 1, continueWith: three });
    expect(await entryOf(basic)).toMatchObject({ status: 'completed', newChapters: 0, continueWith: two });
    expect((await site.as(basic).call(listContinueReading, {})).body.data).toEqual([]);
    expect(await entryOf(former)).toMatchObject({ continueWith: three });
    site.clock.advance(hour);
    expect(await entryOf(former)).toMatchObject({ continueWith: two, lastChapterRead: { _id: two } });
    await mark(author, story, 1);
    expect(await entryOf(former)).toMatchObject({ continueWith: null, lastChapterRead: null });
  });

  test('is news, with the bell, push and the private feed, for those alone who may read it', async () => {
    const { author, story, ids } = await written(2);
    const [premium, basic] = [await subscriber(), await site.person()];
    const feeds = new Map<Person, string>();
    for (const who of [premium, basic]) {
      await site.as(who).call(followStory, { params: { id: story } });
      await site.as(who).call(saveChapterProgress, { params: { id: ids[0] ?? '' }, body: { progress: 100 } });
      feeds.set(who, new URL((await site.as(who).call(createPrivateFeed, {})).body.data.json).pathname);
    }
    site.clock.advance(hour);
    await mark(author, story, 3);
    const third = { story, title: 'Third', content: textOf(210), isPublished: true };
    const { _id: three } = (await site.as(author).call(createChapter, { body: third })).body.data;
    site.clock.advance(hour);
    const told = async (who: Person) => {
      const { data, unreadCount } = (await site.as(who).call(listNotifications, {})).body;
      const { body } = await site.app.http.inject({ url: feeds.get(who) ?? '' });
      const { items } = JSON.parse(body) as { items: { title: string; url: string }[] };
      const [newest] = items.filter(({ title }) => title.endsWith('Third'));
      const contentFilter = { showsMature: false, hiddenTags: [], hiddenWarnings: [] };
      const pushed = await listNewEntries(site.ctx, { ...who, timeZone: 'UTC', contentFilter }, new Date(0));
      expect(pushed.map(({ entry }) => entry.link)).toEqual(data.map(({ link }) => link));
      return [unreadCount, data.map(({ link }) => link), newest && new URL(newest.url).pathname];
    };
    const second = `/reading/${story}/${ids[1]}`;
    expect(await told(premium)).toEqual([1, [second], second]);
    expect(await told(basic)).toEqual([0, [], undefined]);
    await site
      .as(premium)
      .call(saveChapterProgress, { params: { id: ids[1] ?? '' }, body: { progress: 100 } });
    expect(await told(premium)).toEqual([1, [`/reading/${story}/${three}`], `/reading/${story}/${three}`]);
    await mark(author, story, null);
    expect(await told(basic)).toEqual([1, [second], second]);
  });

  test('is listed with its title and a mark, without its notes', async () => {
    const { author, story, ids } = await written(2);
    const body = { authorNotes: 'A note for few.', endNotes: 'An end for few.' };
    await site.as(author).call(updateChapter, { params: { id: ids[1] ?? '' }, body });
    await mark(author, story, 2);
    const { data } = (await site.as(null).call(listChaptersOfStory, { params: { storyId: story } })).body;
    expect(data.map(({ title, isExclusive, authorNotes }) => [title, isExclusive, authorNotes])).toEqual([
      ['Chapter 1', false, ''],
      ['Chapter 2', true, ''],
    ]);
    expect(JSON.stringify(data)).not.toContain('for few');
    const own = (await site.as(author).call(listChaptersForAuthor, { params: { storyId: story } })).body;
    expect([own.exclusive?.fromChapter, own.data[1]?.authorNotes]).toEqual([2, 'A note for few.']);
  });

  test('is not among what the reading screen says that the reader may read, with its words', async () => {
    const { author, story } = await written(4);
    const [premium, basic] = [await subscriber(), await site.person()];
    const open = async (who: Person) => {
      const { data } = (await site.as(who).call(openStory, { params: { id: story }, query: { from: 1 } }))
        .body;
      return { ...data.readable, readsExclusive: data.readsExclusive, unread: data.unread };
    };
    const whole = { chapters: 4, words: 840, readsExclusive: true, unread: 4 };
    expect(await open(basic)).toEqual(whole);
    await mark(author, story, 3);
    for (const who of [author, premium]) expect(await open(who)).toMatchObject(whole);
    expect(await open(basic)).toEqual({ chapters: 2, words: 420, readsExclusive: false, unread: 2 });
    await mark(author, story, 1);
    expect(await open(basic)).toEqual({ chapters: 0, words: 0, readsExclusive: false, unread: 0 });
  });

  test('takes comments, likes, highlights, progress and reading time from those who may read it', async () => {
    const { author, story, ids } = await written(1);
    const [premium, basic] = [await subscriber(), await site.person()];
    await mark(author, story, 1);
    const [id = ''] = ids;
    const statuses = async (who: Person) => {
      const as = site.as(who);
      const place = { storyId: story, chapterId: id };
      const selection = { version: 1, selectedText: 'w1x0 w1x1', startOffset: 0, endOffset: 9 };
      return [
        (await as.call(postComment, { body: { chapter: id, content: 'A lamp.' } })).status,
        (await as.call(likeChapter, { params: { id } })).status,
        (await as.call(createHighlight, { body: { ...place, ...selection } })).status,
        (await as.call(saveChapterProgress, { params: { id }, body: { progress: 10 } })).status,
        (await as.call(startSession, { body: { ...place, deviceType: 'desktop' } })).status,
        (await as.call(saveProgress, { params: { id: story }, body: { progress: 1, lastChapterRead: id } }))
          .status,
      ];
    };
    expect(await statuses(basic)).toEqual([404, 404, 404, 404, 404, 404]);
    expect(await statuses(premium)).toEqual([201, 200, 201, 200, 200, 200]);
  });

  test('is read until the plan ends, to the second', async () => {
    const { author, story, ids } = await written(1);
    await mark(author, story, 1);
    const until = new Date(site.clock.now().getTime() + hour);
    const reader = await subscriber(until);
    const [id = ''] = ids;
    const progress = () =>
      site.as(reader).call(saveChapterProgress, { params: { id }, body: { progress: 50 } });
    site.clock.advance(hour - 1);
    expect([(await read(reader, id)).status, (await progress()).status]).toEqual([200, 200]);
    site.clock.advance(1);
    expect([(await read(reader, id)).status, (await progress()).status]).toEqual([403, 404]);
  });

  test('is edited, unpublished and deleted by an author without a plan', async () => {
    const { author, story, ids } = await written(2);
    await mark(author, story, 1);
    const input = { params: { id: ids[0] ?? '' } };
    const as = site.as(author);
    expect((await as.call(updateChapter, { ...input, body: { title: 'Other' } })).status).toBe(200);
    expect((await as.call(updateChapter, { ...input, body: { isPublished: false } })).status).toBe(200);
    expect((await as.call(deleteChapter, input)).status).toBe(200);
  });

  test('leaves the search of the site at once when it is marked, and returns when the mark is lifted', async () => {
    const { author, story } = await written(1);
    await write.chapter(author, story, { content: textOf(210, 'zqxfind') });
    const reader = await subscriber();
    const search = async () => {
      const { body } = await site
        .as(reader)
        .call(searchChapters, { query: { q: 'zqxfind7', anyway: 'true' } });
      return body.data.length;
    };
    await indexAll(site.ctx);
    expect(await search()).toBe(1);
    await mark(author, story, 2);
    expect(await search()).toBe(0);
    await indexAll(site.ctx);
    expect(await search()).toBe(0);
    await mark(author, story, null);
    await indexAll(site.ctx);
    expect(await search()).toBe(1);
  });

  test('shows a former reader the words that they selected, not what the author made of them', async () => {
    const { author, story, ids } = await written(1);
    const reader = await site.person();
    const [id = ''] = ids;
    const selection = { version: 1, selectedText: 'w1x0 w1x1', startOffset: 0, endOffset: 9 };
    await site.as(reader).call(createHighlight, { body: { storyId: story, chapterId: id, ...selection } });
    await mark(author, story, 1);
    const content = textOf(210, 'w1x').replace('w1x0 ', 'w1x0 secret ');
    await site.as(author).call(updateChapter, { params: { id }, body: { content } });
    await site.runEvents();
    await site.runJobs();
    const quotes = async () => {
      const { data } = (await site.as(reader).call(listHighlights, { query: { storyId: story } })).body;
      return data.map(({ selectedText }) => selectedText);
    };
    expect(await quotes()).toEqual(['w1x0 w1x1']);
    await mark(author, story, null);
    expect(await quotes()).toEqual(['w1x0 secret w1x1']);
  });
});

test('once a mark is set no reader without the right gets the text, whatever was prepared before', async () => {
  const { author, story, ids } = await written(1);
  const [id = ''] = ids;
  const readers = await Promise.all(Array.from({ length: 8 }, () => site.person()));
  // The prepared response is in memory, and some loads run while the mark is set.
  for (const reader of readers) expect((await read(reader, id)).status).toBe(200);
  let isMarked = false;
  const loads = Array.from({ length: 60 }, async (_, n) => {
    await new Promise((resolve) => setTimeout(resolve, n));
    const wasMarked = isMarked;
    const { status } = await read(readers[n % 8] ?? author, id);
    return [wasMarked, status] as const;
  });
  await mark(author, story, 1);
  isMarked = true;
  const results = [
    ...(await Promise.all(loads)),
    [true, (await read(readers[0] ?? author, id)).status] as const,
  ];
  expect(results.filter(([wasMarked, status]) => wasMarked && status !== 403)).toEqual([]);
  expect(results.some(([wasMarked]) => wasMarked)).toBe(true);
});

test('chapters stay open or exclusive, whatever is moved, added, split, unpublished or deleted', async () => {
  const reader = await site.person();
  const premium = await subscriber();
  const change = fc.oneof(
    fc.record({ kind: fc.constant('mark' as const), from: fc.option(fc.integer({ min: 1, max: 6 })) }),
    fc.record({ kind: fc.constant('move' as const), from: fc.nat(5), to: fc.nat(5) }),
    fc.record({ kind: fc.constant('toggle' as const), from: fc.nat(5) }),
    fc.record({ kind: fc.constant('delete' as const), from: fc.nat(5) }),
    fc.record({ kind: fc.constant('split' as const), from: fc.nat(5) }),
    fc.record({ kind: fc.constant('add' as const), isPublished: fc.boolean() }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 6 }), async (changes) => {
      const { author, story, ids } = await written(3);
      const as = site.as(author);
      const list = ids.map((id) => ({ id, isPublished: true, isExclusive: false }));
      /** How many chapters will still be added as open ones; null without a mark. */
      let ahead: number | null = null;
      for (const one of changes) {
        if (one.kind === 'mark') {
          await mark(author, story, one.from);
          list.forEach((chapter, at) => {
            chapter.isExclusive = one.from !== null && at + 1 >= one.from;
          });
          ahead = one.from === null ? null : Math.max(0, one.from - 1 - list.length);
        } else if (one.kind === 'add') {
          const { isPublished } = one;
          const { _id: id } = await write.chapter(author, story, { isPublished, content: twoParagraphs });
          list.push({ id, isPublished, isExclusive: ahead === 0 });
          ahead = ahead === null ? null : Math.max(0, ahead - 1);
        } else {
          const at = one.from % Math.max(1, list.length);
          const chapter = list[at];
          if (chapter === undefined || list.length === 1) continue;
          if (one.kind === 'move') {
            list.splice(at, 1);
            const to = one.to % (list.length + 1);
            const [above, below] = [list[to - 1], list[to]];
            // Between the two kinds it stays what it was.
            if (below?.isExclusive === false) chapter.isExclusive = false;
            else if (above?.isExclusive) chapter.isExclusive = true;
            list.splice(to, 0, chapter);
            const body = { chapter: chapter.id, position: to + 1 };
            expect((await as.call(reorderChapters, { params: { id: story }, body })).status).toBe(200);
          } else if (one.kind === 'delete') {
            list.splice(at, 1);
            await as.call(deleteChapter, { params: { id: chapter.id } });
          } else if (one.kind === 'split') {
            const { data } = (await as.call(readChapterForAuthor, { params: { id: chapter.id } })).body;
            const paragraphs = chapter.isPublished ? 11 : 1;
            const body = { baseVersion: data.version, paragraphs, title: 'Second half' };
            const split = await as.call(splitChapter, { params: { id: chapter.id }, body });
            // A half can't be split again.
            if (split.status !== 201) continue;
            list.splice(at + 1, 0, { ...chapter, id: split.body.data.chapter, isPublished: false });
          } else {
            chapter.isPublished = !chapter.isPublished;
            const action = chapter.isPublished ? ('publish' as const) : ('unpublish' as const);
            await as.call(changeChapters, {
              params: { id: story },
              body: { action, chapters: [chapter.id] },
            });
          }
        }
      }
      const own = (await as.call(listChaptersForAuthor, { params: { storyId: story } })).body;
      expect(own.data.map(({ _id, isExclusive }) => [_id, isExclusive])).toEqual(
        list.map(({ id, isExclusive }) => [id, isExclusive]),
      );
      for (const { id, isPublished } of own.data.map(({ _id, ...rest }) => ({ id: _id, ...rest }))) {
        const isExclusive = list.find((chapter) => chapter.id === id)?.isExclusive;
        expect((await read(reader, id)).status).toBe(isPublished ? (isExclusive ? 403 : 200) : 404);
        expect((await read(premium, id)).status).toBe(isPublished ? 200 : 404);
      }
    }),
    { numRuns: 12 },
  );
}, 60_000);

test('a chapter that returns from the trash is open or exclusive as before', async () => {
  const { author, story, ids } = await written(4);
  const reader = await site.person();
  const statuses = () => Promise.all(ids.map(async (id) => (await read(reader, id)).status));
  const change = async (action: 'delete' | 'restore', ...chapters: string[]) =>
    (await site.as(author).call(changeChapters, { params: { id: story }, body: { action, chapters } }))
      .status;
  await mark(author, story, 3);
  const [, open = '', exclusive = ''] = ids;
  for (const chapters of [[open], [exclusive], [open, exclusive]]) {
    expect(await change('delete', ...chapters)).toBe(200);
    expect(await change('restore', ...chapters)).toBe(200);
    expect(await statuses()).toEqual([200, 200, 403, 403]);
  }
});

test('a moved volume leaves the other chapters open or exclusive; a whole new order, the number of open ones', async () => {
  const { author, story, ids } = await written(4);
  const reader = await site.person();
  const statuses = () => Promise.all(ids.map(async (id) => (await read(reader, id)).status));
  await mark(author, story, 4);
  const as = site.as(author);
  const volumeAt = async (index: number) => {
    const body = { title: `From ${index}`, firstChapter: ids[index] ?? '' };
    const { data } = (await as.call(createVolume, { params: { id: story }, body })).body;
    return data.at(-1)?._id ?? '';
  };
  await volumeAt(0);
  await volumeAt(2);
  const last = await volumeAt(3);
  const params = { id: story, volumeId: last };
  expect((await as.call(updateVolume, { params, body: { order: 2 } })).status).toBe(200);
  expect(await statuses()).toEqual([200, 200, 200, 200]);
  expect((await as.call(updateVolume, { params, body: { order: 3 } })).status).toBe(200);
  await mark(author, story, 4);
  const chapterOrder = [ids[3], ids[0], ids[1], ids[2]].map((id) => id ?? '');
  const { body } = await as.call(reorderChapters, { params: { id: story }, body: { chapterOrder } });
  expect(body.exclusive).toEqual({ fromChapter: 4 });
  expect(await statuses()).toEqual([200, 200, 403, 200]);
});

describe('without plans (PLANS=off)', () => {
  const open = testApp();

  test('everyone reads what was marked, and nothing shows the mark', async () => {
    const [author, reader] = [await open.person(), await open.person()];
    const { story, chapters } = await writing(open).published(author);
    const [first] = chapters;
    await open.as(author).call(setExclusive, { params: { id: story._id }, body: { fromChapter: 1 } });
    const id = first?._id ?? '';
    expect((await open.as(reader).call(readChapter, { params: { id } })).status).toBe(200);
    const body = { chapter: id, content: 'A lamp.' };
    expect((await open.as(reader).call(postComment, { body })).status).toBe(201);
    const { data } = (await open.as(reader).call(listChaptersOfStory, { params: { storyId: story._id } }))
      .body;
    expect(data[0]?.isExclusive).toBe(false);
  });
});
