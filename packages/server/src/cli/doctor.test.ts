import { expect, test } from 'vitest';
import { checkLog, suspend } from '../modules/measures/index.ts';
import { sql } from '../platform/db/db.ts';
import { runCommand } from '../process-tests/testing/programs.ts';
import { writing } from '../testing/stories-for-tests.ts';
import { setCounts } from '../testing/story-counts.ts';
import { testApp } from '../testing/test-app.ts';

const site = testApp();

/** `inkling doctor` on this database. */
function doctor(...args: string[]) {
  const { host = '', port = 0, user = '', password = '', database = '' } = site.database.pool.options;
  const DATABASE_URL = `postgres://${user}:${String(password)}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
  return runCommand(['doctor', ...args], { DATABASE_URL });
}

test('inkling doctor --audit says which counters are wrong, and exits with 1 if any is [R42]', async () => {
  const { story } = await writing(site).published(await site.person());
  const audit = () => doctor('--audit');
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
  expect((await doctor()).code).toBe(2);
  await setCounts(site.ctx.db, story._id, { likes: 0 });
});

test('inkling doctor --audit exits with 1 if someone has changed the log of measures, which takes a superuser', async () => {
  const change = (statement: string) => sql.raw(statement).execute(site.ctx.db);
  for (let measure = 0; measure < 3; measure += 1) await suspend(site.ctx, (await site.person()).id);
  const { lastHash } = await checkLog(site.ctx.db);
  const right = await doctor('--audit');
  expect([right.code, right.stdout.split('\n')[1]]).toEqual([
    0,
    `Checked 3 entries of the log of measures: intact; the last hash is ${lastHash}.`,
  ]);
  // What the role of the server could not do if it did not own the table.
  await change('alter table measure_log disable trigger measure_log_append_only');
  await change(`update measure_log set at = at - interval '1 day' where number = 2`);
  await change('alter table measure_log enable trigger measure_log_append_only');
  const wrong = await doctor('--audit');
  expect([wrong.code, wrong.stdout.split('\n').slice(1)]).toEqual([
    1,
    [
      'Entry 2 of the log of measures, or one before it, was changed or is missing.',
      'Checked 3 entries of the log of measures: not intact.',
      '',
    ],
  ]);
});
