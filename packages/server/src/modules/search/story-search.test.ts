import { updateChapter } from '@inkling/contract/chapters';
import { saveChapterProgress } from '@inkling/contract/library';
import { search, searchInStory, searchSuggestions } from '@inkling/contract/search';
import { setExclusive, updateStory } from '@inkling/contract/stories';
import { beforeAll, describe, expect, test } from 'vitest';
import { textOf, writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { givePlan, takeBackPlan } from '../plans/index.ts';
import { indexAll } from './index.ts';
import { excerptsOf } from './story-search.ts';

const site = testApp({ PLANS: 'on' });
const write = writing(site);
let author: Person;
let reader: Person;
let story: string;
const ids: string[] = [];

const look = async (q: string, who = reader, more: { after?: number; anyway?: 'true' } = {}, id = story) =>
  (await site.as(who).call(searchInStory, { params: { id }, query: { q, ...more } })).body;
const marked = ({ text, matches }: { text: string; matches: [number, number][] }) =>
  matches.map(([start, end]) => text.slice(start, end));

beforeAll(async () => {
  [author, reader] = [await site.person(), await site.person()];
  story = (await write.draft(author, { title: 'The light' }))._id;
  for (let number = 1; number <= 13; number += 1) {
    const lines = ['The keeper lit *two* lamps.', 'Rain fell.', `A lamp went out in room ${number}.`];
    const content = [...lines, textOf(210, 'filler')].join('\n');
    ids.push((await write.chapter(author, story, { title: `Part ${number}`, content }))._id);
  }
  const other = await write.published(author);
  await write.chapter(author, other.story._id, { content: `One more lamp.\n${textOf(210, 'filler')}` });
  await site.as(author).call(updateStory, { params: { id: story }, body: { isPublished: true } });
  await site.as(reader).call(saveChapterProgress, { params: { id: ids[11] ?? '' }, body: { progress: 5 } });
  await indexAll(site.ctx);
});

describe('GET /stories/{id}/search', () => {
  test('finds the chapters of this story in their order, with the paragraphs that match', async () => {
    const { data } = await look('lamp');
    expect(data.map(({ chapterNumber }) => chapterNumber)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(data[0]?._id).toBe(ids[0]);
    expect(data[0]?.excerpts.map(({ text }) => text)).toEqual([
      'The keeper lit two lamps.',
      'A lamp went out in room 1.',
    ]);
    expect(data[0]?.excerpts.flatMap(marked)).toEqual(['lamps', 'lamp']);
  });

  test('goes on after a chapter, and names those ahead without excerpts', async () => {
    const first = await look('lamp');
    expect(first.next).toBe(10);
    const { data, next } = await look('lamp', reader, { after: 10 });
    expect([data.map(({ chapterNumber }) => chapterNumber), next]).toEqual([[11, 12, 13], null]);
    expect(data.map(({ isAhead, excerpts }) => [isAhead, excerpts.length])).toEqual([
      [false, 2],
      [false, 2],
      [true, 0],
    ]);
    const asked = await look('lamp', reader, { after: 12, anyway: 'true' });
    expect(asked.data[0]?.excerpts).toHaveLength(2);
  });

  test('needs all words, and takes the last one as a beginning', async () => {
    expect((await look('lamp "room 7"')).data.map(({ chapterNumber }) => chapterNumber)).toEqual([7]);
    expect((await look('keep')).data).toHaveLength(10);
    expect((await look('submarine')).data).toEqual([]);
    expect(await look('?!')).toEqual({ success: true, data: [], next: null });
  });

  test('finds nothing in a chapter that is no longer published, while the index still has it', async () => {
    const [id = ''] = ids;
    await site.as(author).call(updateChapter, { params: { id }, body: { isPublished: false } });
    expect((await look('"room 1"')).data).toEqual([]);
    expect((await look('"room 1"', author)).data).toEqual([]);
  });

  test('finds exclusive chapters for those who may read them, and for no one else', async () => {
    const serial = await write.published(author, { chapters: 1 });
    const content = `The heron waits.\n${textOf(210, 'filler')}`;
    await write.chapter(author, serial.story._id, { content });
    const mark = { params: { id: serial.story._id }, body: { fromChapter: 2 } };
    await site.as(author).call(setExclusive, mark);
    await indexAll(site.ctx);
    const subscriber = await site.person();
    await givePlan(site.ctx, subscriber.username, 'premium', null);
    const find = async (who: Person) => (await look('heron', who, { anyway: 'true' }, serial.story._id)).data;
    for (const who of [subscriber, author])
      expect((await find(who)).map(({ excerpts }) => excerpts.map(({ text }) => text))).toEqual([
        ['The heron waits.'],
      ]);
    expect(await find(reader)).toEqual([]);
    await takeBackPlan(site.ctx, subscriber.username);
    expect(await find(subscriber)).toEqual([]);
  });

  test('no correction has a word of an exclusive chapter until its mark is lifted', async () => {
    const content = `Glimmering.\n${textOf(210, 'filler')}`;
    const serial = await write.published(author, { title: 'They glimmer' });
    const markFrom = (fromChapter: number | null) =>
      site.as(author).call(setExclusive, { params: { id: serial.story._id }, body: { fromChapter } });
    await markFrom(2);
    await write.chapter(author, serial.story._id, { title: 'Zirconium', content });
    await indexAll(site.ctx);
    const corrected = async () =>
      (await site.as(reader).call(search, { query: { q: 'glimmerinf' } })).body.corrected;
    expect(await corrected()).toBeNull();
    await markFrom(null);
    const { data } = (await site.as(reader).call(searchSuggestions, { query: { q: 'zirconium' } })).body;
    expect(data.map(({ type }) => type)).toEqual(['chapter']);
    await indexAll(site.ctx);
    expect(await corrected()).toBe('glimmering');
  });
});

test('an excerpt is a paragraph, with its own matches', () => {
  expect(
    excerptsOf('One lamp.\nNone.\nTwo lamps.', [
      [4, 8],
      [20, 25],
    ]),
  ).toEqual([
    { text: 'One lamp.', matches: [[4, 8]] },
    { text: 'Two lamps.', matches: [[4, 9]] },
  ]);
});
