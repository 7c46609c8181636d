import * as calls from '@inkling/contract/library';
import { expect, test } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { completeStories } from '../../testing/listed-stories.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';

const quota = 10_000;
const site = testApp();
const write = writing(site);
const idOf = (id: string) => ({ params: { id } });

/** Inserts published stories without chapters; returns their ids in order. */
async function publishedStories(author: Person, count: number, description = 'A lamp.'): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into stories (author_id, title, description, is_published, published_at, created_at, updated_at)
    select ${author.id}, 'Story ' || n, ${description}, true, now(), now(), now() from generate_series(1, ${count}::int) n
    returning id`.execute(site.ctx.db);
  await completeStories(site.ctx.db);
  return rows.map(({ id }) => id).toSorted();
}

let shared: Promise<string[]> | undefined;
/** The first of the stories that tests share: inserting so many takes a second. */
async function sharedStories(count: number): Promise<string[]> {
  shared ??= site.person().then((author) => publishedStories(author, quota + 3));
  return (await shared).slice(0, count);
}

/** Inserts library entries; the first story was read and bookmarked last. */
const addEntries = (
  reader: Person,
  stories: string[],
  { status = 'reading', isBookmarked = true }: { status?: string; isBookmarked?: boolean } = {},
) =>
  sql`
    insert into library_entries (user_id, story_id, status, progress, is_bookmarked, bookmarked_at, last_read_at, created_at)
    select ${reader.id}, story_id, ${status}, case when ${status} = 'none' then 0 else 40 end, ${isBookmarked},
      case when ${isBookmarked} then now() - ordinal * interval '1 second' end,
      case when ${status} <> 'none' then now() - ordinal * interval '1 second' end, now()
    from unnest(${stories}::uuid[]) with ordinality as s (story_id, ordinal)`.execute(site.ctx.db);

const entriesOf = async (reader: Person): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from library_entries where user_id = ${reader.id}`.execute(site.ctx.db);
  return rows[0]?.count ?? 0;
};

const bookmark = (reader: Person, story: string) => site.as(reader).call(calls.toggleBookmark, idOf(story));

/** A reader whose library has room for `left` more entries, and stories to add. */
async function almostFull(left: number) {
  const bo = await site.person();
  const [one = '', two = '', three = '', ...others] = await sharedStories(quota + 3);
  await addEntries(bo, others.slice(0, quota - left));
  // Without statistics about so many new rows, a list may take minutes.
  await sql`analyze stories, library_entries`.execute(site.ctx.db);
  return { bo, more: [one, two, three] as const, others };
}

test.each([
  ['GET /stories/library/me', calls.getMyLibrary],
  ['GET /stories/bookmarks', calls.listBookmarkedStories],
  ['GET /stories/in-progress', calls.listInProgress],
] as const)('%s has every entry once, in pages of at most 200', async (_, call) => {
  const bo = await site.person();
  const stories = await sharedStories(450);
  await addEntries(bo, stories);
  const pageOf = async (page: number, limit?: number) =>
    (await site.as(bo).call(call, { query: { page, ...(limit && { limit }) } })).body;
  const pages = [await pageOf(1), await pageOf(2), await pageOf(3)];
  expect(pages.flatMap(({ data }) => data.map(({ storyId }) => storyId))).toEqual(stories);
  expect(pages.map(({ data }) => data.length)).toEqual([200, 200, 50]);
  expect(pages[0]?.pagination).toEqual({ page: 1, limit: 200, total: 450, totalPages: 3, hasMore: true });
  expect(pages[2]?.pagination).toMatchObject({ total: 450, hasMore: false });
  expect((await pageOf(90, 5)).data.map(({ storyId }) => storyId)).toEqual(stories.slice(445));
  expect(await pageOf(4)).toMatchObject({ data: [], pagination: { total: 450, hasMore: false } });
  expect((await site.as(bo).call(call, { query: { limit: 201 } })).status).toBe(400);
});

test('entries that were read at the same moment have a stable order', async () => {
  const bo = await site.person();
  const stories = await sharedStories(9);
  await addEntries(bo, stories);
  await sql`update library_entries set last_read_at = now() where user_id = ${bo.id}`.execute(site.ctx.db);
  const seen: string[] = [];
  for (const page of [1, 2, 3, 4, 5]) {
    const { data } = (await site.as(bo).call(calls.getMyLibrary, { query: { page, limit: 2 } })).body;
    seen.push(...data.map(({ storyId }) => storyId));
  }
  expect(seen.toSorted()).toEqual(stories);
});

test('GET /stories/library/me filters by stories in progress and completed stories', async () => {
  const [ana, bo] = [await site.person(), await site.person()];
  const [read = '', started = '', saved = ''] = await publishedStories(ana, 3);
  const { story, chapters } = await write.published(ana, { chapters: 1 });
  const add = (id: string, status: 'reading' | 'completed' | 'bookmarked') =>
    site.as(bo).call(calls.addToLibrary, { ...idOf(id), body: { status } });
  await add(read, 'completed');
  await add(started, 'reading');
  await add(saved, 'bookmarked');
  await site
    .as(bo)
    .call(calls.saveChapterProgress, { params: { id: chapters[0]?._id ?? '' }, body: { progress: 100 } });
  const listed = async (filter: 'all' | 'reading' | 'completed') => {
    const { data, pagination } = (await site.as(bo).call(calls.getMyLibrary, { query: { filter } })).body;
    expect(pagination.total).toBe(data.length);
    return data.map(({ storyId }) => storyId).toSorted();
  };
  expect(await listed('all')).toEqual([read, started, saved, story._id].toSorted());
  expect(await listed('reading')).toEqual([started]);
  expect(await listed('completed')).toEqual([read, story._id].toSorted());
  site.clock.advance(60_000);
  await write.chapter(ana, story._id);
  expect(await listed('reading')).toEqual([started, story._id].toSorted());
  expect(await listed('completed')).toEqual([read]);
});

