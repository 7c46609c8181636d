import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { sql, transaction } from '../../platform/db/db.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { testApp } from '../../testing/test-app.ts';
import { setSuspended } from '../users/index.ts';
import { lockPersonAndStory } from './lock-person-and-story.queries.ts';

const site = testApp();
const write = writing(site);

test('a person who is suspended or about to be deleted changes nothing of a story, whatever their request has checked [R12]', async () => {
  const { story } = await write.published(await site.person());
  const reader = await site.person();
  const lock = (storyId = story._id) =>
    transaction(site.ctx.db, (tx) => lockPersonAndStory(tx, reader.id, storyId));
  expect([await lock(), await lock(randomUUID())]).toEqual(['locked', 'missing']);
  await setSuspended(site.ctx.db, reader.id, site.clock.now());
  expect(await lock()).toBe('inactive');
  await setSuspended(site.ctx.db, reader.id, null);
  expect(await lock()).toBe('locked');
  await sql`update users set deletion_due_at = now() where id = ${reader.id}`.execute(site.ctx.db);
  expect(await lock()).toBe('inactive');
});

test('neither the account nor the story changes until the transaction ends', async () => {
  const { story } = await write.published(await site.person());
  const reader = await site.person();
  const changes = [
    () => setSuspended(site.ctx.db, reader.id, site.clock.now()),
    () => sql`update stories set title = title where id = ${story._id}`.execute(site.ctx.db),
  ];
  const order: string[] = [];
  const made = await transaction(site.ctx.db, async (tx) => {
    await lockPersonAndStory(tx, reader.id, story._id);
    const waiting = changes.map(async (change) => {
      await change();
      order.push('changed');
    });
    await new Promise((resolve) => setTimeout(resolve, 100));
    order.push('committed');
    return { waiting };
  });
  await Promise.all(made.waiting);
  expect(order).toEqual(['committed', 'changed', 'changed']);
});
