import { login } from '@inkling/contract/account';
import * as calls from '@inkling/contract/chapters';
import { expect, test } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { textOf, writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';

const site = testApp();
const write = writing(site);
const minute = 60_000;

async function draftChapter() {
  const ana = await site.person();
  const story = await write.draft(ana);
  const chapter = await write.chapter(ana, story._id, { content: textOf(210), isPublished: false });
  return { ana, story, id: chapter._id };
}

/** Saves based on the current version, as the editor does. */
async function save(person: Person, id: string, body: object) {
  const { version } = (await site.as(person).call(calls.readChapterForAuthor, { params: { id } })).body.data;
  const input = { params: { id }, body: { baseVersion: version, ...body } };
  return (await site.as(person).call(calls.updateChapter, input)).body.data;
}

const versionsOf = async (person: Person, id: string): Promise<number[]> =>
  (await site.as(person).call(calls.listChapterVersions, { params: { id } })).body.data.map(
    ({ version }) => version,
  );

/** The same person, signed in on another device. */
async function onOtherDevice(person: Person): Promise<Person> {
  const body = { email: person.username, password: 'a lamp in the window' };
  return { ...person, token: (await site.as(null).call(login, { body })).body.token };
}

test('saves of a draft within ten minutes are one version, whose number increases', async () => {
  const { ana, id } = await draftChapter();
  for (const version of [2, 3, 4]) {
    site.clock.advance(2 * minute);
    const content = `${textOf(210)}\nText ${version}.`;
    const saved = await save(ana, id, { content, baseVersion: version - 1 });
    expect(saved).toMatchObject({ version, content });
  }
  expect(await versionsOf(ana, id)).toEqual([4]);
  // Ten minutes after the first save, regardless of later ones.
  site.clock.advance(4 * minute);
  await save(ana, id, { content: `${textOf(210)}\nText 5.` });
  expect(await versionsOf(ana, id)).toEqual([5, 4]);
});

test('a version that is cut by more than a tenth stays, so that it can be restored', async () => {
  const { ana, id } = await draftChapter();
  await save(ana, id, { content: textOf(195) });
  expect(await versionsOf(ana, id)).toEqual([2]);
  await save(ana, id, { content: 'Oops.' });
  expect(await versionsOf(ana, id)).toEqual([3, 2]);
  await save(ana, id, { content: 'Oops, again.' });
  expect(await versionsOf(ana, id)).toEqual([4, 2]);
});

test('a text that is cut little by little stays as a version once a tenth of it is gone', async () => {
  const { ana, id } = await draftChapter();
  const lines = Array.from({ length: 40 }, (_, n) => `Line ${n} of a text that is cut.`);
  await save(ana, id, { content: lines.join('\n') });
  for (const left of [37, 34, 31, 28]) await save(ana, id, { content: lines.slice(0, left).join('\n') });
  const readVersion = async (version: number) => {
    const params = { id, version: String(version) };
    return (await site.as(ana).call(calls.readChapterVersion, { params })).body.data;
  };
  const kept = await Promise.all((await versionsOf(ana, id)).map(readVersion));
  expect(kept.slice(0, -1).map(({ content }) => content.split('\n').length)).toEqual([28, 31, 37]);
});

test('a version that is replaced by different words stays, even if they have the same length', async () => {
  const { ana, id } = await draftChapter();
  const other = textOf(210).replaceAll(/\p{L}/gu, 'x');
  await save(ana, id, { content: `${other} And more.` });
  expect(await versionsOf(ana, id)).toEqual([2, 1]);
  const long = Array.from({ length: 2000 }, (_, n) => `Line ${n} of a long text.`).join('\n');
  await save(ana, id, { content: long });
  await save(ana, id, { content: `${long}\nIts end.` });
  await save(ana, id, { content: long.replaceAll('long text', 'poem here') });
  expect(await versionsOf(ana, id)).toEqual([5, 4, 2, 1]);
});

test('a save based on a replaced version is rejected [R49]', async () => {
  const { ana, id } = await draftChapter();
  await save(ana, id, { content: `${textOf(210)} From the desk.`, baseVersion: 1 });
  const late = { params: { id }, body: { content: 'From the phone.', baseVersion: 1 } };
  const { failure } = await site.as(ana).call(calls.updateChapter, late);
  expect(failure.code).toBe('TEXT_CHANGED');
});

test('a text that was rejected in a conflict, or not seen, stays as a version [R49]', async () => {
  const { ana, id } = await draftChapter();
  await save(ana, id, { content: 'Theirs.', baseVersion: undefined });
  await save(ana, id, { content: 'Mine.', keepBaseVersion: true });
  expect(await versionsOf(ana, id)).toEqual([3, 2, 1]);
});

test('a version saved by another device stays', async () => {
  const { ana, id } = await draftChapter();
  const phone = await onOtherDevice(ana);
  await save(phone, id, { content: 'From the phone.' });
  await save(ana, id, { content: 'From the desk.' });
  expect(await versionsOf(ana, id)).toEqual([3, 2, 1]);
});

test('versions that were public stay, even after the chapter is unpublished', async () => {
  const { ana, id } = await draftChapter();
  await save(ana, id, { isPublished: true });
  await save(ana, id, { content: textOf(220) });
  await save(ana, id, { content: textOf(230) });
  await save(ana, id, { isPublished: false });
  await save(ana, id, { content: 'Begun afresh.' });
  await save(ana, id, { content: 'Begun afresh, and changed.' });
  expect(await versionsOf(ana, id)).toEqual([5, 3, 2, 1]);
});

test('a restored version stays, and so does the version that it replaced', async () => {
  const { ana, id } = await draftChapter();
  site.clock.advance(11 * minute);
  await save(ana, id, { content: 'Another way to tell it.' });
  await save(ana, id, { content: textOf(210) });
  expect(await versionsOf(ana, id)).toEqual([3, 2, 1]);
  await save(ana, id, { content: `${textOf(210)} A third way.` });
  expect(await versionsOf(ana, id)).toEqual([4, 3, 2, 1]);
});

test('paragraphs keep their ids when versions are replaced', async () => {
  const { ana, id } = await draftChapter();
  const first = await save(ana, id, { content: 'It rained all day.\nThen it stopped at once.' });
  const next = await save(ana, id, {
    content: 'Before all that.\nIt rained all day.\nThen it stopped at once.',
  });
  expect(next.paragraphIds.slice(1)).toEqual(first.paragraphIds);
});

test('the author can always read the chapter while versions are being replaced', async () => {
  const { ana, id } = await draftChapter();
  let saving = true;
  const saves = (async () => {
    for (let n = 0; n < 40; n += 1) await save(ana, id, { content: `Text ${n}.` });
    saving = false;
  })();
  const statuses = new Set<number>();
  while (saving) {
    const read = () => site.as(ana).call(calls.readChapterForAuthor, { params: { id } });
    for (const { status } of await Promise.all([read(), read(), read()])) statuses.add(status);
  }
  await saves;
  expect([...statuses]).toEqual([200]);
});

test('long texts are stored compressed', async () => {
  const { ana, id } = await draftChapter();
  await save(ana, id, { content: textOf(20_000) });
  const { rows } = await sql<{ method: string | null; stored: number; raw: number }>`
    select pg_column_compression(content) as method, pg_column_size(content) as stored, octet_length(content) as raw
    from chapter_versions where chapter_id = ${id}`.execute(site.ctx.db);
  expect(rows[0]?.method).toMatch(/^(pglz|lz4)$/);
  expect(rows[0]?.stored).toBeLessThan((rows[0]?.raw ?? 0) * 0.8);
});

test('a version has the title and the notes that were saved with it', async () => {
  const { ana, id } = await draftChapter();
  await save(ana, id, { title: 'First title', authorNotes: 'First note.', endNotes: 'An end.' });
  site.clock.advance(11 * minute);
  await save(ana, id, { title: 'Second title', authorNotes: '', endNotes: '' });
  const read = async (version: number) =>
    (await site.as(ana).call(calls.readChapterVersion, { params: { id, version: String(version) } })).body
      .data;
  expect(await read(2)).toMatchObject({
    title: 'First title',
    authorNotes: 'First note.',
    endNotes: 'An end.',
    name: null,
  });
  expect(await read(3)).toMatchObject({ title: 'Second title', authorNotes: '', endNotes: '' });
});

test('the author names a version, which no later save replaces', async () => {
  const { ana, id } = await draftChapter();
  await save(ana, id, { content: `${textOf(210)}\nTwo.` });
  const name = (version: number, text: string) =>
    site
      .as(ana)
      .call(calls.nameChapterVersion, { params: { id, version: String(version) }, body: { name: text } });
  expect((await name(2, '  First\ndraft ')).status).toBe(200);
  await save(ana, id, { content: `${textOf(210)}\nThree.` });
  await save(ana, id, { content: `${textOf(210)}\nFour.` });
  const { data } = (await site.as(ana).call(calls.listChapterVersions, { params: { id } })).body;
  expect(data.map(({ version, name: given }) => [version, given])).toEqual([
    [4, null],
    [2, 'First draft'],
  ]);
  expect((await name(4, 'n'.repeat(101))).status).toBe(400);
  expect((await name(9, 'No such version')).status).toBe(404);
  expect((await name(2, '')).status).toBe(200);
  const again = (await site.as(ana).call(calls.listChapterVersions, { params: { id } })).body.data;
  expect(again.map(({ name: given }) => given)).toEqual([null, null]);
  const stranger = await site.person();
  const input = { params: { id, version: '4' }, body: { name: 'Mine' } };
  expect((await site.as(stranger).call(calls.nameChapterVersion, input)).status).toBe(404);
});
