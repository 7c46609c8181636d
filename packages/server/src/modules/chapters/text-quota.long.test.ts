import * as calls from '@inkling/contract/chapters';
import { saveGlossaryEntry, setRecap } from '@inkling/contract/glossary';
import * as importCalls from '@inkling/contract/imports';
import { newId } from '@inkling/contract/new-id';
import { createStory, deleteStory, updateStory } from '@inkling/contract/stories';
import { saveBibleEntry } from '@inkling/contract/story-bible';
import { editStoryNote, postStoryNote } from '@inkling/contract/story-notes';
import { getTrash } from '@inkling/contract/trash';
import { expect, test, vi } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { drafting } from '../../testing/drafts-for-tests.ts';
import { textOf, writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';

const quotaMb = 1;
const site = testApp({ TEXT_QUOTA_MB: String(quotaMb) });
const write = writing(site);
const usual = testApp();

const longCharacters = 123_750;
/** A different text for each number; a quota has room for two, and for two that are a third as long. */
const longText = (n: number): string => `${n} ${'語'.repeat(longCharacters)}`;
const shorterText = 'x'.repeat(longCharacters);

const drafts = drafting(site);

const add = (person: Person, story: string, content: string) =>
  site.as(person).call(calls.createChapter, { body: { story, title: 'A chapter', content } });

/** The byte count stored for an author, and the actual one. */
async function textBytes(author: Person) {
  const { rows } = await sql<{ counted: number; actual: number }>`
    select lock_author_text_bytes(${author.id}) - sum(s.bytes)::bigint as counted, sum(
      coalesce((select sum(octet_length(v.content) + 4 * cardinality(v.paragraph_ids) + 100
        + octet_length(concat(v.title, v.author_notes, v.end_notes, v.name)))
        from chapter_versions v where v.story_id = s.id), 0)
      + coalesce((select sum(octet_length(concat(d.title, d.content, d.author_notes, d.end_notes)) + 100)
        from chapter_drafts d where d.story_id = s.id), 0)
      + coalesce((select sum(octet_length(concat(c.title, c.author_notes, c.end_notes)) + 100)
        from chapters c where c.story_id = s.id), 0))::bigint as actual
    from stories s where author_id = ${author.id}`.execute(site.ctx.db);
  return rows[0] ?? { counted: -1, actual: -2 };
}

test('the stored byte count is correct after every kind of change', async () => {
  const ana = await site.person();
  const { story, chapters } = await write.published(ana, { chapters: 3 });
  const [first, second, third] = chapters.map(({ _id }) => ({ params: { id: _id } }));
  if (!first || !second || !third) throw new Error('There are three chapters.');
  const check = async () => {
    const { counted: stored, actual } = await textBytes(ana);
    expect(stored).toBe(actual);
  };
  await check();
  const as = site.as(ana);
  await as.call(calls.updateChapter, {
    ...first,
    body: { content: textOf(300), authorNotes: 'Merci à vous.', endNotes: 'À bientôt.' },
  });
  await check();
  const { draft } = await drafts.save(ana, story._id, 'As far as I got.');
  await drafts.save(ana, story._id, 'A little further.', draft);
  const phone = await drafts.save(ana, story._id, 'On the phone.', { chapterId: draft.chapterId });
  await check();
  const params = { id: story._id, chapterId: draft.chapterId };
  for (const { device, updatedAt } of [draft, phone.draft]) {
    await as.call(calls.discardDraft, { params, query: { device, updatedAt } });
  }
  await as.call(calls.updateChapter, { ...second, body: { isPublished: false } });
  await as.call(calls.updateChapter, { ...second, body: { content: 'One.' } });
  await as.call(calls.updateChapter, { ...second, body: { content: 'Two.' } });
  await as.call(calls.deleteChapter, third);
  await check();
  await as.call(deleteStory, { params: { id: story._id } });
  await check();
  await sql`delete from chapters where story_id = ${story._id}`.execute(site.ctx.db);
  await check();
  expect((await textBytes(ana)).counted).toBe(0);
});

test('saves beyond the quota are rejected, and the database stays small [R29] [R66]', async () => {
  const ana = await site.person();
  const { story, chapters } = await write.published(ana);
  const id = chapters[0]?._id ?? '';
  const statuses = new Map<number, number>();
  for (let n = 0; n < 4; n += 1) {
    const body = { content: `${textOf(210)}\n${longText(n)}` };
    const { status } = await site.as(ana).call(calls.updateChapter, { params: { id }, body });
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  expect(Object.fromEntries(statuses)).toEqual({ 200: 2, 413: 2 });
  const body = { content: longText(0) };
  const { failure } = await site.as(ana).call(calls.updateChapter, { params: { id }, body });
  expect(failure.code).toBe('QUOTA_REACHED');
  expect(failure.message).toMatch(/use \d\.\d MB of the 1\.0 MB .*Delete stories or chapters/);
  const { rows } = await sql<{ bytes: number }>`
    select pg_total_relation_size('chapter_versions') as bytes`.execute(site.ctx.db);
  expect(rows[0]?.bytes).toBeLessThan(quotaMb * 1024 * 1024);
  // Changes that add no text still work: unpublishing, and deleting, which makes room.
  const unpublish = { params: { id }, body: { isPublished: false } };
  expect((await site.as(ana).call(calls.updateChapter, unpublish)).status).toBe(200);
  await site.as(ana).call(calls.deleteChapter, { params: { id } });
  expect((await add(ana, story._id, longText(1))).status).toBe(201);
  const remaining = await sql<{ remaining: number }>`
    select count(*) as remaining from chapter_versions where chapter_id = ${id}`.execute(site.ctx.db);
  // There were two large versions, and one of them was erased.
  expect(remaining.rows[0]?.remaining).toBe(1);
});

test('deleted text is stored for as long as there is room for it', async () => {
  const ana = await site.person();
  const story = await write.draft(ana);
  const deleted = (await add(ana, story._id, longText(1))).body.data;
  await site.as(ana).call(calls.deleteChapter, { params: { id: deleted._id } });
  const versions = async () =>
    (
      await sql<{
        n: number;
      }>`select count(*) as n from chapter_versions where chapter_id = ${deleted._id}`.execute(site.ctx.db)
    ).rows[0]?.n;
  await add(ana, story._id, longText(2));
  expect(await versions()).toBe(1);
  await add(ana, story._id, longText(3));
  expect(await versions()).toBe(0);
});

test('drafts count towards the quota, and free their bytes when they are saved as a chapter [R66]', async () => {
  const ana = await site.person();
  const story = await write.draft(ana);
  await add(ana, story._id, longText(1));
  const { status, draft } = await drafts.save(ana, story._id, longText(2));
  expect(status).toBe(200);
  const other = await write.draft(ana);
  const refused = await drafts.save(ana, other._id, longText(3));
  expect(refused.failure.code).toBe('QUOTA_REACHED');
  expect(await drafts.list(ana, other._id)).toEqual([]);
  const { chapterId, device, updatedAt } = draft;
  const body = {
    _id: chapterId,
    story: story._id,
    title: 'Two',
    content: longText(2),
    savedDrafts: [{ device, updatedAt }],
  };
  expect((await site.as(ana).call(calls.createChapter, { body })).status).toBe(201);
});

test('drafts of deleted stories are erased to make room', async () => {
  const ana = await site.person();
  for (const n of [1, 2]) {
    const story = await write.draft(ana);
    expect((await drafts.save(ana, story._id, longText(n))).status).toBe(200);
    await site.as(ana).call(deleteStory, { params: { id: story._id } });
  }
  const story = await write.draft(ana);
  expect((await add(ana, story._id, longText(3))).status).toBe(201);
});

test('bibles of deleted stories are erased to make room', async () => {
  const ana = await site.person();
  const as = site.as(ana);
  const { _id: id } = await write.draft(ana);
  for (let n = 0; n < 6; n += 1) {
    const params = { id, entryId: newId(site.clock.now().getTime()) };
    const body = { title: 'The lamp', text: '語'.repeat(20_000), baseVersion: 0 };
    expect((await as.call(saveBibleEntry, { params, body })).status).toBe(200);
  }
  await as.call(deleteStory, { params: { id } });
  const story = await write.draft(ana);
  for (const n of [1, 2]) expect((await add(ana, story._id, longText(n))).status).toBe(201);
  expect((await as.call(getTrash, {})).body.data).toEqual([]);
});

test('only as much deleted text is erased as necessary', async () => {
  const ana = await site.person();
  const story = await write.draft(ana);
  const old = [];
  for (const n of [1, 2]) old.push((await add(ana, story._id, longText(n))).body.data._id);
  for (const id of old) await site.as(ana).call(calls.deleteChapter, { params: { id } });
  expect((await add(ana, story._id, longText(3))).status).toBe(201);
  const { rows } = await sql<{ chapter: string }>`
    select chapter_id as chapter from chapter_versions where chapter_id = any(${old}::uuid[])`.execute(
    site.ctx.db,
  );
  expect(rows).toEqual([{ chapter: old[1] }]);
  // What was erased, even in part, cannot be restored; what was not can be.
  const inTrash = (await site.as(ana).call(getTrash, {})).body.data.map(({ _id }) => _id);
  expect(inTrash).toEqual([old[1]]);
});

test('a long draft can be shortened when the quota is used up', async () => {
  const ana = await site.person();
  const story = await write.draft(ana);
  await add(ana, story._id, longText(1));
  const { draft } = await drafts.save(ana, story._id, longText(2));
  await add(ana, story._id, shorterText);
  await add(ana, story._id, shorterText);
  const longer = await drafts.save(ana, story._id, `${longText(2)} on`, draft);
  expect(longer.status).toBe(200);
  expect((await add(ana, story._id, shorterText)).status).toBe(413);
  expect((await drafts.save(ana, story._id, 'Short.', draft)).status).toBe(200);
  expect((await add(ana, story._id, shorterText)).status).toBe(201);
});

test('without room, a story cannot be created or its description extended, and a book cannot be imported', async () => {
  const ana = await site.person();
  const story = await write.draft(ana);
  await add(ana, story._id, longText(1));
  await add(ana, story._id, longText(2));
  // Fill the quota to within a few bytes.
  const { counted: used } = await textBytes(ana);
  const rest = quotaMb * 1024 * 1024 - used - 900;
  for (const part of [rest / 3, rest / 3, rest / 3]) {
    expect((await add(ana, story._id, 'x'.repeat(Math.floor(part) - 400))).status).toBe(201);
  }
  const details = { title: 'Another', description: 'd'.repeat(4000), genres: [await write.anyGenre()] };
  expect((await site.as(ana).call(createStory, { body: details })).failure.code).toBe('QUOTA_REACHED');
  const longer = { params: { id: story._id }, body: { description: 'd'.repeat(4000) } };
  expect((await site.as(ana).call(updateStory, longer)).failure.code).toBe('QUOTA_REACHED');
  const file = { name: 'a.md', bytes: Buffer.from(`# A book\n\n${'word '.repeat(5000)}`) };
  const started = await site.as(ana).call(importCalls.startImport, { file } as never);
  const { _id } = started.body.data;
  await vi.waitFor(async () => {
    const { data } = (await site.as(ana).call(importCalls.getImport, { params: { id: _id } })).body;
    expect(data).toMatchObject({ state: 'failed', story: null });
    expect(data.message).toContain('Delete stories or chapters');
  }, 20_000);
});

test('bible entries and notes to followers count, and a small change of one erases nothing from the trash', async () => {
  const ana = await site.person();
  const { story } = await write.published(ana);
  const used = async () => (await textBytes(ana)).counted;
  const entryId = newId(site.clock.now().getTime());
  const save = (text: string, baseVersion: number, id = entryId) =>
    site.as(ana).call(saveBibleEntry, {
      params: { id: story._id, entryId: id },
      body: { title: 'The lamp', text, baseVersion },
    });
  const before = await used();
  expect((await save('語'.repeat(10_000), 0)).status).toBe(200);
  expect((await used()) - before).toBe(30_108);
  const posted = await site
    .as(ana)
    .call(postStoryNote, { params: { id: story._id }, body: { text: '語'.repeat(1500) } });
  expect((await used()) - before).toBe(34_708);
  const edit = (text: string) =>
    site.as(ana).call(editStoryNote, {
      params: { id: story._id, noteId: posted.body.data._id },
      body: { text },
    });
  const deleted = (await add(ana, story._id, longText(1))).body.data._id;
  await site.as(ana).call(calls.deleteChapter, { params: { id: deleted } });
  await add(ana, story._id, longText(2));
  const rest = (quotaMb * 1024 * 1024 - (await used())) / 3 - 1000;
  for (const n of [1, 2, 3]) {
    expect((await add(ana, story._id, `${n}${'x'.repeat(Math.floor(rest))}`)).status).toBe(201);
  }
  const inTrash = async () => (await site.as(ana).call(getTrash, {})).body.data.map(({ _id }) => _id);
  const changes = [
    await save('語'.repeat(10_001), 1),
    await save('語'.repeat(9000), 2),
    await edit('語'.repeat(1501)),
    await edit('語'.repeat(1500)),
  ];
  expect(changes.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(await inTrash()).toEqual([deleted]);
  // What needs the space takes it from the trash, and ends at the quota.
  const statuses = [];
  for (let n = 0; n < 8; n += 1) {
    const { status } = await save('語'.repeat(20_000), 0, newId(site.clock.now().getTime()));
    statuses.push(status);
  }
  expect(await inTrash()).toEqual([]);
  expect([statuses[0], statuses.at(-1)]).toEqual([200, 413]);
  expect((await save('語'.repeat(8999), 3)).status).toBe(200);
});

test('glossaries, recaps and private notes count, and a small change of one needs little room', async () => {
  const ana = await site.person();
  const { story, chapters } = await write.published(ana, { chapters: 3 });
  const ids = chapters.map(({ _id }) => _id);
  const [first = ''] = ids;
  const used = async () => (await textBytes(ana)).counted;
  const entryId = newId(site.clock.now().getTime());
  const describe = (text: string, id = entryId) =>
    site.as(ana).call(saveGlossaryEntry, {
      params: { id: story._id, entryId: id },
      body: { kind: 'person', names: ['Mara'], notes: ids.map((chapter) => ({ chapter, text })) },
    });
  const recap = (text: string) =>
    site.as(ana).call(setRecap, { params: { id: first }, body: { recap: text } });
  const plan = (privateNote: string) =>
    site.as(ana).call(calls.planChapter, { params: { id: first }, body: { stage: 'draft', privateNote } });
  const before = await used();
  await describe('語'.repeat(500));
  expect((await used()) - before).toBe(3 * 1600);
  await recap('語'.repeat(200));
  expect((await used()) - before).toBe(3 * 1600 + 700);
  await plan('語'.repeat(1000));
  expect((await used()) - before).toBe(3 * 1600 + 700 + 3000);
  const rest = quotaMb * 1024 * 1024 - (await used()) - 1300;
  for (let n = 0; n < 3; n += 1)
    expect((await add(ana, story._id, 'x'.repeat(Math.floor(rest / 3)))).status).toBe(201);
  const changes = [
    await describe('語'.repeat(510)),
    await describe('語'.repeat(505)),
    await recap('語'.repeat(205)),
    await recap('語'.repeat(200)),
    await plan('語'.repeat(1005)),
    await plan('語'.repeat(1000)),
  ];
  expect(changes.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
  const more = await describe('語'.repeat(600), newId(site.clock.now().getTime()));
  expect(more.status).toBe(413);
  expect([(await recap('')).status, (await plan('')).status]).toEqual([200, 200]);
});

test('concurrent saves and drafts in several stories do not exceed the quota', async () => {
  const ana = await site.person();
  const stories = await Promise.all([1, 2, 3, 4].map(() => write.draft(ana)));
  for (const round of [1, 2, 3]) {
    await Promise.all(
      stories.flatMap(({ _id }) => [add(ana, _id, longText(round)), drafts.save(ana, _id, longText(round))]),
    );
  }
  const { counted: used } = await textBytes(ana);
  expect(used).toBeGreaterThan(2 * longCharacters);
  expect(used).toBeLessThan(quotaMb * 1024 * 1024);
  expect((await add(ana, stories[0]?._id ?? '', longText(9))).failure.code).toBe('QUOTA_REACHED');
});

test('an account may store two gigabytes unless the operator says otherwise', async () => {
  const zoe = await usual.person();
  const { _id } = await writing(usual).draft(zoe);
  const store = (bytes: number) =>
    sql`create or replace function lock_author_text_bytes(author uuid) returns bigint language sql
      begin atomic select ${sql.lit(bytes)}::bigint; end`.execute(usual.ctx.db);
  const change = () =>
    usual
      .as(zoe)
      .call(updateStory, { params: { id: _id }, body: { description: 'Much longer than it was.' } });
  await store(2048 * 1024 * 1024);
  expect((await change()).failure.message).toContain('use 2.0 GB of the 2.0 GB of text');
  await store(2047 * 1024 * 1024);
  expect((await change()).status).toBe(200);
});
