import { expect, test } from 'vitest';
import { runCommand } from '../process-tests/testing/programs.ts';
import { writing } from '../testing/stories-for-tests.ts';
import { setCounts } from '../testing/story-counts.ts';
import { testApp } from '../testing/test-app.ts';

const site = testApp();

test('inkling doctor --audit says which counters are wrong, and exits with 1 if any is [R42]', async () => {
  const { story } = await writing(site).published(await site.person());
  const { host = '', port = 0, user = '', password = '', database = '' } = site.database.pool.options;
  const settings = {
    DATABASE_URL: `postgres://${user}:${String(password)}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`,
  };
  const audit = () => runCommand(['doctor', '--audit'], settings);
  const right = await audit();
  expect([right.code, right.stdout, right.stderr]).toEqual([
    0,
    expect.stringMatching(/^Checked the counters of \d+ rows: all are correct\.\n$/),
    '',
  ]);
  await setCounts(site.ctx.db, story._id, { likes: 3 });
  const wrong = await audit();
  expect([wrong.code, wrong.stdout.split('\n')]).toEqual([
    1,
    [
      `story_counts ${story._id}: likes is 3, but the rows add up to 0`,
      expect.stringMatching(/^Checked the counters of \d+ rows: 1 is wrong\.$/),
      '',
    ],
  ]);
  expect((await runCommand(['doctor'], settings)).code).toBe(2);
});
