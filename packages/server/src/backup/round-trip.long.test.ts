import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFixtures } from '../contract-checks/fixtures.ts';
import { execute, firstRow } from '../platform/db/db.ts';
import { temporaryFolder } from '../platform/db/embedded/testing/database-users.ts';
import { contentOf, siteOf } from '../process-tests/testing/books.ts';
import { createDatabase, databaseUrl } from '../process-tests/testing/databases.ts';
import { runCommand } from '../process-tests/testing/programs.ts';
import { testApp } from '../testing/test-app.ts';

const site = testApp();

/** Any text that PostgreSQL can store: without the character NUL. */
const anyText = fc
  .string({ unit: 'binary', minLength: 1, maxLength: 60 })
  .map((text) => text.replaceAll('\0', '\\'))
  .map((text) => `${text}\\N\t`);

const anyMessage = fc.record({
  text: anyText,
  // Microseconds since 1970, up to the year 2100.
  at: fc.integer({ min: 0, max: 4_102_444_800_000_000 }),
  amount: fc.integer({ min: 1, max: 1_000_000 }),
});

test('a backup of any site restores every row, counters and sums fit, and no number is given out again [R59]', async () => {
  const owner = await site.person();
  await createFixtures(site, owner);
  await site.runEvents();
  const folder = await temporaryFolder();
  const url = databaseUrl({ database: site.database.pool.options.database ?? '' });
  const at = { DATA_DIR: join(folder, 'source'), DATABASE_URL: url };
  const { db } = site.ctx;
  let runs = 0;
  const target = await createDatabase('migrated');
  const settings = { DATA_DIR: join(folder, 'target'), DATABASE_URL: target.url };
  const floors: number[] = [];

  await fc.assert(
    fc.asyncProperty(fc.array(anyMessage, { minLength: 1, maxLength: 30 }), async (messages) => {
      runs += 1;
      for (const [index, { text, at: micros, amount }] of messages.entries()) {
        await execute(db)`insert into contact_messages (name, email, subject, message, created_at)
          values (${text}, ${text}, ${text}, ${text}, to_timestamp(0) + ${micros} * interval '1 microsecond')`;
        await execute(db)`with entry as (
            insert into ledger_entries (user_id, currency, amount, reason, source, created_at)
            values (${owner.id}, 'gems', ${amount}, ${text}, ${`test:${runs}:${index}`}, now()) returning *)
          insert into balances select user_id, currency, amount from entry
          on conflict (user_id, currency) do update set amount = balances.amount + excluded.amount`;
      }
      const file = join(folder, `${runs}.zip`);
      expect(await runCommand(['backup', file], at)).toMatchObject({ code: 0 });
      expect(await runCommand(['restore', file, '--keep-sessions'], settings)).toMatchObject({
        code: 0,
        stderr: '',
      });
      const [mine, theirs] = [
        await siteOf({ connectionString: url }),
        await siteOf({ connectionString: target.url }),
      ];
      expect(theirs.content).toEqual(mine.content);
      const used = Object.entries(mine.sequences).filter(
        ([name, last]) => last !== null && name.startsWith('public.'),
      );
      expect(used.length).toBeGreaterThan(0);
      for (const [name, last] of used)
        expect(Number(theirs.sequences[name]), name).toBeGreaterThan(Number(last));
      const [numbering] = await target.query('select min_version from chapter_numbering');
      floors.push(Number(numbering?.min_version));
    }),
    { numRuns: 3 },
  );
  // Restoring again raises the numbers of versions again.
  expect(floors).toEqual(floors.toSorted((a, b) => a - b));
  expect(new Set(floors).size).toBe(floors.length);
  const highest = await firstRow<{ version: number }>(
    db,
  )`select max(version) as version from chapter_versions`;
  expect(Math.min(...floors)).toBeGreaterThan(highest?.version ?? 0);

  // A sum that differs from its entries.
  await execute(
    db,
  )`update balances set amount = amount + 1 where user_id = ${owner.id} and currency = 'gems'`;
  const wrong = join(folder, 'wrong.zip');
  expect(await runCommand(['backup', wrong], at)).toMatchObject({ code: 0 });
  const before = await contentOf({ connectionString: target.url });
  expect(await runCommand(['restore', wrong], settings)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('1 counters differ from their rows.'),
  });
  expect((await contentOf({ connectionString: target.url })).balances).toEqual(before.balances);
  const verified = await runCommand(['backup', 'verify', join(folder, '1.zip')], at);
  expect([verified.code, verified.stderr, verified.stdout]).toEqual([
    0,
    '',
    expect.stringMatching(/Checked every row, .* the text of [1-9]\d* chapters? byte for byte\.\n$/),
  ]);
});
