import { deleteChapter, updateChapter } from '@inkling/contract/chapters';
import { saveChapterProgress } from '@inkling/contract/library';
import { revisionLimits } from '@inkling/contract/limits';
import * as calls from '@inkling/contract/revisions';
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { changedWords } from './changed-words.ts';

const site = testApp();
const write = writing(site);

const paragraph = (name: string) => Array.from({ length: 30 }, (_, n) => `${name}${n}`).join(' ');
const content = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'].map(paragraph).join('\n\n');

let author: Person;
let reader: Person;
let story: string;
let chapter: string;
beforeEach(async () => {
  [author, reader] = [await site.person(), await site.person()];
  story = (await write.published(author)).story._id;
  chapter = (await write.chapter(author, story, { content }))._id;
});

const save = (text: string) =>
  site.as(author).call(updateChapter, { params: { id: chapter }, body: { content: text } });
const read = (progress: number, version: number, who = reader) =>
  site.as(who).call(saveChapterProgress, {
    params: { id: chapter },
    body: { progress, position: { paragraph: 1, offset: 0, version } },
  });
const revision = async (who = reader) =>
  (await site.as(who).call(calls.getRevision, { params: { id: chapter } })).body.data;
const note = (text: string, who = author) =>
  site.as(who).call(calls.setRevisionNote, { params: { id: chapter }, body: { note: text } });
const show = (isShown: boolean, who = author) =>
  site.as(who).call(calls.setRevisionSettings, { params: { id: story }, body: { isShown } });

test('who has finished a chapter sees how it has changed since, with the author’s words, until they read it again', async () => {
  await read(100, 1);
  expect(await revision()).toBeNull();
  await save(content.replace(paragraph('three'), paragraph('storm')));
  const [before] = [await revision()];
  expect(before).toMatchObject({ version: 1, content, words: 30, note: '' });
  await note('The storm comes a day earlier.');
  expect(await revision()).toMatchObject({ note: 'The storm comes a day earlier.' });
  // Who is behind, or has not finished it, hears nothing of what they have not read.
  const [behind, stranger] = [await site.person(), await site.person()];
  await read(60, 1, behind);
  expect(await revision(behind)).toBeNull();
  expect(await revision(stranger)).toBeNull();
  await read(10, 2);
  expect(await revision()).toBeNull();
  // The words were about the revision before.
  await save(`${content.replace(paragraph('three'), paragraph('storm'))}\n\n${paragraph('nine')}`);
  expect(await revision()).toMatchObject({ version: 2, words: 30, note: '' });
  await note('');
  const { body } = await site.as(author).call(calls.getRevisionSettings, { params: { id: story } });
  expect(body.data).toEqual({ isShown: true, notes: [] });
});

test('typos, and chapters of an author who shows no revisions, say nothing', async () => {
  await read(100, 1);
  await save(content.replaceAll(/(one|two|three)7/g, '$1seven'));
  expect(await revision()).toBeNull();
  await save(content.replace(paragraph('two'), ''));
  expect(await revision()).toMatchObject({ words: 30 });
  await show(false);
  expect(await revision()).toBeNull();
  const { body } = await site.as(author).call(calls.getRevisionSettings, { params: { id: story } });
  expect(body.data.isShown).toBe(false);
  await show(true);
  expect(await revision()).toMatchObject({ words: 30 });
});

test('only the author says something or hides it, and what may not be read is not found', async () => {
  for (const response of [await note('Mine', reader), await show(false, reader)])
    expect(response).toMatchObject({ status: 403 });
  expect(await note('x'.repeat(revisionLimits.note + 1))).toMatchObject({ status: 400 });
  await read(100, 1);
  await save(content.replace(paragraph('two'), ''));
  await site.as(author).call(updateChapter, { params: { id: chapter }, body: { isPublished: false } });
  expect(await site.as(reader).call(calls.getRevision, { params: { id: chapter } })).toMatchObject({
    status: 404,
  });
  await site.as(author).call(deleteChapter, { params: { id: chapter } });
  expect(await site.as(reader).call(calls.getRevision, { params: { id: chapter } })).toMatchObject({
    status: 404,
  });
});

test('a version that no reader could see is never shown, whatever place a reader claims', async () => {
  // The second version was saved while the chapter was not published.
  await site.as(author).call(updateChapter, { params: { id: chapter }, body: { isPublished: false } });
  await save(content.replace(paragraph('two'), paragraph('secret')));
  await save(`${content}\n\n${paragraph('last')}`);
  await site.as(author).call(updateChapter, { params: { id: chapter }, body: { isPublished: true } });
  await read(100, 2);
  expect(await revision()).toBeNull();
});

const stored = (paragraphs: { id: number; text: string }[]) => ({
  content: paragraphs.map(({ text }) => text).join('\n\n'),
  paragraph_ids: `{${paragraphs.map(({ id }) => id).join(',')}}`,
});

test('a long chapter that is changed everywhere, or ends in spaces, is compared in moderate time', () => {
  const words = (shift: number) =>
    Array.from({ length: 400 }, (_, n) =>
      String.fromCharCode(97 + ((n * 7 + (n % 3 ? shift : 0)) % 26)),
    ).join(' ');
  const text = (shift: number) =>
    stored(Array.from({ length: 500 }, (_, n) => ({ id: n + 1, text: words(shift) })));
  const begin = process.cpuUsage();
  expect(changedWords(text(0), text(3))).toBeGreaterThan(60_000);
  expect(
    changedWords(stored([{ id: 1, text: `a${' '.repeat(40_000)}` }]), stored([{ id: 1, text: 'b' }])),
  ).toBe(1);
  expect(process.cpuUsage(begin).user).toBeLessThan(1_500_000);
});

test('the words that changed are those that went or came; what has only moved counts nothing', () => {
  const words = fc.array(fc.constantFrom('lamp', 'sea', 'storm', 'night', '雨'), {
    minLength: 1,
    maxLength: 30,
  });
  const paragraphs = fc
    .array(words, { minLength: 1, maxLength: 8 })
    .map((all) => all.map((text, id) => ({ id: id + 1, text: text.join(' ') })));
  fc.assert(
    fc.property(paragraphs, fc.nat(), fc.integer({ min: 1, max: 30 }), (old, seed, added) => {
      const moved = old.toSorted((a, b) => ((a.id * 7919 + seed) % 13) - ((b.id * 7919 + seed) % 13));
      expect(changedWords(stored(old), stored(moved))).toBe(0);
      const text = Array.from({ length: added }, (_, n) => `new${n}`).join(' ');
      expect(changedWords(stored(old), stored([...moved, { id: 99, text }]))).toBe(added);
      expect(changedWords(stored([...moved, { id: 99, text }]), stored(old))).toBe(added);
      const [first, ...rest] = old;
      const longer = stored([{ id: 1, text: `${first?.text} ${text}` }, ...rest]);
      expect(changedWords(stored(old), longer)).toBe(added);
    }),
  );
});
