import { expect, test } from 'vitest';
import { type Db, type RawBuilder, sql } from '../../platform/db/db.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { testApp } from '../../testing/test-app.ts';
import { bulkChapters } from './chapter-order.queries.ts';
import { returningChapters } from './chapter-trash.queries.ts';

const site = testApp();
const write = writing(site);
const many = 10_000;

interface PlanNode {
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Join Filter'?: number;
  Plans?: PlanNode[];
}

/** The rows that PostgreSQL looked at or compared in any step. */
const rowsOf = (node: PlanNode): number =>
  node['Actual Loops'] *
    (node['Actual Rows'] +
      (node['Rows Removed by Filter'] ?? 0) +
      (node['Rows Removed by Join Filter'] ?? 0)) +
  (node.Plans ?? []).reduce((sum, child) => sum + rowsOf(child), 0);

async function rowsOfQuery(tx: Db, query: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ 'QUERY PLAN': { Plan: PlanNode }[] }>`
    explain (analyze, format json) ${query}`.execute(tx);
  const [plan] = rows[0]?.['QUERY PLAN'] ?? [];
  if (plan === undefined) throw new Error('There is no plan.');
  return rowsOf(plan.Plan);
}

test('bulk changes find their chapters without comparing each with each, also before there are statistics', async () => {
  const ana = await site.person();
  const { _id: story } = await write.draft(ana);
  // In one transaction, so that nothing can analyze the table meanwhile.
  await site.ctx.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: string }>`
      insert into chapters (story_id, position, title, word_count, created_at, updated_at)
      select ${story}, n, 'Chapter ' || n, 250, now(), now() from generate_series(1, ${many}::integer) n
      returning id`.execute(tx);
    const ids = rows.map(({ id }) => id);
    // Their earlier versions make the table larger, and joins by comparing seem cheaper.
    for (let time = 0; time < 2; time += 1) await sql`update chapters set updated_at = now()`.execute(tx);
    expect(await rowsOfQuery(tx, bulkChapters(story, ids))).toBeLessThan(100 * many);
    await sql`
      update chapters set deleted_at = now(), erase_at = now() + interval '30 days', deleted_order = position,
        deleted_after_number = 0, position = null where story_id = ${story}`.execute(tx);
    const returning = returningChapters(story, ids, new Date());
    expect(await rowsOfQuery(tx, returning)).toBeLessThan(100 * many);
  });
});
