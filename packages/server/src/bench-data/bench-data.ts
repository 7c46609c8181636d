import { rankStories } from '../modules/rankings/index.ts';
import { refreshGenreRankings, refreshNeighbours } from '../modules/recommendations/recommendation-jobs.ts';
import { indexAll } from '../modules/search/index.ts';
import { refreshTrending } from '../modules/stories/trending-job.ts';
import { day } from '../platform/clock.ts';
import type { AppContext } from '../platform/context.ts';
import { type Db, transaction } from '../platform/db/db.ts';
import { StartupProblem } from '../platform/startup-problem.ts';
import * as queries from './bench-data.queries.ts';
import { createProse, type Prose, personName, type Random, seededRandom } from './prose.ts';

import { insertRatings, insertReaders } from './readers.queries.ts';
import { personRows, readingRows, storyRows } from './rows.ts';
import { drawStory } from './shapes.ts';

export interface BenchDataSize {
  stories: number;
  seed: number;
}

const storyBatchSize = 500;
const peopleBatchSize = 5000;
const readingsPerStory = 4;
const siteAge = 3 * 365 * day;

interface Site {
  people: string[];
  authors: number;
  genreIds: string[];
  until: Date;
}

/**
 * Fills an empty database with stories in realistic proportions: most have few chapters and views, a few have very
 * many. The same seed on the same day creates the same data. The stories are one transaction.
 */
export async function fillBenchData(
  ctx: Pick<AppContext, 'db' | 'clock' | 'log' | 'threads'>,
  { stories, seed }: BenchDataSize,
): Promise<{ stories: number; chapters: number; people: number }> {
  if (await queries.hasStories(ctx.db)) {
    throw new StartupProblem('The database already has stories. Benchmark data needs an empty database.', {
      exitCode: 1,
    });
  }
  const random = seededRandom(seed);
  const until = new Date(Math.floor(ctx.clock.now().getTime() / day) * day);
  const filled = await transaction(ctx.db, async (tx) => {
    await queries.prepareForBulkWrites(tx);
    const site = await addPeople(tx, random, stories, until);
    const prose = createProse(random);
    let chapters = 0;
    for (let done = 0; done < stories; done += storyBatchSize) {
      chapters += await addStories(tx, random, prose, site, Math.min(storyBatchSize, stories - done));
      ctx.log.debug({ done: done + storyBatchSize, of: stories }, 'stories written');
    }
    await insertRatings(tx, until);
    await queries.countLabelsAndActivity(tx);
    await queries.endBulkWrites(tx);
    return { stories, chapters, people: site.people.length };
  });
  await queries.analyze(ctx.db);
  await indexAll(ctx);
  await refreshTrending(ctx);
  await rankStories(ctx);
  await refreshGenreRankings(ctx);
  await refreshNeighbours(ctx);
  // After the neighbours, which would take as long as everything else for so many large libraries.
  await transaction(ctx.db, async (tx) => {
    await queries.prepareForBulkWrites(tx);
    await insertReaders(tx, until);
    await queries.endBulkWrites(tx);
  });
  await queries.analyze(ctx.db);
  return filled;
}

async function addPeople(tx: Db, random: Random, stories: number, until: Date): Promise<Site> {
  const authors = Math.max(10, Math.ceil(stories / 5));
  const count = authors + Math.max(100, Math.ceil(stories / 2));
  const people = Array.from({ length: count }, (_, number) => {
    const createdAt = new Date(until.getTime() - siteAge + Math.floor((siteAge * number) / count));
    const { username, displayName } = personName(random, number);
    const role = number < authors ? 'author' : 'reader';
    return personRows(random.idAt(createdAt), username, displayName, role, createdAt);
  });
  for (let done = 0; done < count; done += peopleBatchSize) {
    const batch = people.slice(done, done + peopleBatchSize);
    const credentials = batch.map((one) => one.credentials);
    await queries.insertRows(tx, { users: batch.map(({ user }) => user), credentials });
  }
  await queries.numberPeople(tx);
  return { people: people.map(({ user }) => user.id), authors, genreIds: await queries.genreIds(tx), until };
}

async function addStories(tx: Db, random: Random, prose: Prose, site: Site, count: number): Promise<number> {
  const { people, authors, genreIds, until } = site;
  const drawn = Array.from({ length: count }, () => {
    const shape = drawStory(random, { authors, people: people.length, genres: genreIds.length, until });
    return storyRows(random, prose, shape, people[shape.author] ?? '', until);
  });
  const [stories, chapters] = [drawn.map(({ story }) => story), drawn.flatMap((one) => one.chapters)];
  await queries.insertRows(tx, {
    stories,
    story_counts: drawn.map(({ counts }) => counts),
    story_genres: drawn.flatMap(({ story, shape }) =>
      shape.genres.map((genre, index) => {
        return { story_id: story.id, genre_id: genreIds[genre] ?? '', position: index + 1 };
      }),
    ),
    chapters: chapters.map(({ chapter }) => chapter),
    chapter_versions: chapters.map(({ version }) => version),
  });
  const ids = stories.map(({ id }) => id);
  await queries.tagStories(tx, ids);
  const rangesOf = (of: 'likes' | 'viewsToday'): queries.PeopleRange[] =>
    drawn.map(({ story, shape }) => {
      const first = random.between(0, people.length - shape[of]);
      return { story_id: story.id, first, count: shape[of] };
    });
  await queries.insertLikes(tx, rangesOf('likes'), until);
  await queries.insertViews(tx, rangesOf('viewsToday'), until);
  // By person and story, since a person reads a story once.
  const readings = new Map<string, NonNullable<ReturnType<typeof readingRows>>>();
  for (let time = 0; time < count * readingsPerStory; time += 1) {
    const reading = readingRows(random, random.pick(people), random.pick(drawn), until);
    if (reading !== null) readings.set(`${reading.entry.user_id} ${reading.entry.story_id}`, reading);
  }
  const read = [...readings.values()];
  await queries.insertRows(tx, {
    library_entries: read.map(({ entry }) => entry),
    reading_positions: read.map(({ position }) => position),
  });
  return chapters.length;
}
