import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { withAppContext } from '../cli/command.ts';
import { contentOf, siteWithAuthor } from '../process-tests/testing/books.ts';
import { createDatabase } from '../process-tests/testing/databases.ts';
import { inThisProcess, runCommand } from '../process-tests/testing/programs.ts';

import { openBackup } from './backup-file.ts';
import { dailyBackup } from './daily-backup-job.ts';
import { loadBackup } from './load-backup.queries.ts';

/** How rows get into each partitioned table. */
const inserts: Record<string, string> = {
  'public.events': `
    insert into events (position, type, subject, person_ids, payload, created_at)
    select n, 'test.happened', gen_random_uuid(), '{}', jsonb_build_object('text', text), now() from rows`,
  'pgboss.job': `
    insert into pgboss.job (name, data) select 'daily-backup', jsonb_build_object('text', text) from rows`,
};
/** In any order; texts of up to 1,900 bytes that do not compress, so that rows of very different lengths share pages. */
const rows = `
  with rows as (
    select n, (select string_agg(md5(random()::text), '') from generate_series(1, 1 + n % 59)) as text
    from generate_series(1, 3000) n order by random())`;

test('rows of any length, in any order, are restored in every partitioned table [R59]', async () => {
  const { database, settings } = await siteWithAuthor();
  await inThisProcess(() => withAppContext(settings, (ctx) => ctx.jobs.send(ctx.db, dailyBackup, {})));
  // Statistics of queues are not backed up.
  const partitioned = await database.query(`
    select relnamespace::regnamespace || '.' || relname as name from pg_class
    where relkind = 'p' and relname <> 'queue_stats'`);
  expect(partitioned.map(({ name }) => name).toSorted()).toEqual(Object.keys(inserts).toSorted());
  for (const [name, insert] of Object.entries(inserts)) {
    await database.query(`${rows} ${insert}`);
    // Rows leave, so that the others fill their pages in another way once they are copied.
    await database.query(`delete from ${name} where random() < 0.5`);
  }

  const file = join(settings.DATA_DIR ?? '', 'site.zip');
  expect(await runCommand(['backup', file], settings)).toMatchObject({ code: 0 });
  const target = await createDatabase('migrated');
  const at = { DATA_DIR: join(settings.DATA_DIR ?? '', 'target'), DATABASE_URL: target.url };
  expect(await runCommand(['restore', file, '--keep-sessions'], at)).toMatchObject({ code: 0, stderr: '' });
  expect(await contentOf({ connectionString: target.url })).toEqual(
    await contentOf({ connectionString: database.url }),
  );
});

test('a restore that stores other rows than those of the backup is refused, and changes nothing [R59]', async () => {
  const { settings } = await siteWithAuthor();
  const file = join(settings.DATA_DIR ?? '', 'site.zip');
  expect(await runCommand(['backup', file], settings)).toMatchObject({ code: 0 });
  const target = { connectionString: (await createDatabase('migrated')).url };
  const before = await contentOf(target);
  const backup = await openBackup(file);
  const users = 'rows/public/users.txt';
  const restore = (rows: (all: string) => string) =>
    loadBackup(
      target,
      {
        ...backup,
        read: async (name) =>
          name === users
            ? Readable.from([Buffer.from(rows(await text(await backup.read(name))))])
            : backup.read(name),
      },
      { isMove: false, keepSessions: false },
      async () => {},
    );
  try {
    // As many rows as the manifest has, but PostgreSQL stores these times in another form; then one row too few.
    for (const rows of [(all: string) => all.replaceAll(/\+00(?=[\t\n])/g, '+00:00'), () => ''])
      await expect(restore(rows)).rejects.toThrow(
        /After loading, public\.users has \d+ rows that differ from the/,
      );
    expect(await contentOf(target)).toEqual(before);
    await restore((all) => all);
    expect(await contentOf(target)).not.toEqual(before);
  } finally {
    backup.close();
  }
});
