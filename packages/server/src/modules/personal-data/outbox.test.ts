import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as account from '@inkling/contract/account';
import { deleteMe } from '@inkling/contract/personal-data';
import { sendMessage } from '@inkling/contract/site';
import { expect, test } from 'vitest';
import { day } from '../../platform/clock.ts';
import { sql } from '../../platform/db/db.ts';
import { outboxOf } from '../../platform/email/configured.ts';
import { sweepPlatform } from '../../platform/sweep.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { deletePerson } from './deletion.service.ts';

// Without an email server, emails are written to files.
const site = testApp({ CONTACT_EMAIL: 'post@inkling.example' });
const password = 'a lamp in the window';

/** All emails in the outbox. */
async function outbox(): Promise<string[]> {
  const folder = outboxOf(site.ctx.config);
  const names = await readdir(folder).catch((): string[] => []);
  return Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
}
const to = (emails: string[], address: string) =>
  emails.filter((email) => new RegExp(`^To: ${address.replaceAll('.', '\\.')}\\r?$`, 'im').test(email));

async function sweep(retentionDays: number): Promise<void> {
  const nightly: (() => Promise<void>)[] = [];
  sweepPlatform({
    ...site.ctx,
    config: { ...site.ctx.config, OUTBOX_DAYS: retentionDays },
    jobs: {
      ...site.ctx.jobs,
      work: (_queue, handler) => {
        const job = { id: '', lastAttempt: false, signal: new AbortController().signal };
        nightly.push(() => handler({} as Parameters<typeof handler>[0], job));
      },
    },
  });
  for (const work of nightly) await work();
}

/** A user who has been sent an email. */
async function emailedUser(): Promise<Person> {
  const who = await site.person();
  await site.as(null).call(account.forgotPassword, { body: { email: await emailOf(who) } });
  await site.runJobs();
  return who;
}

const emailOf = async (who: Person) => {
  const { rows } = await sql<{ email: string }>`
    select email from credentials where user_id = ${who.id}`.execute(site.ctx.db);
  return rows[0]?.email ?? '';
};

test('the nightly sweep deletes only outbox emails older than OUTBOX_DAYS', async () => {
  const ada = await emailedUser();
  const email = await emailOf(ada);
  expect(to(await outbox(), email)).toHaveLength(1);
  await writeFile(join(outboxOf(site.ctx.config), 'my notes.eml'), 'of the operator');
  site.clock.advance(30 * day - 1);
  const ben = await emailedUser();
  await sweep(30);
  expect(to(await outbox(), email)).toHaveLength(1);
  site.clock.advance(2);
  await sweep(0);
  expect(to(await outbox(), email)).toHaveLength(1);
  await sweep(30);
  expect(to(await outbox(), email)).toEqual([]);
  expect(to(await outbox(), await emailOf(ben))).toHaveLength(1);
  expect(await outbox()).toContain('of the operator');
});

test('deleting an account deletes the emails to and from its addresses, but not those of others [R21]', async () => {
  const [cleo, dora] = [await emailedUser(), await emailedUser()];
  const [first, ofDora] = [await emailOf(cleo), await emailOf(dora)];
  // Two changes of address: one to an unused address, one to Dora's.
  for (const newEmail of ['second@example.test', ofDora.toUpperCase()]) {
    await site.as(cleo).call(account.updateEmail, { body: { email: newEmail, password } });
    await site.runJobs();
  }
  for (const email of [first, ofDora]) {
    const body = { name: 'Somebody', email, subject: 'A question', message: 'May I ask you something?' };
    expect((await site.as(null).call(sendMessage, { body })).status).toBe(201);
  }
  await site.as(cleo).call(deleteMe, { body: { password } });
  await site.runJobs();
  const before = await outbox();
  expect(to(before, first).length).toBeGreaterThan(0);
  expect(to(before, 'second@example.test')).toHaveLength(1);
  expect(to(before, 'post@inkling.example')).toHaveLength(2);

  site.clock.advance(8 * day);
  expect(await deletePerson(site.ctx, cleo.id)).toBe(true);
  const after = await outbox();
  expect(after.join('\n').toLowerCase()).not.toContain(first.toLowerCase());
  expect(to(after, 'second@example.test')).toEqual([]);
  expect(to(after, ofDora)).toEqual(to(before, ofDora));
  expect(to(after, 'post@inkling.example')).toHaveLength(1);
});

test('deleting an account works without an outbox folder', async () => {
  const otherCtx = {
    ...site.ctx,
    config: { ...site.ctx.config, DATA_DIR: join(site.ctx.config.DATA_DIR, 'x') },
  };
  await mkdir(otherCtx.config.DATA_DIR);
  const eve = await site.person();
  await site.as(eve).call(deleteMe, { body: { password } });
  site.clock.advance(8 * day);
  expect(await deletePerson(otherCtx, eve.id)).toBe(true);
});
