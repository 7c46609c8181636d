import { buffer } from 'node:stream/consumers';
import * as chapters from '@inkling/contract/chapters';
import { saveGlossaryEntry } from '@inkling/contract/glossary';
import { getChapterProgress, getMyLibrary, openStory, saveChapterProgress } from '@inkling/contract/library';
import { newId } from '@inkling/contract/new-id';
import { setExclusive, updateStory } from '@inkling/contract/stories';
import { describe, expect, test } from 'vitest';
import { day } from '../../platform/clock.ts';
import type { RequestContext } from '../../platform/context.ts';
import { textOf, writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { authenticate } from '../account/index.ts';
import { writePart } from '../ebooks/index.ts';
import { download, nameOf } from '../ebooks/testing/readable.ts';
import { koreader } from './testing/device.ts';
import { parsePointer } from './xpointer.ts';

const site = testApp();
const paid = testApp({ PLANS: 'on' });
const limited = testApp({ RATE_LIMIT: 'on', RATE_LIMITS: 'page=3/1m' });
const of = (id: string) => ({ params: { id } });
const at = (page: number, paragraph: number) => `/body/DocFragment[${page}]/body/section/p[${paragraph}].0`;
const unknown = '0123456789abcdef0123456789abcdef';

/** A story of chapters of eleven paragraphs that a reader has on a device. */
async function onDevice(app = site, count = 3) {
  const [author, reader] = [await app.person(), await app.person()];
  const write = writing(app);
  const { story, chapters: made } = await write.published(author, { chapters: count, allowsEbook: true });
  const { document } = await download(app, reader, story._id);
  const [kobo, phone] = [await koreader(app, reader), await koreader(app, reader, 'Phone')];
  return { author, reader, story: story._id, ids: made.map(({ _id }) => _id), document, kobo, phone, write };
}
const placeIn = async (who: Person, chapter: string, app = site) =>
  (await app.as(who).call(getChapterProgress, of(chapter))).body.data;

test('requests are counted by address before their key is looked up', async () => {
  const statuses: number[] = [];
  for (let index = 0; index < 8; index += 1) {
    const response = await limited.app.http.inject({
      url: '/kosync/users/auth',
      headers: { 'x-auth-user': 'someone', 'x-auth-key': `${index}` },
    });
    statuses.push(response.statusCode);
  }
  expect(statuses).toEqual([401, 401, 401, 429, 429, 429, 429, 429]);
});

describe('as KOReader’s server', () => {
  test('answers in its shapes, and with its content type to the letter', async () => {
    const { kobo, document } = await onDevice();
    const calls: [Parameters<typeof kobo.request>, number, object][] = [
      [['GET', '/healthcheck'], 200, { state: 'OK' }],
      [['GET', '/users/auth'], 200, { authorized: 'OK' }],
      [['POST', '/users/create', '{"username":"a","password":"b"}'], 402, { code: 2005 }],
      [['GET', `/syncs/progress/${document}`], 200, {}],
      [['PUT', '/syncs/progress', '{}'], 403, { code: 2004 }],
    ];
    for (const [call, status, body] of calls) {
      const response = await kobo.request(...call);
      expect([response.statusCode, response.headers['content-type']]).toEqual([status, 'application/json']);
      expect(response.json()).toMatchObject(body);
    }
    const sent = await kobo.put(document, at(3, 2));
    expect([sent.statusCode, sent.json()]).toEqual([
      200,
      { document, timestamp: Math.floor(site.clock.now().getTime() / 1000) },
    ]);
  });

  test('lets nobody in without a token of the person, and shows no one another’s places', async () => {
    const { kobo, reader } = await onDevice();
    await kobo.put(unknown, '12', 0.25);
    const other = await koreader(site, await site.person());
    expect(await other.get(unknown)).toEqual({});
    for (const headers of [
      {},
      { ...kobo.headers, 'x-auth-key': reader.token },
      { ...other.headers, 'x-auth-user': reader.username },
    ])
      for (const url of ['/kosync/users/auth', `/kosync/syncs/progress/${unknown}`]) {
        const response = await site.app.http.inject({ url, headers });
        expect([response.statusCode, response.json()]).toEqual([
          401,
          { code: 2001, message: 'Unauthorized' },
        ]);
      }
  });

  test('refuses what is too long or no place, and takes odd names as they are', async () => {
    const { kobo } = await onDevice();
    const body = { document: unknown, progress: '1', percentage: 0.5, device: 'Kobo', device_id: 'x' };
    for (const [more, status] of [
      [{ percentage: 2 }, 403],
      [{ percentage: -1 }, 403],
      [{ percentage: 'x' }, 403],
      [{ percentage: null }, 403],
      [{ document: '' }, 403],
      [{ document: 'a\u0000' }, 403],
      [{ document: 'x'.repeat(201) }, 403],
      [{ progress: 'x'.repeat(1001) }, 403],
      [{ progress: 7 }, 200],
      [{ metadata: { authors: 'x' } }, 200],
    ] as const) {
      const { statusCode } = await kobo.request(
        'PUT',
        '/syncs/progress',
        JSON.stringify({ ...body, ...more }),
      );
      expect([more, statusCode]).toEqual([more, status]);
    }
    for (const wrong of ['', 'NaN', '{"percentage":NaN}', '[]', 'null'])
      expect((await kobo.request('PUT', '/syncs/progress', wrong)).statusCode).toBe(403);
    for (const size of [16_385, 10_000_000])
      expect((await kobo.request('PUT', '/syncs/progress', 'x'.repeat(size))).statusCode).toBe(413);
    for (const name of ['Ünïcode \' " % _ \\', '猫.epub', '../../x', "'; drop table x"]) {
      await kobo.put(name, '3', 0.1);
      expect(await kobo.get(name)).toMatchObject({ document: name, progress: '3', percentage: 0.1 });
    }
  });

  test('keeps the last 1,000 places of a person', async () => {
    const { kobo, reader } = await onDevice();
    const now = site.clock.now();
    await site.ctx.db
      .insertInto('ereader_places')
      .values(
        Array.from({ length: 1000 }, (_, number) => ({
          ...{ user_id: reader.id, document: `old ${number}`, device_id: 'x', device: 'x', token_name: 'x' },
          ...{
            progress: '1',
            percentage: 0,
            sent_at: new Date(now.getTime() - 10_000 + number),
            read_at: now,
          },
        })),
      )
      .execute();
    await kobo.put('new', '1');
    expect(await kobo.get('old 0')).toEqual({});
    expect(await kobo.get('old 1')).toMatchObject({ progress: '1' });
    expect(await kobo.get('new')).toMatchObject({ progress: '1' });
  });
});

describe('a place in a file of the site', () => {
  test('is the reader’s place here, to the paragraph, and back on every device', async () => {
    const { reader, ids, document, kobo, phone, story } = await onDevice();
    await kobo.put(document, '/body/DocFragment[4]/body/section/p[5]/text().7', 0.45);
    const [, second = ''] = ids;
    expect((await placeIn(reader, second)).position).toEqual({ paragraph: 5, offset: 7, version: 1 });
    expect(await kobo.get(document)).toMatchObject({
      progress: '/body/DocFragment[4]/body/section/p[5]/text().7',
      device: 'Kobo',
    });
    const kepub = await download(site, reader, story, 'kepub');
    const there = await phone.get(kepub.document);
    expect(there).toMatchObject({ device: 'Kobo', device_id: kobo.deviceId });
    expect(there.progress).toBe('/body/DocFragment[4]/body/div/div/section/p[5].0');
    expect(there.percentage).toBeCloseTo((1 + 4 / 11) / 3, 4);
    site.clock.advance(60_000);
    const position = { paragraph: 9, offset: 3, version: 1 };
    await site.as(reader).call(saveChapterProgress, { ...of(second), body: { progress: 80, position } });
    expect(await kobo.get(document)).toMatchObject({
      progress: at(4, 9),
      device: 'Inkling',
      timestamp: Math.floor(site.clock.now().getTime() / 1000),
    });
  });

  test('is named here after the token of its device, and there after the site', async () => {
    const { reader, ids, document, story } = await onDevice();
    const libra = await koreader(site, reader, 'Kobo Libra');
    const open = async () => (await site.as(reader).call(openStory, { ...of(story), query: {} })).body.data;
    expect((await open()).ereader).toBeUndefined();
    await libra.put(document, at(4, 5));
    expect((await open()).ereader).toBe('Kobo Libra');
    // A file that is only opened is no place.
    const tablet = await koreader(site, reader, 'Tablet');
    await tablet.put(document, at(3, 1));
    expect((await open()).ereader).toBe('Kobo Libra');
    site.clock.advance(1000);
    const position = { paragraph: 2, offset: 0, version: 1 };
    await site
      .as(reader)
      .call(saveChapterProgress, { ...of(ids[2] ?? ''), body: { progress: 10, position } });
    expect((await open()).ereader).toBeUndefined();
    expect((await libra.get(document)).device).toBe('Inkling');
  });

  test('has the percentage of what is published now', async () => {
    const { kobo, document, write, author, story } = await onDevice();
    await kobo.put(document, at(5, 11), 1);
    expect((await kobo.get(document)).percentage).toBe(1);
    await write.chapter(author, story);
    expect((await kobo.get(document)).percentage).toBe(0.75);
  });

  test('only reading moves it: reopening a book does not bring an old place back', async () => {
    const { kobo, phone, document, reader, ids, story, author, write } = await onDevice();
    await kobo.put(document, at(3, 4));
    site.clock.advance(60_000);
    await phone.put(document, at(5, 6));
    const newest = { progress: at(5, 6), device: 'Phone' };
    site.clock.advance(60_000);
    // The same place again.
    await kobo.put(document, at(3, 4));
    expect(await kobo.get(document)).toMatchObject(newest);
    // A device that is new to the book, at its beginning, and in its front matter.
    const tablet = await koreader(site, reader, 'Tablet');
    await tablet.put(document, at(3, 1));
    expect(await kobo.get(document)).toMatchObject(newest);
    await tablet.put(document, '/body/DocFragment[1]/body/section/p/img.0', 0);
    expect(await kobo.get(document)).toMatchObject(newest);
    // The next file of the grown story, opened where the last one was left.
    await write.chapter(author, story);
    const grown = await download(site, reader, story);
    await kobo.put(grown.document, at(3, 4));
    expect((await kobo.get(grown.document)).device).toBe('Phone');
    // Reading does, backwards too.
    await kobo.put(grown.document, at(3, 5));
    expect(await phone.get(document)).toMatchObject({ progress: at(3, 5), device: 'Kobo' });
    expect((await placeIn(reader, ids[0] ?? '')).position?.paragraph).toBe(5);
  });

  test('a device that was led to the end of its old file, and turned no page, leaves it where it is', async () => {
    const { kobo, phone, document, reader, ids, story, author, write } = await onDevice();
    await kobo.put(document, '/body/DocFragment[3]/body/section/p[4]/text().0');
    const added = [];
    for (let number = 4; number <= 33; number += 1) added.push(await write.chapter(author, story));
    // A month later: the reader is in a chapter that the file on the device does not have, and one of its chapters is gone.
    site.clock.advance(30 * day);
    const newest = added[20]?._id ?? '';
    const position = { paragraph: 7, offset: 0, version: 1 };
    await site.as(reader).call(saveChapterProgress, { ...of(newest), body: { progress: 60, position } });
    await site.as(author).call(chapters.updateChapter, { ...of(ids[2] ?? ''), body: { isPublished: false } });
    const led = await kobo.get(document);
    expect(led).toMatchObject({ progress: at(4, 11), device: 'Inkling' });
    site.clock.advance(60_000);
    for (const share of [0.66, 0.67]) await kobo.put(document, led.progress, share);
    expect((await kobo.get(document)).device).toBe('Inkling');
    const grown = await download(site, reader, story);
    expect(await phone.get(grown.document)).toMatchObject({ progress: at(26, 7), device: 'Inkling' });
    // A page that is turned is read.
    await kobo.put(document, '/body/DocFragment[4]/body/section/p[9]/text().0', 0.6);
    expect(await phone.get(grown.document)).toMatchObject({ progress: at(4, 9), device: 'Kobo' });
  });

  test('of a program that knows only the page is found there by the percentage', async () => {
    const { kobo, phone, document, reader, ids } = await onDevice();
    const page = (number: number) => `/body/DocFragment[${number}]/body`;
    const placeAt = async (progress: string, share: number) => {
      site.clock.advance(1000);
      await kobo.put(document, progress, share);
      return parsePointer((await phone.get(document)).progress);
    };
    expect(await placeAt(page(4), 0.5)).toMatchObject({ page: 2, place: 6 });
    expect(await placeAt(page(4), 0.6)).toMatchObject({ page: 2, place: 9 });
    // Never outside the page that it names.
    expect(await placeAt(`${page(4)}/p[30]`, 0.9)).toMatchObject({ page: 2, place: 11 });
    expect(await placeAt(page(5), 0.5)).toMatchObject({ page: 3, place: 1 });
    // The same again is no reading.
    site.clock.advance(1000);
    const position = { paragraph: 3, offset: 0, version: 1 };
    await site
      .as(reader)
      .call(saveChapterProgress, { ...of(ids[0] ?? ''), body: { progress: 20, position } });
    expect(await placeAt(page(5), 0.5)).toMatchObject({ page: 1, place: 3 });
  });

  test('a look at the pages after the chapters leaves it where it is, also when a later chapter is in their place', async () => {
    const { kobo, reader, ids, story, author, write } = await onDevice();
    const [first = ''] = ids;
    await site.as(author).call(saveGlossaryEntry, {
      params: { id: story, entryId: newId(site.clock.now().getTime()) },
      body: { kind: 'person', names: ['Mara'], notes: [{ chapter: first, text: 'She tends the lamp.' }] },
    });
    await site.as(reader).call(saveChapterProgress, { ...of(first), body: { progress: 1 } });
    const { document, pages } = await download(site, reader, story);
    expect(pages[5]).toContain('She tends the lamp.');
    await write.chapter(author, story);
    await download(site, reader, story);
    await kobo.put(document, at(3, 4), 0.1);
    site.clock.advance(60_000);
    for (const share of [0.98, 0.98, 0.99]) {
      await kobo.put(document, at(6, share === 0.98 ? 1 : 2), share);
      expect(await kobo.get(document)).toMatchObject({ progress: at(3, 4) });
    }
    expect((await placeIn(reader, ids[2] ?? '')).progress).toBe(0);
    await kobo.put(document, at(3, 5), 0.1);
    expect((await placeIn(reader, first)).position?.paragraph).toBe(5);
  });

  test('the chapters before it count as read, those of a long jump do not', async () => {
    const { kobo, document, reader, ids } = await onDevice(site, 14);
    await kobo.put(document, at(3, 4));
    site.clock.advance(60_000);
    await kobo.put(document, at(5, 2));
    const progress = async () =>
      Promise.all([0, 1, 2, 3].map(async (index) => (await placeIn(reader, ids[index] ?? '')).progress));
    expect(await progress()).toEqual([100, 100, 9.09, 0]);
    const entry = (await site.as(reader).call(getMyLibrary, { query: {} })).body.data[0];
    expect([entry?.unread, entry?.lastChapterRead?._id]).toEqual([12, ids[2]]);
    site.clock.advance(60_000);
    await kobo.put(document, at(16, 2));
    expect(await progress()).toEqual([100, 100, 9.09, 0]);
  });

  test('a pointer that leads nowhere is found by the percentage, never at the beginning', async () => {
    const { kobo, document, reader, ids } = await onDevice();
    await kobo.put(document, at(40, 2), 0.5);
    expect((await placeIn(reader, ids[1] ?? '')).position?.paragraph).toBe(6);
    site.clock.advance(1000);
    await kobo.put(document, 'epubcfi(/6/4!/4/2)', 0.95);
    expect((await placeIn(reader, ids[2] ?? '')).position?.paragraph).toBe(10);
    // Other devices get a pointer that they can follow.
    expect(await kobo.get(document)).toMatchObject({ progress: at(5, 10), device: 'Kobo' });
  });

  test('a file that is unknown is stored and answered, and bound when it is known', async () => {
    const { kobo, document, reader, ids, story } = await onDevice();
    const rows = await site.ctx.db
      .deleteFrom('ebook_files')
      .where('story_id', '=', story)
      .returningAll()
      .execute();
    await kobo.put(document, at(4, 2), 0.4);
    expect(await kobo.get(document)).toMatchObject({ progress: at(4, 2), percentage: 0.4 });
    expect((await placeIn(reader, ids[1] ?? '')).updatedAt).toBeNull();
    await site.ctx.db.insertInto('ebook_files').values(rows).execute();
    await kobo.put(document, at(4, 2), 0.4);
    expect((await placeIn(reader, ids[1] ?? '')).position?.paragraph).toBe(2);
  });

  test('a name that files of two stories have is that of neither', async () => {
    const { kobo, document, reader, ids } = await onDevice();
    const { story: other } = await onDevice();
    const file = {
      digest: Buffer.from(document, 'hex'),
      kind: 'epub' as const,
      versions: [1],
      is_part: false,
      used_at: new Date(),
    };
    await site.ctx.db
      .insertInto('ebook_files')
      .values({ ...file, story_id: other })
      .execute();
    await kobo.put(document, at(4, 2), 0.4);
    expect(await kobo.get(document)).toMatchObject({ progress: at(4, 2), percentage: 0.4 });
    expect((await placeIn(reader, ids[1] ?? '')).updatedAt).toBeNull();
  });

  test('in a story or chapter that the reader may not read moves nothing on the site', async () => {
    const { kobo, document, reader, ids, story, author } = await onDevice(paid);
    await paid.as(author).call(setExclusive, { ...of(story), body: { fromChapter: 2 } });
    await kobo.put(document, at(4, 2), 0.4);
    expect((await paid.as(reader).call(getMyLibrary, { query: {} })).body.data).toEqual([]);
    await paid.as(author).call(setExclusive, { ...of(story), body: { fromChapter: null } });
    await paid.as(author).call(updateStory, { ...of(story), body: { isPublished: false } });
    await kobo.put(document, at(4, 3), 0.4);
    expect(await kobo.get(document)).toMatchObject({ progress: at(4, 3), percentage: 0.4 });
    await paid.as(author).call(updateStory, { ...of(story), body: { isPublished: true } });
    expect((await placeIn(reader, ids[1] ?? '', paid)).updatedAt).toBeNull();
  });

  test('a book of new chapters is known, too', async () => {
    const { kobo, phone, document, reader, ids, story } = await onDevice(site, 5);
    const chosen = [ids[1], ids[3]].map((id) => id ?? '');
    const ctx: RequestContext = {
      ...site.ctx,
      ...{ requestId: 'test', address: '127.0.0.1', userAgent: 'test', wantsPrivacy: false },
      isClientGone: () => false,
    };
    const viewer = await authenticate(site.ctx, reader.token);
    const nameOfPart = async () => {
      const part = viewer && (await writePart(ctx, viewer, story, { title: 'Two', chapters: chosen }));
      if (!part) throw new Error('There is no file.');
      return nameOf(await buffer(part.stream));
    };
    const name = await nameOfPart();
    await kobo.put(document, at(3, 1));
    site.clock.advance(1000);
    await phone.put(name, at(4, 5));
    expect((await placeIn(reader, chosen[1] ?? '')).position?.paragraph).toBe(5);
    expect((await kobo.get(document)).progress).toBe(at(6, 5));
    site.clock.advance(1000);
    await kobo.put(document, at(4, 7));
    expect((await phone.get(name)).progress).toBe(at(3, 7));
    // A chapter that it does not have: the end of the one before, or the beginning of the first.
    site.clock.advance(1000);
    await kobo.put(document, at(5, 2));
    expect((await phone.get(name)).progress).toBe(at(3, 11));
    site.clock.advance(1000);
    await kobo.put(document, at(3, 3));
    expect((await phone.get(name)).progress).toBe(at(3, 1));
    site.clock.advance(1000);
    await phone.put(name, at(2, 1));
    expect((await phone.get(name)).progress).toBe(at(3, 1));
    // The same chapters are the same bytes.
    expect(await nameOfPart()).toBe(name);
  });

  test('a file from which someone reads stays known', async () => {
    const { kobo, document, reader, ids, story, author, write } = await onDevice();
    const age = (days: number) =>
      site.ctx.db
        .updateTable('ebook_files')
        .set({ used_at: new Date(site.clock.now().getTime() - days * day) })
        .where('story_id', '=', story)
        .execute();
    await age(360);
    await kobo.put(document, at(3, 1));
    site.clock.advance(10 * day);
    await write.chapter(author, story);
    await download(site, reader, story);
    await kobo.put(document, at(5, 9));
    expect((await placeIn(reader, ids[2] ?? '')).position?.paragraph).toBe(9);
    await age(370);
    await write.chapter(author, story);
    await download(site, reader, story);
    await kobo.put(document, at(5, 10));
    expect((await placeIn(reader, ids[2] ?? '')).position?.paragraph).toBe(9);
  });

  test('where the paragraph is gone, it is the nearest before', async () => {
    const { kobo, phone, document, reader, ids, story, author } = await onDevice();
    await kobo.put(document, at(4, 5));
    const lines = textOf(210, 'w2x').split('\n');
    const content = [...lines.slice(0, 4), ...lines.slice(5), textOf(20, 'new')].join('\n');
    await site.as(author).call(chapters.updateChapter, { ...of(ids[1] ?? ''), body: { content } });
    const next = await download(site, reader, story);
    expect((await phone.get(next.document)).progress).toBe(at(4, 4));
    site.clock.advance(1000);
    await phone.put(next.document, at(4, 11));
    // The new paragraph is not in the first file.
    expect((await kobo.get(document)).progress).toBe(at(4, 11));
  });
});

test('xpointers of several kinds', () => {
  const cases: [string, ReturnType<typeof parsePointer>][] = [
    ['/body/DocFragment[20]/body/section/p[22]/img.0', { page: 18, place: 22, offset: 0 }],
    ['/body/DocFragment[20]/body/section/p/em/text().4', { page: 18, place: 1, offset: 0 }],
    ['/body/DocFragment[5]/body/div/div/section/p[3]/span[2]/text().4', { page: 3, place: 3, offset: 0 }],
    ['/body/DocFragment[5]/body/section/div/h1/text().0', { page: 3, place: 'start', offset: 0 }],
    ['/body/DocFragment[5]/body/section/div/aside/p[3]/text().0', { page: 3, place: 'start', offset: 0 }],
    ['/body/DocFragment[5]/body/section/aside/p[2]/text().0', { page: 3, place: 'end', offset: 0 }],
    ['/body/DocFragment[5].0', { page: 3, place: 'start', offset: 0 }],
    ['/body/DocFragment[5]/body', { page: 3, place: 'anywhere', offset: 0 }],
    ['/body/DocFragment[5]/body/p[12]', { page: 3, place: 'anywhere', offset: 0 }],
    ['#_doc_fragment_4_ chapter', { page: 3, place: 'start', offset: 0 }],
    ['12', null],
    ['', null],
  ];
  for (const [pointer, pointed] of cases)
    expect([pointer, parsePointer(pointer)]).toEqual([pointer, pointed]);
});
