import { addToLibrary, saveProgress } from '@inkling/contract/library';
import { listPersonalShelves, listRecommended } from '@inkling/contract/recommendations';
import { updateStory } from '@inkling/contract/stories';
import { followUser, updatePreferences } from '@inkling/contract/users';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { seededRandom } from '../../bench-data/prose.ts';
import { minute } from '../../platform/clock.ts';
import { setCounts } from '../../testing/listed-stories.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { refreshRatingScores } from '../ratings/ratings.service.ts';
import { countedStories } from '../stories/index.ts';
import { refreshGenreRankings, refreshNeighbours } from './recommendation-jobs.ts';

/** Recommendations computed again from libraries, favorite genres and counters (docs/product/recommendations.md). */
const site = testApp();
const write = writing(site);
const random = seededRandom(5);

interface Raw {
  id: string;
  author: string;
  genres: string[];
  chapters: number;
  views: number;
  likes: number;
  ratings: number;
  ratingSum: number;
}
interface Entry {
  user: string;
  story: string;
  at: Date;
  lastRead: Date | null;
}

let authors: Person[];
/** Readers with different signals: a library and favorites, a library, favorites, more stories than are considered. */
let readers: Person[];
let genres: { id: string; name: string }[];

/** Everything that recommendations are computed from. */
let raw: { stories: Raw[]; entries: Entry[]; favorites: { user: string; genre: string }[] };

