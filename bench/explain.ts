import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { analyze } from '../packages/server/src/bench-data/bench-data.queries.ts';
import { withAppContext } from '../packages/server/src/cli/command.ts';
import {
  refreshGenreRankings,
  refreshNeighbours,
} from '../packages/server/src/modules/recommendations/recommendation-jobs.ts';
import { refreshTrending } from '../packages/server/src/modules/stories/trending-job.ts';
import type { AppContext } from '../packages/server/src/platform/context.ts';
import { type Db, sql } from '../packages/server/src/platform/db/db.ts';
import { explaining, type Plan, type PlanNode } from '../packages/server/src/platform/db/explain.ts';
import { migrate } from '../packages/server/src/platform/db/migrate.ts';
import { addAnnotations } from './annotated.ts';
import { addCollections } from './collected.ts';
import { type ExplainedQuery, explainedQueries, type Sample } from './explained-queries.ts';

// `node bench/explain.ts`: checks the plans of all queries of lists, searches, home, collections, ratings, libraries, annotations and reactions on the benchmark data. `--stories 1000` uses the small data set.
const { values: options } = parseArgs({
  options: {
    stories: { type: 'string', default: '100000' },
    /** Only queries whose name starts with this, with their whole plan. */
    only: { type: 'string', default: '' },
  },
});

/** Tables of which no query may read every row; those of ratings and of comments per story have few rows in this data. */
const large = new Set([
  'stories',
  'story_genres',
  'chapters',
  'chapter_versions',
  'library_entries',
  'reading_positions',
  'collections',
  'collection_stories',
  'saved_collections',
  'ratings',
  'review_votes',
  'story_counts',
  'comment_counts',
  'search_stories',
  'search_pieces',
  'search_people',
  'comments',
  'annotations',
  'annotated_stories',
  'reactions',
  'reaction_counts',
  'users',
]);
/** PostgreSQL keeps a plan after five executions if it seems as good as one for the values. */
const executions = 7;

const wholeTables = ({ 'Node Type': type, 'Relation Name': table = '', Plans = [] }: PlanNode): string[] => [
  ...(type === 'Seq Scan' && large.has(table) ? [table] : []),
  ...Plans.flatMap(wholeTables),
];

/** The tables that the query reads as a whole when it is repeated, and thus perhaps with a kept plan. */
async function tablesReadByKeptPlans(
  db: Db,
  { run, within }: ExplainedQuery,
  sample: Sample,
): Promise<string[]> {
  let tables: string[] = [];
  const repeat = async (tx: Db): Promise<void> => {
    for (let time = 0; time < executions; time += 1) await run(tx, sample, db);
    const { rows } = await sql<{ name: string }>`
      select relname as name from pg_stat_xact_user_tables where seq_scan > 0`.execute(tx);
    tables = rows.map(({ name }) => name).filter((name) => large.has(name));
  };
  if (within === undefined) await db.transaction().execute(repeat);
  else await within(db, sample, repeat);
  return tables;
}

async function timed(name: string, work: () => Promise<unknown>): Promise<void> {
  const start = performance.now();
  await work();
  process.stdout.write(`${name}: ${((performance.now() - start) / 1000).toFixed(1)} s\n`);
}

