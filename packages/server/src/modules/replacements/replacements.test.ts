import { readChapterForAuthor, updateChapter } from '@inkling/contract/chapters';
import { chapterLimits, replaceLimits } from '@inkling/contract/limits';
import * as calls from '@inkling/contract/replacements';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { textOf, writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { shownText } from '../chapters/index.ts';
import { replacePassages } from '../fixes/replace-passages.ts';
import { findPlaces } from './find-places.ts';

const site = testApp();
const write = writing(site);
const [first, second] = [
  `Mira lit the lamp. “Mira’s *lamp*,” she said; mira did not hear.\nMira *slept*.\n${textOf(210)}`,
  `The admiral saw Mira.\n${textOf(210)}`,
];

let author: Person;
let story: string;
let chapters: string[];
beforeEach(async () => {
  author = await site.person();
  story = (await write.draft(author))._id;
  chapters = [
    (await write.chapter(author, story, { content: first, isPublished: false }))._id,
    (await write.chapter(author, story, { content: second }))._id,
  ];
});

const find = async (words: string, more: object = {}) =>
  (await site.as(author).call(calls.findInStory, { params: { id: story }, body: { words, ...more } })).body;
const placesOf = (found: Awaited<ReturnType<typeof find>>) =>
  found.data.map(({ chapter, version, places }) => ({
    _id: chapter._id,
    version,
    places: places.map(({ start, end }) => ({ start, end })),
  }));
const replace = async (words: string, of: ReturnType<typeof placesOf>) =>
  (await site.as(author).call(calls.replaceInStory, { params: { id: story }, body: { words, chapters: of } }))
    .body.data;
const undo = async (of: { chapter: string; before: number; after: number }[]) =>
  (await site.as(author).call(calls.undoReplace, { params: { id: story }, body: { chapters: of } })).body
    .data;
const textsNow = () =>
  Promise.all(
    chapters.map(
      async (id) => (await site.as(author).call(readChapterForAuthor, { params: { id } })).body.data.content,
    ),
  );

describe('words of a story', () => {
  test('are found in drafts and published chapters, whole and in their case on request, and past marks', async () => {
    const found = await find('mira');
    expect(found.hasMore).toBe(false);
    expect(found.data.map(({ chapter, places }) => [chapter._id, places.map((one) => one.original)])).toEqual(
      [
        [chapters[0], ['Mira', 'Mira', 'mira', 'Mira']],
        [chapters[1], ['mira', 'Mira']],
      ],
    );
    expect(found.data[0]?.places[1]).toMatchObject({
      prefix: 'Mira lit the lamp. “',
      suffix: '’s lamp,” she said; mira did n',
    });
    const whole = await find('Mira', { matchCase: true, wholeWords: true });
    expect(whole.data.map(({ places }) => places.length)).toEqual([3, 1]);
    expect((await find('nobody')).data).toEqual([]);
  });

  test('are replaced at the places that were chosen, as one new version of each chapter, and come back as a whole', async () => {
    const found = placesOf(await find('Mira', { matchCase: true, wholeWords: true }));
    const done = await replace('Tamsin', found);
    expect([done.replaced, done.left]).toEqual([4, 0]);
    expect(await textsNow()).toEqual([
      first.replace('Mira lit', 'Tamsin lit').replace('Mira’s', 'Tamsin’s').replace('Mira *', 'Tamsin *'),
      second.replace('Mira', 'Tamsin'),
    ]);
    expect(await undo(done.chapters)).toEqual({ undone: 2, left: 0 });
    expect(await textsNow()).toEqual([first, second]);
    // Once more would take back what came after.
    expect(await undo(done.chapters)).toEqual({ undone: 0, left: 2 });
  });

  test('stay where a chapter was saved meanwhile, before and after', async () => {
    const found = placesOf(await find('Mira', { matchCase: true, wholeWords: true }));
    const save = (id: string, content: string) =>
      site.as(author).call(updateChapter, { params: { id }, body: { content } });
    await save(chapters[1] ?? '', `A new line.\n${second}`);
    const done = await replace('Tamsin', found);
    expect([done.replaced, done.left, done.chapters.map(({ chapter }) => chapter)]).toEqual([
      3,
      1,
      [chapters[0]],
    ]);
    expect((await textsNow())[1]).toBe(`A new line.\n${second}`);
    await save(chapters[0] ?? '', `More.\n${first}`);
    expect(await undo(done.chapters)).toEqual({ undone: 0, left: 1 });
    expect((await textsNow())[0]).toBe(`More.\n${first}`);
  });

  test('keep what readers see elsewhere: an emphasis inside stays, and nothing becomes one', async () => {
    const spanning = await find('Mira slept');
    expect(spanning.data[0]?.places).toMatchObject([{ original: 'Mira slept', isPlain: false }]);
    expect(await replace('Mira sat', placesOf(spanning))).toMatchObject({ replaced: 0, left: 1 });
    expect((await replace('**Tamsin**', placesOf(await find('Mira', { matchCase: true })))).replaced).toBe(0);
    expect(await textsNow()).toEqual([first, second]);
  });

  test('are replaced up to a chapter that would be too long, and what was done can be undone', async () => {
    const long = `${'lamp '.repeat((chapterLimits.content - 2 * first.length) / 5)}\n${first}`;
    const id = (await write.chapter(author, story, { content: long, isPublished: false }))._id;
    const found = placesOf(await find('lamp', { wholeWords: true }));
    expect(found.map((one) => one._id)).toEqual([chapters[0], id]);
    const done = await replace('lamp of brass and glass', found);
    expect(done).toMatchObject({ replaced: 2, chapters: [{ chapter: chapters[0] }] });
    expect(done.stoppedBy).toMatch(/too long/);
    expect(await undo(done.chapters)).toEqual({ undone: 1, left: 0 });
  });

  test('are listed up to a limit, those after it from there on, and all are replaced as one version', async () => {
    const content = `*${textOf(1300, 'Q').replaceAll(/\n/g, ' ').replaceAll(' ', '* *')}*`;
    const long = (await write.chapter(author, story, { content }))._id;
    const last = (await write.chapter(author, story, { content: textOf(1300, 'Q') }))._id;
    const options = { matchCase: true };
    const found: typeof all.data = [];
    const all = await find('Q', options);
    expect(all.data.flatMap(({ places }) => places)).toHaveLength(replaceLimits.places);
    for (let page = all; ; ) {
      found.push(...page.data);
      const { chapter, version, places } = page.data.at(-1) ?? found[0] ?? expect.unreachable();
      if (!page.hasMore) break;
      const after = { chapter: chapter._id, version, end: places.at(-1)?.end ?? 1 };
      page = await find('Q', { ...options, after });
      expect(page.data.flatMap((one) => one.places).length).toBeLessThanOrEqual(replaceLimits.places);
    }
    const startsIn = (id: string) =>
      found.filter(({ chapter }) => chapter._id === id).flatMap(({ places }) => places);
    const whole = findPlaces({ words: 'Q', contents: [content], most: 5000, wholeWords: false, ...options });
    expect(whole[0]?.length).toBeGreaterThan(replaceLimits.places);
    expect(startsIn(long)).toEqual(whole[0]);
    expect(startsIn(last)).toHaveLength(whole[0]?.length ?? 0);
    const places = startsIn(long).map(({ start, end }) => ({ start, end }));
    const done = await replace('R', [{ _id: long, version: 1, places }]);
    expect(done).toMatchObject({ replaced: places.length, left: 0, chapters: [{ before: 1, after: 2 }] });
    // What comes after a place is asked for a text that is no longer current.
    const stale = { chapter: long, version: 1, end: places[9]?.end ?? 1 };
    const refused = await site
      .as(author)
      .call(calls.findInStory, { params: { id: story }, body: { words: 'Q', ...options, after: stale } });
    expect(refused.failure.code).toBe('TEXT_CHANGED');
  });
});

test('what is replaced is what was found, and nothing else', () => {
  const piece = fc.constantFrom('lamp', 'Lamp', 'a', ' ', '*', '**', '\\*', '\n', '“', '…', 'é');
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 40 }),
      fc.constantFrom('lamp', 'a', ' a', '…'),
      (pieces, words) => {
        const content = pieces.join('');
        const [places = []] = findPlaces({
          words,
          contents: [content],
          most: 100,
          matchCase: false,
          wholeWords: false,
        });
        const replacements = places.map(({ start, end }) => ({
          start,
          end,
          selectedText: content.slice(start, end),
          words: 'XX',
        }));
        const done = replacePassages({ content, replacements });
        const before = shownText(content).text;
        let expected = '';
        let at = 0;
        for (const [index, { original, prefix }] of places.entries()) {
          const from = before.indexOf(prefix + original, Math.max(0, at - prefix.length)) + prefix.length;
          expected += before.slice(at, from) + (done.isReplaced[index] ? 'XX' : original);
          at = from + original.length;
        }
        expect(shownText(done.content).text).toBe(expected + before.slice(at));
      },
    ),
    { numRuns: 500 },
  );
});