beforeAll(async () => {
  authors = await Promise.all(Array.from({ length: 4 }, () => site.person()));
  readers = await Promise.all(Array.from({ length: 12 }, () => site.person()));
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from genres order by name limit 12`.execute(site.ctx.db);
  genres = rows;
  const ids: string[] = [];
  for (let number = 0; number < 50; number += 1) {
    const own = [random.pick(genres).id, random.pick(genres).id];
    const { story } = await write.published(random.pick(authors), {
      title: `Story ${number}`,
      genres: [...new Set(own)],
    });
    ids.push(story._id);
    const count = random.between(0, 4);
    const [views, likes, stars] = [random.between(0, 5000), random.between(0, 90), random.between(1, 5)];
    const ratings = Array.from({ length: count }, () => stars);
    await setCounts(site.ctx.db, story._id, { views, likes, ratings });
  }
  const [author] = authors;
  if (author === undefined) throw new Error('There is no author.');
  const soon = await write.draft(author, { title: 'Soon', status: 'coming_soon' });
  await site.as(author).call(updateStory, { params: { id: soon._id }, body: { isPublished: true } });

  const save = async (who: Person, id: string) => {
    site.clock.advance(minute);
    const params = { id };
    if (random.chance(0.5)) await site.as(who).call(saveProgress, { params, body: { progress: 20 } });
    else await site.as(who).call(addToLibrary, { params, body: { status: 'bookmarked' } });
  };
  // Authors save stories too, their own among them, and readers wait for one that is coming soon.
  for (const [index, who] of [...readers, ...authors].entries()) {
    const count = index === 2 ? 0 : index === 3 ? 33 : random.between(3, 9);
    const chosen = new Set(Array.from({ length: 3 * count }, () => random.pick(ids)));
    for (const id of [...chosen].slice(0, count)) await save(who, id);
    if (index > 4) await save(who, soon._id);
  }
  for (const index of [0, 2]) {
    const favoriteGenres = [genres[index]?.id ?? '', genres[4]?.id ?? ''];
    const reader = readers[index];
    if (reader) await site.as(reader).call(updatePreferences, { body: { favoriteGenres } });
  }
  for (const reader of readers.slice(0, 2)) {
    await site.as(reader).call(followUser, { params: { userId: authors[1]?.id ?? '' } });
  }
  await refreshRatingScores(site.ctx);
  await refreshGenreRankings(site.ctx);
  await refreshNeighbours(site.ctx);

  const read = async <Row>(query: ReturnType<typeof sql<Row>>) => (await query.execute(site.ctx.db)).rows;
  raw = {
    stories: await read(sql<Raw>`
      select s.id, s.author_id as author, s.views, s.likes, s.ratings, s.rating_sum as "ratingSum",
        (select count(*) from chapters c where c.story_id = s.id and c.is_published) as chapters,
        array(select genre_id::text from story_genres g where g.story_id = s.id) as genres
      from ${countedStories} s where s.is_published`),
    entries: await read(sql<Entry>`
      select user_id as user, story_id as story, coalesce(last_read_at, bookmarked_at, created_at) as at,
        last_read_at as "lastRead"
      from library_entries where status <> 'none' or is_bookmarked`),
    favorites: await read(sql<{ user: string; genre: string }>`
      select user_id as user, genre_id as genre from favorite_genres`),
  };
});

const sum = (values: number[]) => values.reduce((all, one) => all + one, 0);
const story = (id: string): Raw => {
  const found = raw.stories.find((one) => one.id === id);
  if (found === undefined) throw new Error('There is no such story.');
  return found;
};
const libraryOf = (user: string) => raw.entries.filter((entry) => entry.user === user);

function qualityOf({ likes, views, ratings, ratingSum }: Raw): number {
  const mean = sum(raw.stories.map((one) => one.ratingSum)) / sum(raw.stories.map((one) => one.ratings));
  const rating = ratings === 0 ? 3 : (ratingSum + 5 * mean) / (ratings + 5);
  return (((likes + 1) / (views + 50)) * Math.log(10 + views) * rating) / 3;
}

/** Cosine similarity; authors do not count as readers of their own stories. */
function similarity(a: Raw, b: Raw): number {
  const readersOf = ({ id, author }: Raw) =>
    raw.entries.filter((entry) => entry.story === id && entry.user !== author).map(({ user }) => user);
  const [ofA, ofB] = [readersOf(a), readersOf(b)];
  const shared = ofA.filter((user) => ofB.includes(user)).length;
  return shared < 2 ? 0 : shared / Math.sqrt(ofA.length * ofB.length);
}

/** The reader's last 30 library stories. */
const seedsOf = (user: string): Raw[] =>
  libraryOf(user)
    .toSorted((a, b) => +b.at - +a.at || (a.story < b.story ? -1 : 1))
    .slice(0, 30)
    .map((entry) => story(entry.story));

/** The shares of the reader's eight most frequent genres; a favorite counts as three stories. */
function sharesOf(user: string): Map<string, number> {
  const weights = new Map<string, number>();
  const add = (genre: string, weight: number) => weights.set(genre, (weights.get(genre) ?? 0) + weight);
  for (const seed of seedsOf(user)) for (const genre of seed.genres) add(genre, 1);
  for (const favorite of raw.favorites) if (favorite.user === user) add(favorite.genre, 3);
  const most = [...weights].toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).slice(0, 8);
  const all = sum(most.map(([, weight]) => weight));
  return new Map(most.map(([genre, weight]) => [genre, weight / all]));
}

/** Stories by a score, the highest first, ties by id with the newest first. */
const ranked = (stories: Raw[], score: (one: Raw) => number): string[] =>
  stories.toSorted((a, b) => score(b) - score(a) || (a.id < b.id ? 1 : -1)).map(({ id }) => id);

/** Stories that may be recommended to the reader at all. */
const newTo = (user: string): Raw[] => {
  const own = new Set(libraryOf(user).map((entry) => entry.story));
  return raw.stories.filter(({ id, author, chapters }) => !own.has(id) && author !== user && chapters > 0);
};

test('recommended is 2 × neighbours + genres + quality, then the most viewed stories', async () => {
  for (const { id: user, token, username } of [...readers.slice(0, 5), ...authors.slice(0, 1)]) {
    const [seeds, shares] = [seedsOf(user), sharesOf(user)];
    const neighboursOf = (one: Raw) => Math.min(1, sum(seeds.map((seed) => similarity(seed, one))));
    const genresOf = (one: Raw) => sum(one.genres.map((genre) => shares.get(genre) ?? 0));
    const score = (one: Raw) => 2 * neighboursOf(one) + genresOf(one) + qualityOf(one);
    const isCandidate = (one: Raw) => neighboursOf(one) > 0 || genresOf(one) > 0;
    const suiting = ranked(newTo(user).filter(isCandidate), score);
    const others = ranked(
      newTo(user).filter((one) => !isCandidate(one)),
      ({ views }) => views,
    );
    const { body } = await site
      .as({ id: user, token, username })
      .call(listRecommended, { query: { limit: 40 } });
    expect(body.data.map(({ _id }) => _id)).toEqual([...suiting, ...others].slice(0, 40));
  }
});

test('the similarities, and the quality in each genre, are those of the formulas', async () => {
  const { rows: neighbours } = await sql<{ story_id: string; neighbour_id: string; similarity: number }>`
    select story_id, neighbour_id, similarity from story_neighbours`.execute(site.ctx.db);
  expect(neighbours.length).toBeGreaterThan(20);
  for (const row of neighbours) {
    expect(row.similarity).toBeCloseTo(similarity(story(row.story_id), story(row.neighbour_id)), 12);
  }
  for (const { id: genre } of genres) {
    const { rows } = await sql<{ story_id: string; quality: number }>`
      select story_id, quality from genre_rankings where genre_id = ${genre}
      order by quality desc, story_id desc`.execute(site.ctx.db);
    const inGenre = raw.stories.filter((one) => one.genres.includes(genre) && one.chapters > 0);
    expect(rows.map(({ story_id }) => story_id)).toEqual(ranked(inGenre, qualityOf));
    for (const row of rows) expect(row.quality).toBeCloseTo(qualityOf(story(row.story_id)), 12);
  }
});

test('shelves have the neighbours of the story read last, the best of a genre, and followed authors', async () => {
  const kinds = new Set<string>();
  for (const reader of readers.slice(0, 5)) {
    const shelves = (await site.as(reader).call(listPersonalShelves, {})).body.data;
    const above = new Set<string>();
    const fill = (ids: string[]) => {
      const open = new Set(newTo(reader.id).map(({ id }) => id));
      const taken = [...new Set(ids)].filter((id) => open.has(id) && !above.has(id)).slice(0, 10);
      for (const id of taken) above.add(id);
      return taken;
    };
    const best = (genre: string) =>
      ranked(
        raw.stories.filter((one) => one.genres.includes(genre)),
        qualityOf,
      );
    // The shelf of followed authors has its stories first, then 'Because you read …'.
    const ofKind = (kind: string) => shelves.filter(({ id }) => id.startsWith(kind));
    const inTurn = new Set([...ofKind('followed'), ...ofKind('because'), ...shelves]);
    for (const shelf of inTurn) {
      const [kind = '', ...rest] = shelf.id.split('-');
      kinds.add(kind);
      const subject = rest.join('-');
      let expected: string[] = [];
      if (kind === 'because') {
        const seed = story(subject);
        const read = libraryOf(reader.id).toSorted((a, b) => +(b.lastRead ?? 0) - +(a.lastRead ?? 0));
        expect(seed.id).toBe(read[0]?.story);
        const neighbours = ranked(
          raw.stories.filter((one) => one.id !== seed.id && similarity(seed, one) > 0),
          (one) => similarity(seed, one),
        );
        const ofAuthor = ranked(
          raw.stories.filter(({ author }) => author === seed.author),
          ({ views }) => views,
        );
        const ofGenres = ranked(
          raw.stories.filter((one) => one.genres.some((genre) => seed.genres.includes(genre))),
          qualityOf,
        );
        expected = fill([...neighbours, ...ofAuthor, ...ofGenres].filter((id) => id !== seed.id));
      } else if (kind === 'genre') {
        expected = fill(best(subject));
      } else if (kind === 'followed') {
        const latest = raw.stories
          .filter(({ author }) => author === authors[1]?.id)
          .toSorted((a, b) => (a.id < b.id ? 1 : -1));
        expected = fill(latest.slice(0, 5).map(({ id }) => id));
      }
      expect([shelf.title, shelf.stories.map(({ _id }) => _id)]).toEqual([shelf.title, expected]);
    }
    // A shelf of a genre is one of the two with the largest shares.
    const [, second = 0] = [...sharesOf(reader.id).values()].toSorted((a, b) => b - a);
    for (const { id } of shelves.filter((shelf) => shelf.id.startsWith('genre-'))) {
      expect(sharesOf(reader.id).get(id.slice('genre-'.length))).toBeGreaterThanOrEqual(second);
    }
  }
  expect([...kinds].toSorted()).toEqual(['because', 'followed', 'genre']);
});
