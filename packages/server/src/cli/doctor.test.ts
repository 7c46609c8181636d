import { expect, test } from 'vitest';
import { sql } from '../platform/db/db.ts';
import { runCommand } from '../process-tests/testing/programs.ts';
import { writing } from '../testing/stories-for-tests.ts';
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
  await sql`update stories set likes = 3 where id = ${story._id}`.execute(site.ctx.db);
  const wrong = await audit();
  expect([wrong.code, wrong.stdout.split('\n')]).toEqual([
    1,
    [
      `stories ${story._id}: likes is 3, but the rows add up to 0`,
      expect.stringMatching(/^Checked the counters of \d+ rows: 1 is wrong\.$/),
      '',
    ],
  ]);
  expect((await runCommand(['doctor'], settings)).code).toBe(2);
});
