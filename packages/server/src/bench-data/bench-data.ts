import { indexAll } from '../modules/search/index.ts';
import { day } from '../platform/clock.ts';
import type { AppContext } from '../platform/context.ts';
import { type Db, transaction } from '../platform/db/db.ts';
import { StartupProblem } from '../platform/startup-problem.ts';
import * as queries from './bench-data.queries.ts';
import { createProse, type Prose, personName } from './prose.ts';
import { type Random, seededRandom } from './random.ts';
import { insertRatings } from './ratings.queries.ts';
import { drawReading, type ReadingData, writeStory } from './rows.ts';
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
 * many. The same seed on the same day creates the same data. Runs in one transaction.
 */
export async function fillBenchData(
  ctx: Pick<AppContext, 'db' | 'clock' | 'log' | 'threads'>,
  { stories, seed }: BenchDataSize,
): Promise<{ stories: number; chapters: number; people: number }> {
  if (await queries.hasStories(ctx.db)) {
    throw new StartupProblem('The database already has stories. Benchmark data needs an empty database.');
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
    await insertRatings(tx, until, stories);
    await queries.endBulkWrites(tx);
    return { stories, chapters, people: site.people.length };
  });
  await queries.analyze(ctx.db);
  await indexAll(ctx);
  await queries.analyze(ctx.db);
  return filled;
}

async function addPeople(tx: Db, random: Random, stories: number, until: Date): Promise<Site> {
  const authors = Math.max(10, Math.ceil(stories / 5));
  const count = authors + Math.max(100, Math.ceil(stories / 2));
  const people = Array.from({ length: count }, (_, number) => {
    const createdAt = new Date(until.getTime() - siteAge + Math.floor((siteAge * number) / count));
    return {
      ...personName(random, number),
      id: random.idAt(createdAt),
      isAuthor: number < authors,
      createdAt,
    };
  });
  for (let done = 0; done < count; done += peopleBatchSize) {
    await queries.insertPeople(tx, people.slice(done, done + peopleBatchSize));
  }
  return { people: people.map(({ id }) => id), authors, genreIds: await queries.genreIds(tx), until };
}

async function addStories(tx: Db, random: Random, prose: Prose, site: Site, count: number): Promise<number> {
  const { people, genreIds, until } = site;
  const drawn = Array.from({ length: count }, () => {
    const shape = drawStory(random, {
      authors: site.authors,
      people: people.length,
      genres: genreIds.length,
      until,
    });
    return { shape, ...writeStory(random, prose, shape, people, until) };
  });
  const chapters = drawn.flatMap((one) => one.chapters);
  await queries.insertStories(
    tx,
    drawn.map(({ story }) => story),
  );
  await queries.insertGenres(
    tx,
    drawn.flatMap(({ story, shape }) =>
      shape.genres.map((genreIndex, index) => ({
        storyId: story.id,
        genreId: genreIds[genreIndex] ?? '',
        position: index + 1,
      })),
    ),
  );
  await queries.insertChapters(tx, chapters);
  const rangesOf = (countOf: (one: (typeof drawn)[number]) => number): queries.PeopleRange[] =>
    drawn.map((one) => ({
      storyId: one.story.id,
      first: random.between(0, people.length - 1),
      count: countOf(one),
    }));
  await queries.insertLikes(
    tx,
    people,
    rangesOf(({ shape }) => shape.likes),
    until,
  );
  await queries.insertViews(
    tx,
    people,
    rangesOf(({ shape }) => shape.viewsToday),
    until,
  );
  const readings = Array.from({ length: count * readingsPerStory }, () =>
    drawReading(random, random.pick(people), random.pick(drawn), until),
  );
  await queries.insertReadings(
    tx,
    readings.filter((reading): reading is ReadingData => reading !== null),
  );
  return chapters.length;
}