/** The reader with the largest library, filled up to 200 rows. */
async function findSample(db: Db): Promise<Sample> {
  const one = async <Row>(query: ReturnType<typeof sql<Row>>): Promise<Row> => {
    const [row] = (await query.execute(db)).rows;
    if (row === undefined) throw new Error('The bench data has no such row.');
    return row;
  };
  const { id } = await one(
    sql<{
      id: string;
    }>`select user_id as id from library_entries group by user_id order by count(*) desc, user_id limit 1`,
  );
  await sql`
    insert into library_entries (user_id, story_id, status, progress, last_read_at, started_at, created_at)
    select ${id}, s.id, 'reading', 10, now() - interval '1 day', now() - interval '1 day', now() - interval '1 day'
    from stories s join story_counts n on n.story_id = s.id where s.is_published order by n.views desc
    limit greatest(0, 200 - (select count(*) from library_entries where user_id = ${id}))
    on conflict do nothing`.execute(db);
  const { storyId } = await one(
    sql<{ storyId: string }>`select story_id as "storyId" from library_entries where user_id = ${id} limit 1`,
  );
  const genres = await sql<{ id: string }>`
    select genre_id as id from story_genres group by genre_id order by count(*) desc limit 3`.execute(db);
  const genreIds = genres.rows.map((row) => row.id);
  const { authorId } = await one(
    sql<{
      authorId: string;
    }>`select author_id as "authorId" from stories group by 1 order by count(*) desc limit 1`,
  );
  const tags = await one(
    sql<Sample['tags']>`select (select key from tags order by stories desc, key limit 1) as frequent,
      (select key from tags where stories > 0 order by stories, key limit 1) as rare`,
  );
  const collected = await one(
    sql<Pick<Sample, 'collectionId' | 'collectorId'>>`select id as "collectionId", owner_id as "collectorId"
      from collections where visibility = 'public' order by stories desc, id limit 1`,
  );
  const reviewed = await one(
    sql<Pick<Sample, 'reviewedId' | 'reviewId'>>`select story_id as "reviewedId", (
        select id from ratings r where r.story_id = c.story_id and review is not null limit 1) as "reviewId"
      from story_ratings c order by reviews desc, story_id limit 1`,
  );
  const commented = await one(
    sql<Pick<Sample, 'commentedStoryId' | 'commentedChapterId' | 'commentId'>>`
      select c.parent_id as "commentedStoryId", c.subject_id as "commentedChapterId", k.id as "commentId"
      from comment_counts c, lateral (
        select id from comments k where k.subject_id = c.subject_id order by replies desc, id limit 1) k
      where c.parent_id is not null order by c.shown desc, c.subject_id limit 1`,
  );
  const chapters = await sql<{ id: string }>`
    select id from chapters where is_published order by id limit 20`.execute(db);
  const { rows } = await sql<{ id: string }>`select id from stories order by random() limit 130`.execute(db);
  return {
    viewer: { id, contentFilter: { showsMature: false, hiddenTags: ['gore'], hiddenWarnings: ['gore'] } },
    storyId,
    storyIds: rows.map((row) => row.id),
    authorId,
    chapterIds: chapters.rows.map((row) => row.id),
    genreId: genreIds[0] ?? '',
    genreIds,
    tags,
    ...collected,
    ...reviewed,
    ...commented,
  };
}

/** Milliseconds of a statement that are pointed out. */
const slow = 20;

async function explainAll(ctx: AppContext): Promise<number> {
  await timed('Migrations', () => migrate(ctx.db));
  await timed('Collections', () => addCollections(ctx.db));
  const sample = await findSample(ctx.db);
  await timed('Annotations', () => addAnnotations(ctx.db, sample.viewer.id, sample.chapterIds));
  await timed('Trending', () => refreshTrending(ctx));
  await timed('Genre rankings', () => refreshGenreRankings(ctx));
  await timed('Neighbours', () => refreshNeighbours(ctx));
  await timed('Statistics', () => analyze(ctx.db));
  let failures = 0;
  for (const query of explainedQueries.filter(({ name }) => name.startsWith(options.only))) {
    const plans: Plan[] = [];
    const { name, run, within } = query;
    const explain = async (handle: Db): Promise<void> => {
      const db = handle.withPlugin(explaining(plans));
      // The first one reads pages from the disk.
      await run(db, sample, ctx.db);
      plans.length = 0;
      await run(db, sample, ctx.db);
    };
    if (within === undefined) await explain(ctx.db);
    else await within(ctx.db, sample, explain);
    const tables = new Set([
      ...plans.flatMap(({ Plan }) => wholeTables(Plan)),
      ...(await tablesReadByKeptPlans(ctx.db, query, sample)),
    ]);
    const milliseconds = plans.reduce((sum, plan) => sum + plan['Execution Time'], 0);
    if (tables.size > 0 || plans.length === 0) failures += 1;
    const verdict =
      tables.size > 0
        ? `reads all of ${[...tables].join(', ')}`
        : plans.length === 0
          ? 'has no plan'
          : milliseconds > slow
            ? 'is slow'
            : '';
    process.stdout.write(`${milliseconds.toFixed(2).padStart(9)} ms  ${name}  ${verdict}\n`);
    if (options.only !== '') process.stdout.write(`${JSON.stringify(plans, null, 1)}\n`);
  }
  process.stdout.write(
    failures === 0
      ? 'No query reads a whole table.\n'
      : `${failures} queries read a whole table or have no plan.\n`,
  );
  return failures === 0 ? 0 : 1;
}

const dataDir = join(import.meta.dirname, '.data', options.stories);
if (!existsSync(join(dataDir, '.filled'))) {
  process.stderr.write(`There is no bench data in ${dataDir}: npm run bench writes it.\n`);
  process.exitCode = 1;
} else {
  process.exitCode = await withAppContext({ ...process.env, DATA_DIR: dataDir }, explainAll);
}
