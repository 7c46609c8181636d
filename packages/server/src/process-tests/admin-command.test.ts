import { getMe, login, register } from '@inkling/contract/account';
import { listQueue } from '@inkling/contract/reports';
import { expect, test } from 'vitest';
import { migratedDataFolder } from '../platform/db/embedded/testing/database-users.ts';
import { runCommand, startServer, stop } from './testing/programs.ts';
import { call, testPersonPassword as password, signUp } from './testing/test-people.ts';

test('the operator decides who signs up, appoints a moderator, ends sessions and deletes an account', async () => {
  const settings = { DATA_DIR: await migratedDataFolder() };
  const server = await startServer(settings);
  const run = (...words: string[]) => runCommand(words, settings);
  const says = (stdout: string) => ({ code: 0, stdout: `${stdout}\n`, stderr: '' });
  const refuses = (stderr: string) => ({ code: 1, stdout: '', stderr: `${stderr}\n` });
  const ben = await signUp(server.url, 'ben');
  const status = async (token: string) => (await call(server.url, token, getMe, {})).status;

  expect(await run('moderators')).toEqual(says('There are no moderators.'));
  expect(await run('moderators', 'grant', 'Ben')).toEqual(says('ben is now a moderator.'));
  expect(await run('moderators')).toEqual(says('ben'));
  const queueStatus = async () => (await call(server.url, ben.token, listQueue, {})).status;
  await expect.poll(queueStatus).toBe(200);
  expect(await run('moderators', 'revoke', 'ben')).toEqual(says('ben is no longer a moderator.'));
  await expect.poll(queueStatus).toBe(403);
  expect(await run('moderators', 'grant', 'no_one')).toEqual(refuses('There is no user named no_one.'));
  expect((await run('moderators', 'praise', 'ben')).code).toBe(2);

  // By approval: of two people one is let in.
  expect((await run('admin', 'settings', 'registration=approval')).code).toBe(0);
  const signUpWaiting = async (username: string) => {
    const email = `${username}@example.test`;
    const body = { username, email, password, passwordConfirm: password, words: 'I write about lamps.' };
    expect((await call(server.url, null, register, { body })).failure.code).toBe('APPROVAL_PENDING');
  };
  const signIn = async (email: string) =>
    (await call(server.url, null, login, { body: { email, password } })).status;
  await signUpWaiting('cleo');
  await signUpWaiting('dora');
  expect((await run('admin', 'signups')).stdout).toMatch(
    /cleo \(example\.test\).+\n {4}I write about lamps\./,
  );
  expect(await signIn('cleo')).toBeGreaterThanOrEqual(400);
  expect(await run('admin', 'signups', 'approve', 'cleo')).toEqual(says('The account of cleo is approved.'));
  expect(await signIn('cleo')).toBe(200);
  expect(await run('admin', 'signups', 'refuse', 'dora')).toEqual(says('The account of dora is refused.'));
  expect(await signIn('dora')).toBeGreaterThanOrEqual(400);
  expect(await run('admin', 'signups')).toEqual(says('No one is waiting for approval.'));
  expect(await run('admin', 'signups', 'approve', 'no_one')).toEqual(
    refuses('There is no user named no_one.'),
  );

  // By invitation: one that is revoked lets no one in.
  expect((await run('admin', 'settings', 'registration=invitation')).code).toBe(0);
  const invited = await run('admin', 'invite', '--people', '2');
  expect(invited.code).toBe(0);
  const listed = (await run('admin', 'invitations')).stdout;
  expect(listed).toMatch(/^[0-9a-f-]{36} {2}0 of 2 used, until .+\n$/);
  const invitation = listed.slice(0, 36);
  expect(await run('admin', 'invitations', 'revoke', invitation)).toEqual(
    says('The invitation can no longer be used.'),
  );
  expect(await run('admin', 'invitations')).toEqual(says('There are no active invitations.'));

  expect(await run('admin', 'end-sessions', 'ben')).toEqual(says('ben is signed out everywhere.'));
  await expect.poll(() => status(ben.token)).toBe(401);
  const deleted = await run('admin', 'delete', 'cleo');
  expect(deleted).toMatchObject({ code: 0, stderr: '' });
  expect(deleted.stdout).toMatch(
    /^cleo is hidden, and will be deleted in \d+ days unless they sign in before then\.\n$/,
  );
  const log = (await run('admin', 'log')).stdout;
  for (const action of ['moderator-granted', 'person-approved', 'invitation-revoked', 'deletion-requested'])
    expect(log).toContain(action);
  expect((await stop(server)).code).toBe(0);
});

test('the operator changes genres, which is logged, and sees what takes up space', async () => {
  const settings = { DATA_DIR: await migratedDataFolder() };
  const run = (...words: string[]) => runCommand(words, settings);
  const says = (stdout: string) => ({ code: 0, stdout: `${stdout}\n`, stderr: '' });
  expect(await run('genres', 'add', 'Sea Tales')).toEqual(says('Sea Tales is now a genre.'));
  expect((await run('genres', 'add', 'sea tales')).stderr).toBe('There is already a genre with this name.\n');
  expect(await run('genres', 'add-subgenre', 'sea tales', 'Whaling')).toEqual(
    says('Whaling is now a subgenre of Sea Tales.'),
  );
  expect((await run('genres')).stdout).toContain('Sea Tales: 0 published\n  Whaling\n');
  expect(await run('genres', 'delete', 'Sea Tales', 'whaling')).toEqual(
    says('Whaling is no longer a subgenre of Sea Tales.'),
  );
  expect(await run('genres', 'rename', 'Sea Tales', 'Salt')).toEqual(says('Sea Tales is now called Salt.'));
  expect(await run('genres', 'delete', 'Salt')).toEqual(says('Salt is deleted.'));
  expect((await run('genres', 'delete', 'Salt')).code).toBe(1);
  expect((await run('genres', 'rename', 'Fantasy')).code).toBe(2);
  expect((await run('admin', 'log')).stdout).toMatch(/Salt/);
  expect((await run('storage')).stdout).toMatch(
    /covers: 0 bytes in 0 files[\s\S]+Database: [\d.]+ MB\n[\s\S]+chapters: /,
  );
});
