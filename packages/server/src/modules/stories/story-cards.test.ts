import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { allRows, sql, transaction } from '../../platform/db/db.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { testApp } from '../../testing/test-app.ts';
import { countedStories, findStories, stateColumns } from './stories.queries.ts';
import { presentStories } from './story-cards.ts';
import { findViewerStates } from './viewer-state.queries.ts';

const site = testApp();
const write = writing(site);

test('a story that is unpublished during a visitor’s request is omitted', async () => {
  const ana = await site.person();
  const { _id } = await write.draft(ana);
  const [state] = await findViewerStates(site.ctx.db, [{ storyId: _id, viewerId: null }]);
  if (state === undefined) throw new Error('There is no such story.');
  // Its state as queried just before it was unpublished.
  const before = { ...state, id: _id, is_published: true };
  expect(await presentStories(site.ctx, [before], null)).toEqual([]);
});

test('PostgreSQL keeps the plan of the statement with the texts of cards, which it asks for nobody', async () => {
  const plans = await transaction(site.ctx.db, async (tx) => {
    for (let time = 0; time < 12; time += 1) await findStories(tx, [randomUUID()], null);
    return allRows<{ kept: number }>(tx)`
      select generic_plans as kept from pg_prepared_statements
      where statement like '%cover_style%' and statement like '%any(%'`;
  });
  expect(plans).toEqual([{ kept: expect.any(Number) }]);
  expect(plans[0]?.kept).toBeGreaterThan(0);
});

test('whether a reader saved a story is looked up without reading all who saved it', async () => {
  const { _id } = await write.draft(await site.person());
  const reader = await site.person();
  await transaction(site.ctx.db, async (tx) => {
    await sql`
      with people as (
        insert into users (username, username_key, created_at)
        select 'saver_' || n, 'saver_' || n, now() from generate_series(1, 3000) n returning id)
      insert into library_entries (user_id, story_id, is_bookmarked, bookmarked_at, created_at)
      select id, ${_id}, true, now(), now() from people`.execute(tx);
    await sql`analyze library_entries`.execute(tx);
    const viewer = sql`${reader.id}::uuid`;
    const { rows } = await sql<object>`
      explain (analyze) select ${stateColumns(viewer)} from ${countedStories} s where s.id = ${_id}`.execute(
      tx,
    );
    const plan = rows.map((row) => Object.values(row).join()).join('\n');
    expect(plan).toContain('library_entries_pkey');
    expect(plan).not.toContain('library_entries_saved');
  });
});
