import { deleteChapter, updateChapter } from '@inkling/contract/chapters';
import * as calls from '@inkling/contract/glossary';
import { saveChapterProgress } from '@inkling/contract/library';
import { glossaryLimits } from '@inkling/contract/limits';
import { newId } from '@inkling/contract/new-id';
import { setExclusive, updateStory } from '@inkling/contract/stories';
import { restoreChapter } from '@inkling/contract/trash';
import { beforeEach, describe, expect, test } from 'vitest';
import { sql, transaction } from '../../platform/db/db.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { restoreGlossary } from './index.ts';

const site = testApp({ PLANS: 'on' });
const write = writing(site);

let author: Person;
let reader: Person;
let story: string;
let chapters: string[];
beforeEach(async () => {
  [author, reader] = [await site.person(), await site.person()];
  const written = await write.published(author, { chapters: 3 });
  story = written.story._id;
  chapters = written.chapters.map(({ _id }) => _id);
});

const chapter = (number: number): string => chapters[number - 1] ?? '';
const aNewId = () => newId(site.clock.now().getTime());
interface Entry {
  id?: string;
  who?: Person;
  names?: string[];
}
/** Saves an entry with a description from each of some chapters, by number. */
const save = (notes: Record<number, string>, { id = aNewId(), who = author, names = ['Mara'] }: Entry = {}) =>
  site.as(who).call(calls.saveGlossaryEntry, {
    params: { id: story, entryId: id },
    body: {
      kind: 'person',
      names,
      notes: Object.entries(notes).map(([number, text]) => ({ chapter: chapter(Number(number)), text })),
    },
  });
const recap = (number: number, text: string, who = author) =>
  site.as(who).call(calls.setRecap, { params: { id: chapter(number) }, body: { recap: text } });
const read = (number: number, who = reader) =>
  site.as(who).call(saveChapterProgress, { params: { id: chapter(number) }, body: { progress: 5 } });
const of = { params: { id: '' } };
const list = (who = reader) => site.as(who).call(calls.listGlossary, { ...of, params: { id: story } });
const recaps = (who = reader) => site.as(who).call(calls.listRecaps, { ...of, params: { id: story } });
/** What a person sees: the texts of each entry, and the recaps. */
const seen = async (who = reader) => [
  (await list(who)).body.data.map(({ names, notes }) => [names[0], ...notes.map(({ text }) => text)]),
  (await recaps(who)).body.data.map((one) => one.recap),
];

describe('GET /stories/{id}/glossary and GET /stories/{id}/recaps', () => {
  test('show readers what they have reached, in the order of the story, and the author everything', async () => {
    await save({ 3: 'Mara is the queen.', 1: 'Mara tends the lamp.' });
    await save({ 2: 'A harbor.' }, { names: ['Ashport'] });
    await recap(1, 'The lamp is lit.');
    await recap(2, 'The ship leaves.');
    expect(await seen()).toEqual([[], []]);
    await read(1);
    expect(await seen()).toEqual([[['Mara', 'Mara tends the lamp.']], ['The lamp is lit.']]);
    await read(2);
    const reached = [
      ['Ashport', 'A harbor.'],
      ['Mara', 'Mara tends the lamp.'],
    ];
    expect(await seen()).toEqual([reached, ['The lamp is lit.', 'The ship leaves.']]);
    const all = [
      ['Ashport', 'A harbor.'],
      ['Mara', 'Mara tends the lamp.', 'Mara is the queen.'],
    ];
    expect(await seen(author)).toEqual([all, ['The lamp is lit.', 'The ship leaves.']]);
    const [first] = (await list()).body.data;
    expect(first?.notes).toEqual([
      { text: 'A harbor.', chapter: { _id: chapter(2), title: 'Chapter 2', chapterNumber: 2 } },
    ]);
    // Going back does not hide what a reader knows.
    await read(1);
    expect((await seen())[0]).toEqual(reached);
  });

  test('hide what belongs to a chapter that is not published, is in the trash, or is exclusive', async () => {
    for (const number of [1, 2, 3]) await recap(number, `Recap ${number}.`);
    await save({ 1: 'One.', 2: 'Two.', 3: 'Three.' });
    await read(3);
    expect(await seen()).toEqual([
      [['Mara', 'One.', 'Two.', 'Three.']],
      ['Recap 1.', 'Recap 2.', 'Recap 3.'],
    ]);
    await site.as(author).call(setExclusive, { params: { id: story }, body: { fromChapter: 3 } });
    expect(await seen()).toEqual([[['Mara', 'One.', 'Two.']], ['Recap 1.', 'Recap 2.']]);
    await site.as(author).call(updateChapter, { params: { id: chapter(2) }, body: { isPublished: false } });
    expect(await seen()).toEqual([[['Mara', 'One.']], ['Recap 1.']]);
    await site.as(author).call(deleteChapter, { params: { id: chapter(1) } });
    expect(await seen()).toEqual([[], []]);
    // The author still sees the entry, and a replacement keeps what is said about the chapter in the trash.
    const [entry] = (await list(author)).body.data;
    await save({ 2: 'Two again.' }, { id: entry?._id ?? '' });
    await site.as(author).call(restoreChapter, { params: { id: chapter(1) } });
    expect((await seen(author))[0]).toEqual([['Mara', 'One.', 'Two again.']]);
  });

  test('are not found for a story that may not be read', async () => {
    await save({ 1: 'One.' });
    await read(1);
    await site.as(author).call(updateStory, { params: { id: story }, body: { isPublished: false } });
    expect([(await list()).status, (await recaps()).status]).toEqual([404, 404]);
    expect((await seen(author))[0]).toEqual([['Mara', 'One.']]);
  });
});

