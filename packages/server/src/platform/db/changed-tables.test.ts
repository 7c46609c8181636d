import { listMyStories, updateStory } from '@inkling/contract/stories';
import { expect, test } from 'vitest';
import { writing } from '../../testing/stories-for-tests.ts';
import { testApp } from '../../testing/test-app.ts';
import { sql } from './db.ts';

const site = testApp();

test('a server keeps working while a newer one changes its tables', async () => {
  const author = await site.person();
  const { story } = await writing(site).published(author);
  const requestAll = () =>
    Promise.all(
      Array.from({ length: 40 }, async (_, n) => {
        const input = { params: { id: story._id }, body: { title: `Title ${n}` } };
        const changed = await site.as(author).call(updateStory, input);
        const mine = await site.as(author).call(listMyStories, {});
        return [changed.status, mine.status];
      }),
    );
  // Let every connection prepare its statements.
  await requestAll();
  for (const table of ['users', 'stories', 'chapters', 'sessions', 'credentials'])
    await sql`alter table ${sql.table(table)} add column of_tomorrow text`.execute(site.ctx.db);
  expect(new Set((await requestAll()).flat())).toEqual(new Set([200]));
});
