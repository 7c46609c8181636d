import { listGenres } from '@inkling/contract/genres';
import { addToLibrary, removeFromLibrary, saveProgress } from '@inkling/contract/library';
import { listPersonalShelves, listRecommended } from '@inkling/contract/recommendations';
import * as storyCalls from '@inkling/contract/stories';
import { followUser, updatePreferences } from '@inkling/contract/users';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { day, hour } from '../../platform/clock.ts';
import { setCounts } from '../../testing/listed-stories.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { refreshGenreRankings, refreshNeighbours } from './recommendation-jobs.ts';

const site = testApp();
const write = writing(site);

const recommended = async (who: Person, limit = 10) =>
  (await site.as(who).call(listRecommended, { query: { limit } })).body.data.map(({ title }) => title);
const shelves = async (who: Person) => (await site.as(who).call(listPersonalShelves, {})).body.data;
const read = (who: Person, id: string) =>
  site.as(who).call(saveProgress, { params: { id }, body: { progress: 20 } });
const setViews = (id: string, views: number, likes = 0) => setCounts(site.ctx.db, id, { views, likes });

/** Runs the jobs as if so much time had passed. */
async function prepare(passed = day): Promise<void> {
  site.clock.advance(passed);
  await refreshGenreRankings(site.ctx);
  await refreshNeighbours(site.ctx);
}

async function threeGenres(): Promise<[string, string, string]> {
  const { data } = (await site.as(null).call(listGenres, {})).body;
  // Not the first one, which other tests' stories have.
  const [, a, b, c] = data.map(({ _id }) => _id);
  if (a === undefined || b === undefined || c === undefined) throw new Error('There are no genres.');
  return [a, b, c];
}

test('without signals the most viewed stories are recommended, none coming soon and none of the reader', async () => {
  const [author, reader] = [await site.person(), await site.person()];
  for (const views of [5, 50, 20]) {
    const { story } = await write.published(author, { title: `${views} views` });
    await setViews(story._id, views);
  }
  const soon = await write.draft(author, { title: 'Soon', status: 'coming_soon' });
  await site
    .as(author)
    .call(storyCalls.updateStory, { params: { id: soon._id }, body: { isPublished: true } });
  await setViews(soon._id, 1000);
  expect(await recommended(reader)).toEqual(['50 views', '20 views', '5 views']);
  expect(await shelves(reader)).toEqual([]);
});

test('stories of similar readers come first, then the reader’s genres; never a story in the library', async () => {
  const [author, ...others] = await Promise.all(Array.from({ length: 5 }, () => site.person()));
  if (author === undefined) throw new Error('There is no author.');
  const [mine, foreign, favorite] = await threeGenres();
  const story = async (title: string, genre: string, views = 30) => {
    const { story } = await write.published(author, { title, genres: [genre] });
    await setViews(story._id, views);
    return story._id;
  };
  const seed = await story('Seed', mine);
  const neighbour = await story('Neighbour', foreign, 1);
  const saved = await story('Saved', mine, 900);
  await story('Of my genre', mine, 100);
  await story('Of a favorite genre', favorite, 100);
  await story('Much viewed', foreign, 1_000_000);
  for (const other of others) {
    await read(other, seed);
    await read(other, neighbour);
  }
  const reader = await site.person();
  await read(reader, seed);
  await site.as(reader).call(addToLibrary, { params: { id: saved }, body: { status: 'bookmarked' } });
  const body = { favoriteGenres: [favorite] };
  await site.as(reader).call(updatePreferences, { body });
  await prepare();
  const first = await recommended(reader);
  expect(first.slice(0, 3)).toEqual(['Neighbour', 'Of a favorite genre', 'Of my genre']);
  expect(first).not.toContain('Seed');
  expect(first).not.toContain('Saved');
  // What joins the library leaves the recommendations at once.
  await site.as(reader).call(addToLibrary, { params: { id: neighbour }, body: { status: 'bookmarked' } });
  expect(await recommended(reader)).not.toContain('Neighbour');
  await site.as(reader).call(removeFromLibrary, { params: { id: neighbour } });
  expect((await recommended(reader))[0]).toBe('Neighbour');
});