describe('PUT /stories/{id}/glossary/{entryId}', () => {
  test('stores an entry once for an id, and replaces it', async () => {
    const id = aNewId();
    await Promise.all([save({ 1: 'One.' }, { id }), save({ 1: 'One.' }, { id })]);
    await save({ 2: 'Two.' }, { id, names: ['Mara Venn', 'Mara'] });
    const { data } = (await list(author)).body;
    expect(data).toMatchObject([{ _id: id, names: ['Mara Venn', 'Mara'], notes: [{ text: 'Two.' }] }]);
  });

  test('refuses chapters of other stories, two descriptions for one chapter, and other people', async () => {
    const other = await write.published(author);
    const put = (notes: { chapter: string; text: string }[]) =>
      site.as(author).call(calls.saveGlossaryEntry, {
        params: { id: story, entryId: aNewId() },
        body: { kind: 'place', names: ['Ashport'], notes },
      });
    const one = { chapter: chapter(1), text: 'One.' };
    expect((await put([{ ...one, chapter: other.chapters[0]?._id ?? '' }])).status).toBe(400);
    expect((await put([one, one])).status).toBe(400);
    expect((await save({ 1: 'Mine.' }, { who: reader })).status).toBe(403);
    expect((await list(author)).body.data).toEqual([]);
  });

  test('refuses an entry more than a story may have, also for requests at once', async () => {
    await sql`
      insert into glossary_entries (story_id, id, kind, names)
      select ${story}, uuidv7(), 'term', array['word'] from generate_series(1, ${glossaryLimits.entries - 1})`.execute(
      site.ctx.db,
    );
    const statuses = await Promise.all([1, 2, 3].map(async () => (await save({ 1: 'One.' })).status));
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect((await list(author)).body.data).toHaveLength(glossaryLimits.entries);
  });

  test('refuses more text than all descriptions of a story may have, also for requests at once and in an import', async () => {
    // Of three bytes each.
    const text = '…'.repeat(glossaryLimits.note);
    const entries = Math.ceil(glossaryLimits.bytes / 3 / Buffer.byteLength(text)) - 1;
    await sql`
      with added as (insert into glossary_entries (story_id, id, kind, names)
        select ${story}, uuidv7(), 'term', array['word'] from generate_series(1, ${entries}) returning id)
      insert into glossary_notes (story_id, entry_id, chapter_id, text)
      select ${story}, id, unnest(${chapters}::uuid[]), ${text} from added`.execute(site.ctx.db);
    const answers = await Promise.all([1, 2, 3].map(() => save({ 1: text })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 413, 413]);
    expect((await list(author)).body.data).toHaveLength(entries + 1);
    const file = {
      entries: [1, 2].map(() => ({ kind: 'term' as const, names: ['word'], notes: [{ chapter: 1, text }] })),
      recaps: [],
    };
    const restore = transaction(site.ctx.db, (tx) => restoreGlossary(tx, story, file, (number) => number));
    await expect(restore).rejects.toMatchObject({ code: 'QUOTA_REACHED' });
  });
});

test('DELETE /stories/{id}/glossary/{entryId} deletes an entry, for the author alone', async () => {
  const id = aNewId();
  await save({ 1: 'One.' }, { id });
  const remove = (who: Person) =>
    site.as(who).call(calls.deleteGlossaryEntry, { params: { id: story, entryId: id } });
  expect((await remove(reader)).status).toBe(403);
  expect((await remove(author)).status).toBe(200);
  expect((await remove(author)).status).toBe(404);
  expect((await list(author)).body.data).toEqual([]);
});

test('PUT /chapters/{id}/recap sets, replaces and removes a recap, for the author alone', async () => {
  await recap(1, 'First.');
  await recap(1, 'Second.');
  expect((await recaps(author)).body.data.map((one) => one.recap)).toEqual(['Second.']);
  expect((await recap(1, 'Mine.', reader)).status).toBe(403);
  expect((await recap(1, 'x'.repeat(glossaryLimits.recap + 1))).status).toBe(400);
  await recap(1, '');
  expect((await recaps(author)).body.data).toEqual([]);
});

test('an index begins with the chapter, so that erasing one finds its descriptions', async () => {
  const { rows } = await sql<{ columns: string }>`
    select indexdef as columns from pg_indexes where tablename = 'glossary_notes'`.execute(site.ctx.db);
  expect(rows.map(({ columns }) => columns).join('\n')).toContain('(chapter_id');
});
