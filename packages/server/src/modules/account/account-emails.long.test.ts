import * as calls from '@inkling/contract/account';
import { describe, expect, test } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { accountsWithEmail } from '../../testing/accounts-with-email.ts';
import { findLink } from '../../testing/email-sink.ts';

const { site, sink, password, addressOf, signUp, isVerified, requestReset, verify, emails } =
  await accountsWithEmail();

describe('an email server', () => {
  test.each([
    ['is down', () => sink.leave(), () => sink.comeBack()],
    ['refuses temporarily', async () => sink.behave('busy'), async () => sink.behave('takes')],
    ['does not respond', async () => sink.behave('hangs'), async () => sink.behave('takes')],
  ])('that %s delays emails, but loses none and does not slow responses', async (state, stop, restart) => {
    const username = `wait_${state.replaceAll(' ', '_')}`;
    await stop();
    const person = await signUp(username);
    await requestReset(addressOf(username));
    // Both requests have been answered before the email server is contacted for the first time.
    expect(await site.runJobs()).toEqual({ done: 0, failed: 2 });
    expect(sink.taken()).toEqual([]);
    await restart();
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

test('emails are still delivered after the email server was down for three days [R60]', async () => {
  await signUp('viola');
  sink.behave('busy');
  const failOnce = async () => expect(await site.runJobs({ waiting: true })).toEqual({ done: 0, failed: 1 });
  await failOnce();
  await failOnce();
  // After the first retries, one follows every hour.
  await sql`update pgboss.job set retry_count = ${3 * 24 - 1} where name = 'account-emails' and state = 'retry'`.execute(
    site.ctx.db,
  );
  await failOnce();
  sink.behave('takes');
  expect(await site.runJobs({ waiting: true })).toEqual({ done: 1, failed: 0 });
  expect(sink.taken()).toHaveLength(1);
});

describe('many emails', () => {
  test('requests for unknown addresses do not delay emails to real accounts', async () => {
    for (let number = 0; number < 20; number += 1) await requestReset(`nobody${number}@example.test`);
    await signUp('umar');
    await requestReset(addressOf('umar'));
    const { rows } = await sql<{ template: string; known: boolean }>`
      select data ->> 'template' as template, exists (select from users where id::text = data ->> 'userId') as known
      from pgboss.job where name = 'account-emails' and state = 'created'
      order by priority desc, created_on`.execute(site.ctx.db);
    expect(rows.slice(0, 3)).toEqual([
      { template: 'verify', known: true },
      { template: 'reset', known: true },
      { template: 'reset', known: false },
    ]);
    expect(rows).toHaveLength(22);
    expect(await emails()).toHaveLength(2);
  });
});

describe('stored data', () => {
  test('no table contains the secret of a link or session, and no job contains an address [R01] [R05] [R06]', async () => {
    const sven = await signUp('sven');
    await requestReset(addressOf('sven'));
    await site.as(sven).call(calls.updateEmail, { body: { password, email: 'sven.new@example.test' } });
    const jobs = await sql<{
      data: string;
    }>`select data::text from pgboss.job where state < 'active'`.execute(site.ctx.db);
    expect(jobs.rows.length).toBeGreaterThan(3);
    expect(jobs.rows.map(({ data }) => data).join()).not.toContain('@');
    const sent = await emails();
    const secrets = sent.flatMap((email) =>
      [...(email.text ?? '').matchAll(/\/([\w-]{43})$/gm)].map((match) => match[1] ?? ''),
    );
    expect(secrets).toHaveLength(3);
    const { text, tables } = await databaseText();
    expect(tables).toBeGreaterThan(15);
    expect(text).toContain('sven.new@example.test');
    for (const secret of [...secrets, sven.token, password]) expect(text).not.toContain(secret);
  });
});

/** Every row of every table, as text. */
async function databaseText(): Promise<{ text: string; tables: number }> {
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