test('neighbours are recomputed from libraries: common readers divided by the root of the product of both numbers of readers', async () => {
  await sql`delete from story_neighbours`.execute(site.ctx.db);
  await sql`delete from compared_stories`.execute(site.ctx.db);
  await sql`update recommendation_state set neighbours_until = null`.execute(site.ctx.db);
  await prepare();
  const { rows: entries } = await sql<{ user_id: string; story_id: string; own: boolean }>`
    select e.user_id, e.story_id, s.author_id = e.user_id as own
    from library_entries e join stories s on s.id = e.story_id
    where e.status <> 'none' or e.is_bookmarked`.execute(site.ctx.db);
  const readersOf = new Map<string, Set<string>>();
  for (const { user_id, story_id } of entries) {
    readersOf.set(story_id, (readersOf.get(story_id) ?? new Set()).add(user_id));
  }
  const expected = new Map<string, number>();
  for (const [a, readers] of readersOf) {
    for (const [b, others] of readersOf) {
      const shared = [...readers].filter((one) => others.has(one)).length;
      if (a !== b && shared >= 2) expected.set(`${a} ${b}`, shared / Math.sqrt(readers.size * others.size));
    }
  }
  const { rows } = await sql<{ story_id: string; neighbour_id: string; similarity: number }>`
    select * from story_neighbours`.execute(site.ctx.db);
  expect(expected.size).toBeGreaterThan(1);
  expect(new Map(rows.map((row) => [`${row.story_id} ${row.neighbour_id}`, row.similarity]))).toEqual(
    expected,
  );
});

test('one common reader does not make two stories neighbours, so no library is revealed', async () => {
  const [author, one, two] = await Promise.all(Array.from({ length: 3 }, () => site.person()));
  if (!author || !one || !two) throw new Error('There are no people.');
  const a = (await write.published(author)).story._id;
  const b = (await write.published(author)).story._id;
  await read(one, a);
  await read(one, b);
  const neighbours = async () =>
    (
      await sql`select from story_neighbours where story_id = ${a} and neighbour_id = ${b}`.execute(
        site.ctx.db,
      )
    ).rows.length;
  await prepare();
  expect(await neighbours()).toBe(0);
  await read(two, b);
  await read(two, a);
  // Each story is compared once a day.
  await prepare(hour);
  expect(await neighbours()).toBe(0);
  await prepare();
  expect(await neighbours()).toBe(1);
});

test('the personalized shelves: because you read, genres, followed authors, finished stories', async () => {
  const [author, followed, reader] = await Promise.all(Array.from({ length: 3 }, () => site.person()));
  if (!author || !followed || !reader) throw new Error('There are no people.');
  const { data: genres } = (await site.as(null).call(listGenres, {})).body;
  const genre = genres.at(-1);
  if (genre === undefined) throw new Error('There are no genres.');
  const { story: last } = await write.published(author, { title: 'Read last', genres: [genre._id] });
  for (let index = 0; index < 3; index += 1) {
    await write.published(author, {
      title: `Finished ${index}`,
      genres: [genre._id],
      status: 'completed',
      chapters: 5,
    });
  }
  for (let index = 0; index < 20; index += 1) {
    await write.published(author, { title: `Other ${index}`, genres: [genre._id] });
  }
  await write.published(followed, { title: 'By someone I follow' });
  await write.published(followed, { title: 'Announced', status: 'coming_soon', chapters: 0 });
  await site.as(reader).call(followUser, { params: { userId: followed.id } });
  await read(reader, last._id);
  await prepare();
  const found = await shelves(reader);
  expect(found.map(({ title, icon }) => [title, icon])).toEqual([
    ['Because you read Read last', 'book-open'],
    [`More ${genre.name}`, 'sparkles'],
    ['From authors you follow', 'users'],
    ['Finished and binge-ready', 'circle-check-big'],
  ]);
  const ids = found.flatMap(({ stories }) => stories.map(({ _id }) => _id));
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).not.toContain(last._id);
  expect(found[2]?.stories.map(({ title }) => title)).toEqual(['By someone I follow']);
  expect(found[3]?.stories.length).toBeGreaterThanOrEqual(1);

  // A story that readers no longer see names no shelf.
  await site
    .as(author)
    .call(storyCalls.updateStory, { params: { id: last._id }, body: { isPublished: false } });
  expect(JSON.stringify(await shelves(reader))).not.toContain('Read last');
});

test('nothing that a reader hides is recommended', async () => {
  const [author, reader] = [await site.person(), await site.person()];
  const { story } = await write.published(author, { title: 'Bloody', contentWarnings: ['gore'] });
  await setViews(story._id, 5_000_000);
  const { story: grown } = await write.published(author, { title: 'For adults', audience: 'mature' });
  await setViews(grown._id, 6_000_000);
  expect((await recommended(reader))[0]).toBe('Bloody');
  expect(await recommended(reader)).not.toContain('For adults');
  await sql`insert into hidden_stories values (${reader.id}, ${story._id}, now())`.execute(site.ctx.db);
  expect(await recommended(reader)).not.toContain('Bloody');
});
