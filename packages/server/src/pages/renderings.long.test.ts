import { expect, test } from 'vitest';
import { indexAll } from '../modules/search/index.ts';
import { listeningPages } from '../testing/listening-pages.ts';
import { settledLockWaits } from '../testing/lock-waits.ts';
import { writing } from '../testing/stories-for-tests.ts';
import { testApp } from '../testing/test-app.ts';

const site = testApp();
const write = writing(site);

test('concurrent page requests from one address are rendered a few at a time [R63]', async () => {
  const ana = await site.person();
  const paths: string[] = [];
  for (let n = 0; n < 15; n += 1) paths.push(`/story/${(await write.published(ana)).story._id}`);
  // The search index reads the locked table too.
  await indexAll(site.ctx);
  const pages = await listeningPages(site);
  try {
    const lock = await site.database.pool.connect();
    await lock.query('begin');
    await lock.query('lock table story_genres in access exclusive mode');
    const responses = paths.map((path) => pages.get(path));
    const waits = await settledLockWaits(lock);
    await lock.query('rollback');
    lock.release();
    // Two renderings, each of which asks for the story and for its place in a series.
    expect(waits).toBeLessThanOrEqual(4);
    expect(new Set((await Promise.all(responses)).map(({ status }) => status))).toEqual(new Set([200]));
    // Cached pages do not wait.
    const cached = await Promise.all(paths.map((path) => pages.get(path)));
    expect(new Set(cached.map(({ status }) => status))).toEqual(new Set([200]));
  } finally {
    await pages.close();
  }
});