test('a page of stories with long descriptions is small', async () => {
  const [ana, bo] = [await site.person(), await site.person()];
  await addEntries(bo, await publishedStories(ana, 200, '語'.repeat(5000)));
  const { body } = await site.as(bo).call(calls.listBookmarkedStories, {});
  expect(body.data).toHaveLength(200);
  expect(body.data[0]?.story?.description).toBe(body.data[0]?.story?.summary);
  expect(JSON.stringify(body).length).toBeLessThan(320_000);
});

/** Resolves once a transaction of this database waits for an advisory lock, or when `settled` returns true. */
async function advisoryLockAwaited(settled: () => boolean): Promise<void> {
  for (let waits = 0; waits === 0 && !settled(); ) {
    const { rows } = await sql<{ waits: number }>`
      select count(*) as waits from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`.execute(site.ctx.db);
    waits = rows[0]?.waits ?? 0;
  }
}

test('a library holds at most 10,000 entries, even when two are added concurrently', async () => {
  const { bo, more } = await almostFull(1);
  const [one, two, three] = more;
  const commit = Promise.withResolvers<void>();
  const inserted = Promise.withResolvers<void>();
  const first = site.ctx.db.transaction().execute(async (tx) => {
    await sql`insert into library_entries (user_id, story_id, status, created_at)
      values (${bo.id}, ${one}, 'reading', now())`.execute(tx);
    inserted.resolve();
    await commit.promise;
  });
  await inserted.promise;
  let settled = false;
  const second = bookmark(bo, two).finally(() => {
    settled = true;
  });
  await advisoryLockAwaited(() => settled);
  commit.resolve();
  await first;
  expect((await second).status).toBe(413);
  const refused = [
    await bookmark(bo, three),
    await site.as(bo).call(calls.addToLibrary, { ...idOf(three), body: { status: 'reading' } }),
    await site.as(bo).call(calls.markCompleted, idOf(three)),
    await site.as(bo).call(calls.saveProgress, { ...idOf(three), body: { progress: 10 } }),
  ];
  for (const { status, failure } of refused) {
    expect(status).toBe(413);
    expect(failure.code).toBe('QUOTA_REACHED');
    expect(failure.message).toBe('Your library is full: it holds 10,000 stories. Remove some to add others.');
  }
  expect(await entriesOf(bo)).toBe(quota);
});

test('entries of a full library can be read, changed and removed', async () => {
  const { bo, more, others } = await almostFull(0);
  const ana = await site.person();
  const [one, two] = more;
  const [existing = '', other = ''] = others;
  const save = (person: Person, story: string) =>
    site.as(person).call(calls.saveProgress, { ...idOf(story), body: { progress: 60 } });
  // Written in one batch: a rejected write of one reader does not affect the others.
  const saved = await Promise.all([save(bo, existing), save(bo, one), save(ana, one)]);
  expect(saved.map(({ status }) => status)).toEqual([200, 413, 200]);
  const { pagination } = (await site.as(bo).call(calls.getMyLibrary, { query: { page: 50 } })).body;
  expect(pagination).toMatchObject({ total: quota, hasMore: false });
  await site.as(bo).call(calls.removeFromLibrary, idOf(other));
  expect((await bookmark(bo, one)).status).toBe(200);
  expect((await bookmark(bo, two)).status).toBe(413);
});

test('entries that are in no list are deleted to make room for new ones', async () => {
  const { bo, more, others } = await almostFull(2);
  await addEntries(bo, others.slice(quota - 2, quota), { status: 'none', isBookmarked: false });
  expect(await entriesOf(bo)).toBe(quota);
  expect((await bookmark(bo, more[0])).status).toBe(200);
  expect(await entriesOf(bo)).toBe(quota - 1);
  expect((await bookmark(bo, more[1])).status).toBe(200);
  expect((await bookmark(bo, more[2])).status).toBe(413);
});

test('a search for a hundred words takes hardly longer than one for a word [R64]', async () => {
  const [ana, bo] = [await site.person(), await site.person()];
  const stories = await publishedStories(ana, 1000);
  await sql`update stories set title = repeat('é ', 90) || title where author_id = ${ana.id}`.execute(
    site.ctx.db,
  );
  await addEntries(bo, stories);
  const search = async (q: string) => {
    const startedAt = performance.now();
    const { body } = await site.as(bo).call(calls.getMyLibrary, { query: { q, limit: 1 } });
    expect(body.pagination.total).toBe(1000);
    return performance.now() - startedAt;
  };
  await search('e');
  // In capital letters, so that the response is not the cached one.
  const one = await search('E');
  expect(await search('e '.repeat(100))).toBeLessThan(15 * one);
});
