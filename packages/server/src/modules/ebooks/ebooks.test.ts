import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as chapters from '@inkling/contract/chapters';
import { createDevice } from '@inkling/contract/devices';
import { downloadEbook } from '@inkling/contract/ebooks';
import { saveGlossaryEntry, setRecap } from '@inkling/contract/glossary';
import { saveChapterProgress } from '@inkling/contract/library';
import { newId } from '@inkling/contract/new-id';
import { arrangeSeries, createSeries } from '@inkling/contract/series';
import { setExclusive, updateStory } from '@inkling/contract/stories';
import { restoreChapter } from '@inkling/contract/trash';
import { createVolume } from '@inkling/contract/volumes';
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, test, vi } from 'vitest';
import { day } from '../../platform/clock.ts';
import { textOf, writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { epubcheck, hasEpubcheck } from '../exports/testing/epubcheck.ts';
import { givePlan } from '../plans/index.ts';
import { ebookPage } from './ebook-page.ts';
import { rememberFile } from './ebooks.queries.ts';
import { download, nameOf, paragraphsOn } from './testing/readable.ts';

const site = testApp();
const paid = testApp({ PLANS: 'on' });
const limited = testApp({ RATE_LIMIT: 'on' });
const write = writing(site);
const of = (id: string) => ({ params: { id } });

async function allowed(author: Person, count = 3) {
  const { story, chapters: made } = await write.published(author, { chapters: count, allowsEbook: true });
  return { id: story._id, ids: made.map(({ _id }) => _id) };
}
/** Describes Mara from the first and the last of three chapters, and sums up both. */
async function describeMara(author: Person, story: string, [first = '', , last = '']: string[]) {
  const as = site.as(author);
  const notes = [
    { chapter: first, text: 'She tends\nthe <lamp>.' },
    { chapter: last, text: 'She is the queen.' },
  ];
  await as.call(saveGlossaryEntry, {
    params: { id: story, entryId: newId(site.clock.now().getTime()) },
    body: { kind: 'person', names: ['Mara', 'Mara Venn'], notes },
  });
  await as.call(setRecap, { ...of(first), body: { recap: 'The lamp is lit.' } });
  await as.call(setRecap, { ...of(last), body: { recap: 'The lamp goes out.' } });
}
const readTo = (who: Person, chapter = '') =>
  site.as(who).call(saveChapterProgress, { ...of(chapter), body: { progress: 50 } });
/** Makes a story the first of a series. */
async function inSeries(author: Person, story: string, name: string) {
  const { body } = await site.as(author).call(createSeries, { body: { name } });
  const order = { stories: [story], version: 0 };
  expect((await site.as(author).call(arrangeSeries, { ...of(body.data._id), body: order })).status).toBe(200);
}
const fileOf = async (document: string) =>
  site.ctx.db
    .selectFrom('ebook_files')
    .selectAll()
    .where('digest', '=', Buffer.from(document, 'hex'))
    .executeTakeFirst();

test('a long row of dots takes no time as sentences', () => {
  const chapter = { title: 'x', authorNotes: '', endNotes: '', content: '.'.repeat(19_000), ids: [1] };
  const begin = process.cpuUsage();
  const html = ebookPage({ format: 'kepub', language: 'en', chapter, volume: null, next: null });
  expect(process.cpuUsage(begin).user).toBeLessThan(500_000);
  expect(html).toContain(`<span class="koboSpan" id="kobo.1.1">${chapter.content}</span>`);
});

describe('GET /stories/{id}/ebook', () => {
  test('is for those who are signed in, where the author allows it and the story is published', async () => {
    const [ana, ben] = [await site.person(), await site.person()];
    const { story } = await write.published(ana, { title: 'The Lamp' });
    const get = (who: Person | null) => site.as(who).call(downloadEbook, of(story._id));
    const set = (body: { allowsEbook?: boolean; isPublished?: boolean }) =>
      site.as(ana).call(updateStory, { ...of(story._id), body });
    expect((await get(ben)).failure.code).toBe('NOT_FOUND');
    expect((await set({ allowsEbook: true })).body.data.allowsEbook).toBe(true);
    expect((await get(null)).status).toBe(401);
    const { status, headers } = await get(ben);
    expect([status, headers['content-type'], headers['content-disposition']]).toEqual([
      200,
      'application/epub+zip',
      'attachment; filename="The Lamp.epub"',
    ]);
    await set({ isPublished: false });
    expect((await get(ben)).failure.code).toBe('NOT_FOUND');
    await set({ isPublished: true, allowsEbook: false });
    expect((await get(ben)).failure.code).toBe('NOT_FOUND');
    expect((await get(ana)).failure.code).toBe('NOT_FOUND');
  });

  test('e-readers fetch it with a device token, and nothing with anything else', async () => {
    const [ana, ben] = [await limited.person(), await limited.person()];
    const { story } = await writing(limited).published(ana, { allowsEbook: true });
    const { token } = (await limited.as(ben).call(createDevice, { body: { name: 'Kobo' } })).body.data;
    const get = (file: string, key = token, name = ben.username) => {
      const authorization = `Basic ${Buffer.from(`${name}:${key}`).toString('base64')}`;
      return limited.app.http.inject({ url: `/ebooks/${file}`, headers: { authorization } });
    };
    const file = await get(`${story._id}.epub`);
    expect([file.statusCode, file.headers['content-type'], file.headers['cache-control']]).toEqual([
      200,
      'application/epub+zip',
      'no-store',
    ]);
    const page = await download(limited, ben, story._id);
    expect(Buffer.compare(file.rawPayload, page.bytes)).toBe(0);
    expect((await get(`${story._id}.kepub.epub`)).headers['content-disposition']).toContain('.kepub.epub');
    for (const refused of [
      await get(`${story._id}.epub`, ben.token),
      await get(`${story._id}.epub`, token, ana.username),
    ])
      expect([refused.statusCode, refused.headers['www-authenticate']?.slice(0, 6)]).toEqual([401, 'Basic ']);
    expect((await limited.app.http.inject(`/ebooks/${story._id}.epub`)).statusCode).toBe(401);
    for (const wrong of [
      `${story._id}.pdf`,
      'x.epub',
      `${ana.id}.epub`,
      `${story._id.replace(/..$/, '00')}.epub`,
    ])
      expect((await get(wrong)).statusCode).toBe(404);
    const statuses = [];
    for (let time = 0; time < 20; time += 1) statuses.push((await get(`${story._id}.epub`)).statusCode);
    expect([statuses[0], statuses.at(-1)]).toEqual([200, 429]);
  });

  test('is written once for all who ask for it at the same time or later', async () => {
    const author = await site.person();
    const readers = await Promise.all(Array.from({ length: 30 }, () => site.person()));
    const { id } = await allowed(author);
    const covers = vi.spyOn(site.ctx.coverArt, 'compose');
    try {
      const first = await Promise.all(readers.map((who) => download(site, who, id)));
      expect(new Set(first.map(({ document }) => document)).size).toBe(1);
      expect(covers).toHaveBeenCalledTimes(1);
      const [again] = await Promise.all([download(site, author, id), download(site, author, id, 'kepub')]);
      expect(again.document).toBe(first[0]?.document);
      expect(covers).toHaveBeenCalledTimes(2);
      await write.chapter(author, id, { title: 'New' });
      const grown = await Promise.all(readers.map((who) => download(site, who, id)));
      expect(grown.every(({ pages }) => pages.at(-1)?.includes('<h1 id="chapter">New</h1>'))).toBe(true);
      expect(covers).toHaveBeenCalledTimes(3);
      await site.as(author).call(updateStory, { ...of(id), body: { allowsEbook: false } });
      const [reader] = readers;
      expect((await site.as(reader ?? null).call(downloadEbook, of(id))).failure.code).toBe('NOT_FOUND');
    } finally {
      covers.mockRestore();
    }
  });

  test('is shared by those alone who may read the same chapters', async () => {
    const author = await paid.person();
    const people = await Promise.all(Array.from({ length: 8 }, () => paid.person()));
    const premium = people.filter((_who, index) => index % 2 === 0);
    for (const { username } of premium) await givePlan(paid.ctx, username, 'premium', null);
    const { story } = await writing(paid).published(author, { chapters: 2, allowsEbook: true });
    await paid.as(author).call(setExclusive, { ...of(story._id), body: { fromChapter: 2 } });
    for (let time = 0; time < 2; time += 1) {
      const books = await Promise.all(people.map((who) => download(paid, who, story._id)));
      expect(books.map(({ pages }) => pages[3]?.includes('w2x'))).toEqual(
        people.map((who) => premium.includes(who)),
      );
    }
    await paid.as(author).call(setExclusive, { ...of(story._id), body: { fromChapter: 1 } });
    const [, basic] = people;
    if (basic === undefined) throw new Error('There is no reader.');
    expect((await download(paid, basic, story._id)).pages[2]).not.toContain('w1x');
  });

  test('the same texts are the same bytes for all readers, and other texts another name', async () => {
    const [ana, ben] = [await site.person(), await site.person()];
    const { id, ids } = await allowed(ana);
    const first = await download(site, ana, id);
    site.clock.advance(3_700_000);
    const second = await download(site, ben, id);
    expect(Buffer.compare(first.bytes, second.bytes)).toBe(0);
    const file = await fileOf(first.document);
    expect(file).toMatchObject({ story_id: id, kind: 'epub', versions: [1, 1, 1] });
    const kobo = await download(site, ben, id, 'kepub');
    expect(await fileOf(kobo.document)).toMatchObject({ story_id: id, kind: 'kepub', versions: [1, 1, 1] });
    await site
      .as(ana)
      .call(chapters.updateChapter, { ...of(ids[1] ?? ''), body: { content: textOf(200, 'new') } });
    const third = await download(site, ben, id);
    expect(third.document).not.toBe(first.document);
    const [before = 0] = (await fileOf(first.document))?.versions ?? [];
    expect([before, (await fileOf(third.document))?.versions]).toEqual([1, [1, 2, 1]]);
    // A new title changes only the beginning of a page and the contents.
    await site.as(ana).call(chapters.updateChapter, { ...of(ids[2] ?? ''), body: { title: 'Renamed' } });
    expect((await download(site, ben, id)).document).not.toBe(third.document);
  });

  test('it says when the story was first published and where it is in its series', async () => {
    const ana = await site.person();
    const { id } = await allowed(ana, 1);
    const before = await download(site, ana, id);
    await inSeries(ana, id, 'Shores & <seas>');
    const { bytes, document } = await download(site, ana, id);
    expect(document).not.toBe(before.document);
    const opf = strFromU8(unzipSync(bytes)['EPUB/package.opf'] ?? new Uint8Array());
    const lines = [
      `<dc:date>${site.clock.now().toISOString().slice(0, 10)}</dc:date>`,
      '<meta property="belongs-to-collection" id="series">Shores &amp; &lt;seas&gt;</meta>',
      '<meta property="collection-type" refines="#series">series</meta>',
      '<meta property="group-position" refines="#series">1</meta>',
      '<meta name="calibre:series" content="Shores &amp; &lt;seas&gt;"/>',
      '<meta name="calibre:series_index" content="1"/>',
    ];
    for (const line of lines) expect(opf).toContain(`\n${line}\n`);
  });

  test('pages only come at the end: what is inserted, withdrawn and restored leaves every page where it was', async () => {
    const ana = await site.person();
    const { id, ids } = await allowed(ana);
    const [one = '', two = '', three = ''] = ids;
    const volume = await site
      .as(ana)
      .call(createVolume, { ...of(id), body: { title: 'Part <1>', firstChapter: two } });
    expect(volume.status).toBe(201);
    await download(site, ana, id);
    const added = await write.chapter(ana, id, { title: 'Between' });
    await site
      .as(ana)
      .call(chapters.reorderChapters, { ...of(id), body: { chapterOrder: [one, added._id, two, three] } });
    const grown = await download(site, ana, id);
    const titles = (pages: string[]) => pages.map((page) => /<h1[^>]*>(.*?)<\/h1>/.exec(page)?.[1] ?? '');
    expect(titles(grown.pages)).toEqual(['', 'The Lamp', 'Chapter 1', 'Chapter 2', 'Chapter 3', 'Between']);
    const linksOn = (page: string) =>
      [...page.matchAll(/<a href="(.+?)">(.+?)<\/a>/g)].map(([, href, title]) => [href, title]);
    expect(linksOn(grown.nav)).toEqual([
      ['c00001.xhtml', 'Chapter 1'],
      ['c00002.xhtml', 'Part &lt;1&gt;'],
      ['c00002.xhtml#chapter', 'Chapter 2 (after Between)'],
      ['c00003.xhtml', 'Chapter 3'],
      ['c00004.xhtml', 'Between (after Chapter 1)'],
    ]);
    expect(linksOn(grown.pages[1] ?? '')).toEqual([
      ['c00001.xhtml', 'Chapter 1'],
      ['c00004.xhtml', 'Part &lt;1&gt;'],
      ['c00004.xhtml#chapter', 'Between'],
      ['c00002.xhtml', 'Chapter 2'],
      ['c00003.xhtml', 'Chapter 3'],
    ]);
    const nexts = grown.pages.map((page) => /class="continue".*href="(.+?)"/.exec(page)?.[1]);
    expect(nexts).toEqual([undefined, undefined, 'c00004.xhtml', undefined, undefined, 'c00002.xhtml']);

    await site.as(ana).call(chapters.deleteChapter, of(two));
    const withdrawn = await download(site, ana, id);
    expect(withdrawn.pages).toHaveLength(6);
    expect(withdrawn.pages[3]).toContain('This chapter is no longer available.');
    expect(withdrawn.pages[3]).not.toContain('Chapter 2');
    expect(withdrawn.nav).not.toContain('Chapter 2');
    expect((await fileOf(withdrawn.document))?.versions).toEqual([1, 0, 1, 1]);
    await site.as(ana).call(restoreChapter, of(two));
    const restored = await download(site, ana, id);
    expect(titles(restored.pages)).toEqual(titles(grown.pages));
  });

  test('the k-th paragraph of a page is the k-th of the text, scene breaks and verse too', async () => {
    const ana = await site.person();
    const { id, ids } = await allowed(ana, 1);
    const content =
      'He said *yes*. “No!” she said.\n\n***\n\n| Roses\n|   are **red**\n|\n| blue\n\nf*ck \\*x\\* <b>';
    const { body } = await site.as(ana).call(chapters.updateChapter, {
      ...of(ids[0] ?? ''),
      body: { content: `${content}\n${textOf(200)}`, authorNotes: 'One.\n\nTwo.', endNotes: 'Bye.' },
    });
    const known = body.data.paragraphIds.filter((one) => one !== null).map(String);
    const [epub, kobo] = [await download(site, ana, id), await download(site, ana, id, 'kepub')];
    for (const { pages } of [epub, kobo]) {
      expect(paragraphsOn(pages[2] ?? '')).toEqual(known);
    }
    expect(epub.pages[2]).toContain(`<p id="p${known[0]}">He said <em>yes</em>. “No!” she said.</p>`);
    expect(kobo.pages[2]).toContain(
      `<span class="koboSpan" id="kobo.${known[0]}.1">He said </span><em><span class="koboSpan" id="kobo.${known[0]}.2">yes</span></em>`,
    );
  });

  test('a file ends with the glossary and recaps that its reader sees on the site, outside the reading order', async () => {
    const [ana, unread, early, late] = await Promise.all([1, 2, 3, 4].map(() => site.person()));
    if (!ana || !unread || !early || !late) throw new Error('There are four people.');
    const { id, ids } = await allowed(ana);
    await describeMara(ana, id, ids);
    await readTo(early, ids[1]);
    await readTo(late, ids[2]);
    const [nothing, some, all] = [
      await download(site, unread, id),
      await download(site, early, id),
      await download(site, late, id),
    ];
    expect([nothing, some, all].map(({ pages }) => pages.length)).toEqual([5, 7, 7]);
    expect(nothing.nav).not.toContain('People and places');
    const [people = '', recaps = ''] = some.pages.slice(5);
    expect(people).toContain(
      '<h2>Mara, Mara Venn</h2>\n<p class="from"><a href="c00001.xhtml">Chapter 1</a></p>\n<p>She tends</p>\n<p>the &lt;lamp&gt;.</p>\n</section>',
    );
    expect(recaps).toContain('The lamp is lit.');
    expect(some.pages.join('')).not.toMatch(/queen|goes out/);
    expect(all.pages[5]).toContain('She is the queen.');
    expect(all.pages[6]).toContain('The lamp goes out.');
    expect([...some.nav.matchAll(/href="(.+?)"/g)].map(([, href]) => href).slice(3)).toEqual([
      'people.xhtml',
      'recaps.xhtml',
    ]);
    // The same bytes for everyone who sees the same; the author sees everything.
    await readTo(unread, ids[0]);
    expect((await download(site, unread, id)).document).toBe(some.document);
    expect((await download(site, ana, id)).document).toBe(all.document);
    // A later chapter takes the place of the first page after the chapters.
    await write.chapter(ana, id, { title: 'Later' });
    const grown = await download(site, early, id);
    expect(grown.pages.slice(2, 5)).toEqual(some.pages.slice(2, 5));
    expect([grown.pages[5]?.includes('<h1 id="chapter">Later</h1>'), grown.pages[6]]).toEqual([true, people]);
    // What is known of a chapter that was withdrawn goes with its text.
    await site.as(ana).call(chapters.deleteChapter, of(ids[0] ?? ''));
    const { pages } = await download(site, early, id);
    expect([pages.length, pages.join('').includes('She tends')]).toEqual([6, false]);
  });

  test('exclusive chapters are only in the files of those who may read them', async () => {
    const [ana, basic, premium] = [await paid.person(), await paid.person(), await paid.person()];
    const { story, chapters: made } = await writing(paid).published(ana, { chapters: 2, allowsEbook: true });
    await paid.as(ana).call(setExclusive, { ...of(story._id), body: { fromChapter: 2 } });
    await givePlan(paid.ctx, premium.username, 'premium', null);
    const [open, closed] = [await download(paid, premium, story._id), await download(paid, basic, story._id)];
    expect([open.pages[3]?.includes('w2x0'), closed.pages[3]?.includes('w2x')]).toEqual([true, false]);
    expect(closed.pages[3]).toContain(
      `<h1>${made[1]?.title}</h1>\n</div>\n<p>This chapter is for readers with Premium.</p>`,
    );
    const rows = await paid.ctx.db
      .selectFrom('ebook_files')
      .select('versions')
      .where('story_id', '=', story._id)
      .orderBy('versions')
      .execute();
    expect(rows.map(({ versions }) => versions)).toEqual([
      [1, 0],
      [1, 1],
    ]);
  });

  test('a file is known until a year after it was last handed out', async () => {
    const ana = await site.person();
    const { id } = await allowed(ana, 1);
    const remember = (name: string) =>
      rememberFile(site.ctx.db, {
        digest: Buffer.from(nameOf(Buffer.from(`${id} ${name}`)), 'hex'),
        format: 'epub',
        storyId: id,
        versions: [name.length],
        isPart: false,
        now: site.clock.now(),
      });
    const known = async () =>
      (await site.ctx.db.selectFrom('ebook_files').select('versions').where('story_id', '=', id).execute())
        .map(({ versions }) => versions[0])
        .sort();
    for (const name of ['a', 'bb']) await remember(name);
    site.clock.advance(300 * day);
    await remember('a');
    for (let number = 3; number < 600; number += 1) await remember('x'.repeat(number));
    expect(await known()).toHaveLength(599);
    site.clock.advance(100 * day);
    await remember('ccc');
    expect(await known()).toHaveLength(599);
    expect(await known()).not.toContain(2);
  });
});

describe('opens in other programs', () => {
  /** A book with volumes, a chapter that was inserted, one that is gone, notes, verse and another script. */
  async function rich() {
    const ana = await site.person();
    const { id, ids } = await allowed(ana, 4);
    const body = {
      content: `${textOf(200)}\n***\n| One <&>\n|\n| *two*\n`,
      authorNotes: 'A note.',
      title: 'A <title> & "more"',
    };
    await site.as(ana).call(chapters.updateChapter, { ...of(ids[0] ?? ''), body });
    await site
      .as(ana)
      .call(createVolume, { ...of(id), body: { title: 'Part 1', firstChapter: ids[1] ?? '' } });
    await describeMara(ana, id, ids);
    await inSeries(ana, id, 'Shores');
    await download(site, ana, id);
    return { ana, id, ids };
  }

  test.skipIf(!hasEpubcheck)(
    'epubcheck finds nothing (needs Debian’s package epubcheck)',
    async () => {
      const { ana, id, ids } = await rich();
      await site.as(ana).call(chapters.deleteChapter, of(ids[1] ?? ''));
      await write.chapter(ana, id, { title: 'Last' });
      for (const format of ['epub', 'kepub'] as const)
        expect(await epubcheck((await download(site, ana, id, format)).bytes)).toContain(
          'No errors or warnings',
        );
    },
    240_000,
  );

  const converter = '/usr/bin/ebook-convert';
  test.skipIf(!existsSync(converter))(
    'calibre reads title, contents and every chapter (needs Debian’s package calibre)',
    async () => {
      const { ana, id } = await rich();
      const folder = await mkdtemp(join(tmpdir(), 'inkling-calibre-'));
      try {
        const [from, to] = [join(folder, 'book.epub'), join(folder, 'book.txt')];
        await writeFile(from, (await download(site, ana, id)).bytes);
        const meta = await promisify(execFile)('/usr/bin/ebook-meta', [from]);
        for (const line of [/Title +: The Lamp/, /Series +: Shores #1\n/, /Published +: 20\d\d-/])
          expect(meta.stdout).toMatch(line);
        await promisify(execFile)(converter, [from, to]);
        const text = await readFile(to, 'utf8');
        for (const part of ['A <title> & "more"', 'lantern0', 'w4x209', 'Part 1'])
          expect(text).toContain(part);
      } finally {
        await rm(folder, { recursive: true });
      }
    },
    240_000,
  );
});
