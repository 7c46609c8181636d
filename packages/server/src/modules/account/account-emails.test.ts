import * as calls from '@inkling/contract/account';
import { describe, expect, test } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { accountsWithEmail } from '../../testing/accounts-with-email.ts';
import { findLink } from '../../testing/email-sink.ts';

const { site, sink, password, addressOf, signUp, isVerified, forgot, verify, emails } =
  await accountsWithEmail();

describe('a mail server', () => {
  test.each([
    ['is away', () => sink.leave(), () => sink.comeBack()],
    ['refuses for now', async () => sink.behave('busy'), async () => sink.behave('takes')],
    ['says nothing', async () => sink.behave('hangs'), async () => sink.behave('takes')],
  ])('that %s delays a mail, loses none and slows nobody', async (what, goes, returns) => {
    const username = `wait_${what.replaceAll(' ', '_')}`;
    await goes();
    const person = await signUp(username);
    await forgot(addressOf(username));
    // They have their answers, and only now is the mail server asked for the first time.
    expect(await site.runJobs()).toEqual({ done: 0, failed: 2 });
    expect(await site.runJobs({ waiting: true })).toEqual({ done: 0, failed: 2 });
    expect(sink.taken()).toEqual([]);
    await returns();
    expect(await site.runJobs({ waiting: true })).toEqual({ done: 2, failed: 0 });
    const sent = sink.taken();
    expect(sent.map(({ subject }) => subject).toSorted()).toEqual([
      'Choose a new password',
      'Verify your email address',
    ]);
    expect(await site.runJobs({ waiting: true })).toEqual({ done: 0, failed: 0 });
    expect(sink.taken()).toEqual([]);
    const email = sent.find(({ subject }) => subject?.startsWith('Verify'));
    expect((await verify(findLink(email, '/verify-email/').token)).status).toBe(200);
    expect(await isVerified(person)).toBe(true);
  });
});

test('a mail server that is away for three days gets its mails all the same', async () => {
  await signUp('viola');
  sink.behave('busy');
  // After the first tries one follows the other by an hour.
  for (let hours = 0; hours < 3 * 24; hours += 1) {
    expect(await site.runJobs({ waiting: true })).toEqual({ done: 0, failed: 1 });
  }
  sink.behave('takes');
  expect(await site.runJobs({ waiting: true })).toEqual({ done: 1, failed: 0 });
  expect(sink.taken()).toHaveLength(1);
});

describe('many mails', () => {
  test('what is asked for addresses that nobody has keeps nobody’s mail waiting', async () => {
    for (let number = 0; number < 20; number += 1) await forgot(`nobody${number}@example.test`);
    await signUp('umar');
    await forgot(addressOf('umar'));
    const { rows } = await sql<{ letter: string; known: boolean }>`
      select data ->> 'letter' as letter, exists (select from users where id::text = data ->> 'userId') as known
      from pgboss.job where name = 'account-mails' and state = 'created'
      order by priority desc, created_on`.execute(site.ctx.db);
    expect(rows.slice(0, 3)).toEqual([
      { letter: 'verify', known: true },
      { letter: 'reset', known: true },
      { letter: 'reset', known: false },
    ]);
    expect(rows).toHaveLength(22);
    expect(await emails()).toHaveLength(2);
  });
});

describe('what is kept', () => {
  test('no table has the secret of a link or a log-in, and no job an address', async () => {
    const sven = await signUp('sven');
    await forgot(addressOf('sven'));
    await site.as(sven).call(calls.updateEmail, { body: { password, email: 'sven.new@example.test' } });
    const jobs = await sql<{
      data: string;
    }>`select data::text from pgboss.job where state < 'active'`.execute(site.ctx.db);
    expect(jobs.rows.length).toBeGreaterThan(3);
    expect(jobs.rows.map(({ data }) => data).join()).not.toContain('@');
    const sent = await emails();
    const secrets = sent.flatMap((email) =>
      [...(email.text ?? '').matchAll(/\/([\w-]{43})$/gm)].map((found) => found[1] ?? ''),
    );
    expect(secrets).toHaveLength(3);
    const { text, tables } = await everything();
    expect(tables).toBeGreaterThan(15);
    expect(text).toContain('sven.new@example.test');
    for (const secret of [...secrets, sven.token, password]) expect(text).not.toContain(secret);
  });
});

/** Every row of every table, as text. */
async function everything(): Promise<{ text: string; tables: number }> {
  const tables = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ('public', 'pgboss')`.execute(site.ctx.db);
  const texts = await Promise.all(
    tables.rows.map(async ({ name }) => {
      const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.raw(name)} t`.execute(
        site.ctx.db,
      );
      return rows.map(({ row }) => row).join('\n');
    }),
  );
  return { text: texts.join('\n'), tables: texts.length };
}
