import { deleteChapter, updateChapter } from '@inkling/contract/chapters';
import { listGenres } from '@inkling/contract/genres';
import * as calls from '@inkling/contract/stories';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { seededRandom } from '../../bench-data/prose.ts';
import { day, minute } from '../../platform/clock.ts';
import { firefox } from '../../testing/request-of.ts';
import { textOf, writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';

/** Every list of docs/product/lists.md that sorts by what its stories' rows say, computed again from those rows. */
const site = testApp();
const write = writing(site);
const random = seededRandom(11);

let genre = { id: '', name: '' };

/** A story by its raw rows: each view, like, chapter and text, and no counter. */
interface Raw {
  id: string;
  title: string;
  status: string;
  released: Date;
  updated: Date;
  genres: string[];
  views: number;
  likes: number;
  texts: string[];
}

async function publicStories(): Promise<Raw[]> {
  const { rows } = await sql<Raw>`
    select s.id, s.title, s.status, s.published_at as released,
      (select array_agg(g.genre_id::text) from story_genres g where g.story_id = s.id) as genres,
      -- A chapter keeps the time of its first publication, whatever happens to it.
      greatest(s.published_at, (select max(c.published_at) from chapters c where c.story_id = s.id)) as updated,
      (select count(*) from analytics_views v where v.story_id = s.id and not v.is_robot) as views,
      (select count(*) from story_likes l where l.story_id = s.id) as likes,
      array(select v.content from chapters c join chapter_versions v on v.chapter_id = c.id and v.version = c.version
        where c.story_id = s.id and c.is_published and c.deleted_at is null) as texts
    from stories s where s.is_published and s.deleted_at is null`.execute(site.ctx.db);
  return rows;
}

const wordsOf = ({ texts }: Raw): number => texts.join('\n').split(/\s+/).filter(Boolean).length;
const hasChapters = ({ texts }: Raw) => texts.length > 0;

async function readersAct(stories: string[], readers: Person[], author: Person): Promise<void> {
  for (let step = 0; step < 12; step += 1) {
    const params = { id: random.pick(stories) };
    const as = site.as(random.chance(0.2) ? author : random.pick(readers));
    // Robots and authors are not counted.
    const agent = { 'user-agent': random.chance(0.9) ? firefox : 'Googlebot' };
    if (random.chance(0.7)) await as.call(calls.viewStory, { params, body: {} }, agent);
    else await as.call(calls.toggleStoryLike, { params });
  }
}

beforeAll(async () => {
  const [author, ...readers] = await Promise.all(Array.from({ length: 6 }, () => site.person()));
  if (author === undefined) throw new Error('There is no author.');
  const { data } = (await site.as(null).call(listGenres, {})).body;
  const [first, second] = data;
  if (first === undefined || second === undefined) throw new Error('There are no genres.');
  genre = { id: first._id, name: first.name };

  const stories: string[] = [];
  const chapters: string[] = [];
  const lengths = [210, 19_999, 20_000, 79_999, 80_000, 230, 90_000, 85_000, 81_000, 210];
  for (const [index, words] of lengths.entries()) {
    const draft = await write.draft(author, {
      title: `Story ${index}`,
      status: index % 3 === 0 ? 'completed' : 'ongoing',
      genres: [[first._id], [second._id, first._id], [first._id], [second._id]][index % 4] ?? [],
    });
    chapters.push((await write.chapter(author, draft._id, { content: textOf(words, 'w') }))._id);
    site.clock.advance(minute);
    stories.push(draft._id);
  }
  // Published in another order than created, and one without chapters.
  const publish = (id: string, isPublished = true) =>
    site.as(author).call(calls.updateStory, { params: { id }, body: { isPublished } });
  const soon = await write.draft(author, { title: 'Soon', status: 'coming_soon', genres: [first._id] });
  for (const id of [...stories.toReversed(), soon._id]) {
    await publish(id);
    if (random.chance(0.7)) site.clock.advance(minute);
  }
  for (let today = 0; today < 4; today += 1) {
    await readersAct([...stories, soon._id], readers, author);
    const added = await write.chapter(author, random.pick(stories), { content: textOf(200, 'more') });
    site.clock.advance(day);
    if (today % 2 === 1) await site.as(author).call(deleteChapter, { params: { id: added._id } });
  }
  // Neither a second publication nor an edit is an update or a release; a withdrawn story is on no list.
  const [again = '', withdrawn = '', edited = ''] = [stories[3], stories[5], chapters[9]];
  await publish(again, false);
  await publish(again);
  await publish(withdrawn, false);
  const body = { content: textOf(400, 'edited'), baseVersion: 1 };
  await site.as(author).call(updateChapter, { params: { id: edited }, body });
});

type Order = (story: Raw) => number;
const views: Order = (story) => story.views;
const released: Order = (story) => story.released.getTime();
const updated: Order = (story) => story.updated.getTime();

const lists: [string, calls.StorySort | undefined, Order, (story: Raw) => boolean][] = [
  ['popular', undefined, views, () => true],
  ['recent', undefined, updated, () => true],
  ['new-releases', undefined, released, () => true],
  ['completed', undefined, views, (story) => story.status === 'completed' && hasChapters(story)],
  ['short', undefined, views, (story) => wordsOf(story) < 20_000 && hasChapters(story)],
  ['long', undefined, views, (story) => wordsOf(story) >= 80_000],
  ['genre', undefined, views, (story) => story.genres.includes(genre.id)],
  ['all', undefined, updated, () => true],
  ['all', '-lastUpdated', updated, () => true],
  ['all', '-publishedAt', released, () => true],
  ['all', '-views', views, () => true],
  ['all', '-likes', (story) => story.likes, () => true],
];

async function listed(list: string, sort: calls.StorySort | undefined): Promise<string[]> {
  const query = { limit: 100 };
  const visitor = site.as(null);
  const named = {
    popular: calls.listPopularStories,
    recent: calls.listRecentStories,
    'new-releases': calls.listNewReleases,
    completed: calls.listCompletedStories,
    short: calls.listShortStories,
    long: calls.listLongStories,
  };
  const response =
    list === 'genre'
      ? visitor.call(calls.listStoriesOfGenre, { params: { genre: genre.name }, query })
      : list === 'all'
        ? visitor.call(calls.listStories, { query: { ...query, ...(sort && { sort }) } })
        : visitor.call(named[list as keyof typeof named], { query });
  return (await response).body.data.map(({ title }) => title);
}

test.each(lists)('%s (%s) has the stories and the order of its formula', async (list, sort, order, isIn) => {
  const stories = (await publicStories()).filter(isIn);
  const expected = stories.toSorted((a, b) => order(b) - order(a) || (a.id < b.id ? 1 : -1));
  // Some stories differ in their rank, so that the order says something.
  expect(new Set(stories.map(order)).size).toBeGreaterThan(1);
  expect(await listed(list, sort)).toEqual(expected.map(({ title }) => title));
});

test('no two of the orders are the same', async () => {
  const orders = await Promise.all(
    (['-views', '-likes', '-publishedAt', '-lastUpdated'] as const).map((sort) => listed('all', sort)),
  );
  expect(new Set(orders.map((titles) => titles.join())).size).toBe(4);
  for (const titles of orders) expect(titles).toHaveLength(10);
});
