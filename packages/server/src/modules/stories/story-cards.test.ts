import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { sql, transaction } from '../../platform/db/db.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { testApp } from '../../testing/test-app.ts';
import { findStories } from './stories.queries.ts';
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
    const { rows } = await sql<{ kept: number }>`
      select generic_plans as kept from pg_prepared_statements
      where statement like '%cover_style%' and statement like '%any(%'`.execute(tx);
    return rows;
  });
  expect(plans).toEqual([{ kept: expect.any(Number) }]);
  expect(plans[0]?.kept).toBeGreaterThan(0);
});
