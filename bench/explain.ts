import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
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
import { explainedQueries, type Sample } from './explained-queries.ts';

// `node bench/explain.ts`: checks the plan of every list query on the benchmark data. `--stories 1000` uses the small data set.
const { values: options } = parseArgs({
  options: {
    stories: { type: 'string', default: '100000' },
    /** Only queries whose name starts with this, with their whole plan. */
    only: { type: 'string', default: '' },
  },
});

/** Tables of which no query may read every row. */
const large = new Set(['stories', 'chapters', 'library_entries']);

const wholeTables = ({ 'Node Type': type, 'Relation Name': table = '', Plans = [] }: PlanNode): string[] => [
  ...(type === 'Seq Scan' && large.has(table) ? [table] : []),
  ...Plans.flatMap(wholeTables),
];

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
    from stories s where s.is_published order by s.views desc
    limit greatest(0, 200 - (select count(*) from library_entries where user_id = ${id}))
    on conflict do nothing`.execute(db);
  const { storyId } = await one(
    sql<{ storyId: string }>`select story_id as "storyId" from library_entries where user_id = ${id} limit 1`,
  );
  const { genreId } = await one(
    sql<{
      genreId: string;
    }>`select genre_id as "genreId" from story_genres group by genre_id order by count(*) desc limit 1`,
  );
  const { rows } = await sql<{ id: string }>`select id from stories order by random() limit 130`.execute(db);
  return {
    viewer: { id, contentFilter: { showsMature: false, hiddenTags: ['gore'], hiddenWarnings: ['gore'] } },
    storyId,
    storyIds: rows.map((row) => row.id),
    genreId,
  };
}

async function explainAll(ctx: AppContext): Promise<number> {
  await timed('Migrations', () => migrate(ctx.db));
  const sample = await findSample(ctx.db);
  await timed('Trending', () => refreshTrending(ctx));
  await timed('Genre rankings', () => refreshGenreRankings(ctx));
  await timed('Neighbours', () => refreshNeighbours(ctx));
  await sql`vacuum analyze`.execute(ctx.db);
  let failures = 0;
  for (const { name, run } of explainedQueries.filter((query) => query.name.startsWith(options.only))) {
    const plans: Plan[] = [];
    const db = ctx.db.withPlugin(explaining(plans));
    // The first one reads pages from the disk.
    await run(db, sample);
    plans.length = 0;
    await run(db, sample);
    const tables = plans.flatMap(({ Plan }) => wholeTables(Plan));
    const milliseconds = plans.reduce((sum, plan) => sum + plan['Execution Time'], 0);
    if (tables.length > 0 || plans.length === 0) failures += 1;
    const verdict =
      tables.length > 0 ? `reads all of ${tables.join(', ')}` : plans.length === 0 ? 'has no plan' : '';
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
