import * as calls from '@inkling/contract/annotations';
import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';

const site = testApp();
const write = writing(site);

let body: typeof calls.createHighlight.body._zod.input;
beforeAll(async () => {
  const { story, chapters } = await write.published(await site.person());
  const place = { storyId: story._id, chapterId: chapters[0]?._id ?? '', version: 1 };
  body = { ...place, selectedText: 'w1x0 w1x1', startOffset: 0, endOffset: 9 };
});

/** Gives a person this many more copies of their only annotation. */
const copy = (person: Person, copies: number) =>
  sql`
  insert into annotations (user_id, story_id, chapter_id, kind, version, checked_version, start_offset, end_offset,
    start_paragraph, end_paragraph, selected_text, prefix, suffix, color, created_at, updated_at)
  select a.user_id, a.story_id, a.chapter_id, a.kind, a.version, a.checked_version, a.start_offset, a.end_offset,
    a.start_paragraph, a.end_paragraph, a.selected_text, a.prefix, a.suffix, a.color, a.created_at, a.updated_at
  from annotations a, generate_series(1, ${copies}) where a.user_id = ${person.id}`.execute(site.ctx.db);

/** Corrects the counts of a person after changes that the service did not make. */
const recount = (person: Person) =>
  sql`
  update annotated_stories n set (highlights, bookmarks, bytes) = (
    select count(*) filter (where kind = 'highlight' and deleted_at is null),
      count(*) filter (where kind = 'bookmark' and deleted_at is null), sum(bytes)
    from annotations a where a.user_id = n.user_id and a.story_id = n.story_id)
  where n.user_id = ${person.id}`.execute(site.ctx.db);

async function countOf(person: Person) {
  const { rows } = await sql<{ present: number; counted: number; bytes: number; sum: number }>`
    select (select count(*) from annotations a where a.user_id = n.user_id and a.deleted_at is null) as present,
      n.highlights + n.bookmarks as counted, n.bytes,
      (select sum(a.bytes)::bigint from annotations a where a.user_id = n.user_id) as sum
    from annotated_stories n where n.user_id = ${person.id}`.execute(site.ctx.db);
  return rows[0];
}

describe('10,000 highlights and bookmarks of a person in a story', () => {
  test('cannot be exceeded, even by concurrent requests; deleting one allows another', async () => {
    const ana = await site.person();
    const first = (await site.as(ana).call(calls.createHighlight, { body })).body.data;
    await copy(ana, 9_900);
    await recount(ana);
    const responses = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        index % 2 === 0
          ? site.as(ana).call(calls.createHighlight, { body })
          : site.as(ana).call(calls.createPassageBookmark, { body }),
      ),
    );
    const refused = responses.filter(({ status }) => status === 413);
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(99);
    expect(refused).toHaveLength(101);
    expect(refused[0]?.failure).toMatchObject({
      code: 'QUOTA_REACHED',
      message:
        'You can have at most 10,000 highlights and bookmarks in one story. Delete some to add others.',
    });
    expect(await countOf(ana)).toMatchObject({ present: 10_000, counted: 10_000 });
    const params = { id: first._id };
    await site.as(ana).call(calls.deleteHighlight, { params });
    expect((await site.as(ana).call(calls.createHighlight, { body })).status).toBe(201);
    expect((await site.as(ana).call(calls.restoreHighlight, { params })).status).toBe(413);
    expect((await site.as(ana).call(calls.createHighlight, { body })).status).toBe(413);
  });

  test('are counted correctly under 200 parallel additions, deletions and restorations', async () => {
    const bo = await site.person();
    const made = await Promise.all(
      Array.from({ length: 60 }, () => site.as(bo).call(calls.createHighlight, { body })),
    );
    const ids = made.map((response) => response.body.data._id);
    await Promise.all(
      Array.from({ length: 200 }, (_, index) => {
        const params = { id: ids[index % ids.length] ?? '' };
        if (index % 4 === 0) return site.as(bo).call(calls.createPassageBookmark, { body });
        if (index % 4 === 1) return site.as(bo).call(calls.restoreHighlight, { params });
        return site.as(bo).call(calls.deleteHighlight, { params });
      }),
    );
    const counts = await countOf(bo);
    expect(counts?.counted).toBe(counts?.present);
    expect(counts?.bytes).toBe(counts?.sum);
  });
});

test('a person can store at most 64 MB; changing a note counts too', async () => {
  const cleo = await site.person();
  const { data } = (await site.as(cleo).call(calls.createHighlight, { body })).body;
  await sql`update annotated_stories set bytes = 64 * 1024 * 1024 where user_id = ${cleo.id}`.execute(
    site.ctx.db,
  );
  const more = await site.as(cleo).call(calls.createHighlight, { body });
  expect([more.status, more.failure.code]).toEqual([413, 'QUOTA_REACHED']);
  const params = { id: data._id };
  const longer = await site.as(cleo).call(calls.updateHighlight, { params, body: { note: 'A note.' } });
  expect([longer.status, longer.failure.code]).toEqual([413, 'QUOTA_REACHED']);
  expect((await site.as(cleo).call(calls.updateHighlight, { params, body: { color: 'blue' } })).status).toBe(
    200,
  );
});

test('concurrent requests in different stories cannot exceed 64 MB', async () => {
  const [author, eve] = [await site.person(), await site.person()];
  await site.as(eve).call(calls.createHighlight, { body });
  // Room for two more.
  await sql`update annotated_stories set bytes = 64 * 1024 * 1024 - 1000 where user_id = ${eve.id}`.execute(
    site.ctx.db,
  );
  const others = [];
  for (let count = 0; count < 6; count += 1) others.push(await write.published(author));
  const responses = await Promise.all(
    others.map(({ story, chapters }) =>
      site.as(eve).call(calls.createHighlight, {
        body: { ...body, storyId: story._id, chapterId: chapters[0]?._id ?? '' },
      }),
    ),
  );
  expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 201, 413, 413, 413, 413]);
});

test('the latest 1,000 deleted ones can be restored', async () => {
  const dora = await site.person();
  const { data } = (await site.as(dora).call(calls.createHighlight, { body })).body;
  await copy(dora, 1_100);
  await recount(dora);
  const other = (await site.as(dora).call(calls.createHighlight, { body })).body.data;
  await site.as(dora).call(calls.deleteHighlight, { params: { id: data._id } });
  site.clock.advance(1000);
  await sql`update annotations set deleted_at = ${site.clock.now()} where user_id = ${dora.id} and deleted_at is null
    and id <> ${other._id}`.execute(site.ctx.db);
  await recount(dora);
  site.clock.advance(1000);
  await site.as(dora).call(calls.deleteHighlight, { params: { id: other._id } });
  const { rows } = await sql<{ count: number }>`
    select count(*) from annotations where user_id = ${dora.id}`.execute(site.ctx.db);
  expect(rows[0]?.count).toBe(1000);
  expect((await site.as(dora).call(calls.restoreHighlight, { params: { id: data._id } })).status).toBe(404);
  expect((await site.as(dora).call(calls.restoreHighlight, { params: { id: other._id } })).status).toBe(200);
});
