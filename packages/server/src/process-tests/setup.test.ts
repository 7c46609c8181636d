import { spawn } from 'node:child_process';
import { mkdir, readdir, readFile, readlink, stat, symlink, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { createServer } from 'node:https';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseEnv } from 'node:util';
import { getMe, login } from '@inkling/contract/account';
import { expect, onTestFinished, test } from 'vitest';
import { freshDataFolder } from '../platform/db/embedded/testing/database-users.ts';
import { emailSink } from '../testing/email-sink.ts';
import { findProgram, freePort, makeCertificate } from './testing/proxies.ts';
import { call } from './testing/test-people.ts';

const program = join(import.meta.dirname, '../../bin/inkling.mjs');

/** An empty folder that an operator works in, which a database's user can enter. */
async function emptyFolder(): Promise<string> {
  const folder = dirname(await freshDataFolder('site'));
  await mkdir(folder, { recursive: true });
  return folder;
}

/** Starts `inkling` in a folder, with its settings from `.env` alone; `lines` are typed one after another. */
function start(folder: string, args: string[], lines: string[] = [], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [program, ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  child.stdin.end(lines.map((line) => `${line}\n`).join(''));
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => {
      output[name] += text;
    });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  return { child, output, ended };
}

async function run(folder: string, args: string[], lines: string[] = [], env: Record<string, string> = {}) {
  const { ended, output } = start(folder, args, lines, env);
  return { code: await ended, ...output };
}

test('setup asks five questions, tries each answer, and doctor has nothing to say about its site', async ({
  skip,
}) => {
  if (findProgram('openssl') === null) return skip('openssl is not installed');
  const mail = await emailSink();
  onTestFinished(() => mail.leave());
  const folder = await emptyFolder();
  // Stands for the proxy with TLS.
  const [port, publicPort] = [await freePort(), await freePort()];
  const certificate = await makeCertificate(folder);
  const pem = { cert: await readFile(certificate.file), key: await readFile(certificate.key) };
  const proxy = createServer(pem, (incoming, outgoing) => {
    const headers = { ...incoming.headers, 'x-forwarded-for': '198.51.100.7', 'x-forwarded-proto': 'https' };
    const passed = request({ port, path: incoming.url, method: incoming.method, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    passed.on('error', () => outgoing.destroy());
    incoming.pipe(passed);
  }).listen(publicPort, '127.0.0.1');
  onTestFinished(() => void proxy.close());

  const url = `https://localhost:${publicPort}`;
  const contact = 'ada@example.test';
  const done = await run(
    folder,
    ['setup'],
    [
      ...['http://localhost', 'https://no-such-name.invalid', url],
      // A mail server that is not there; then all of the question again.
      ...[contact, '', 'smtp://127.0.0.1:1', contact, 'Ink <post@stories.example>', mail.url],
      'data',
      // A password that is easy to guess.
      ...['ada', 'password', 'Ada’s Press', 'ada', 'six quiet herons', 'Ada’s Press'],
      ...['25:00', '03:15'],
    ],
  );
  expect(done.stderr).toContain('Start the address with https://');
  expect(done.stderr).toContain('no-such-name.invalid can’t be found');
  expect(done.stderr).toContain('The mail server did not accept an email');
  expect(done.stderr).toMatch(/password is too easy to guess/);
  expect(done.stderr).toContain('BACKUPS: use off, or a time in UTC');
  expect(done.stdout).toContain('ada is the first admin.');
  expect(done.stdout).toMatch(/Backed up .* It can be restored\. Checked every row/);
  expect(done.stdout).toContain(`WorkingDirectory=${folder}\n`);
  expect(done.code).toBe(0);
  expect(mail.taken().map(({ to, from }) => [to?.[0]?.address, from?.name])).toEqual([[contact, 'Ink']]);

  const env = await readFile(join(folder, '.env'), 'utf8');
  expect((await stat(join(folder, '.env'))).mode & 0o777).toBe(0o600);
  expect(parseEnv(env)).toEqual({
    NODE_ENV: 'production',
    PUBLIC_URL: url,
    TRUST_PROXY: 'loopback',
    CONTACT_EMAIL: contact,
    MAIL_FROM: 'Ink <post@stories.example>',
    SMTP_URL: mail.url,
    DATA_DIR: 'data',
    OPERATOR_NAME: 'Ada’s Press',
    BACKUPS: '03:15',
  });
  expect(env).not.toContain('herons');
  expect((await readdir(join(folder, 'data/backups'))).length).toBe(1);

  // Never without a yes.
  const again = await run(folder, ['setup'], ['no']);
  expect([again.code, again.stdout]).toEqual([1, 'Nothing was changed.\n']);
  expect(await readFile(join(folder, '.env'), 'utf8')).toBe(env);

  await writeFile(join(folder, '.env'), `${env}PORT=${port}\n`);
  const server = start(folder, ['start']);
  while (!/Inkling is running/.test(server.output.stdout)) {
    expect(server.child.exitCode, server.output.stderr).toBe(null);
    await sleep(50);
  }
  const local = `http://127.0.0.1:${port}`;
  const signIn = { email: 'ada', password: 'six quiet herons' };
  const { token } = (await call(local, null, login, { body: signIn })).body;
  const { user } = (await call(local, token, getMe, {})).body;
  expect([user.isAdmin, user.isVerified, user.email]).toEqual([true, true, contact]);
  const doctor = await run(folder, ['doctor'], [], { NODE_EXTRA_CA_CERTS: certificate.file });
  expect(doctor.stdout).toMatch(/\n0 problems, 0 warnings\.\n$/);
  expect(doctor.code).toBe(0);
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
});

test('a script answers with flags, the mail server in the environment and the password on standard input', async () => {
  const folder = await emptyFolder();
  await writeFile(join(folder, '.env'), '# Mine.\nPORT=3100\nPUBLIC_URL=https://old.example\n');
  const answers = [
    ...['--url', 'https://localhost', '--contact', 'ada@example.test', '--mail-from', 'ada@example.test'],
    ...['--data', 'data', '--admin', 'ada', '--operator', 'Ada', '--backups', 'off', '--replace'],
  ];
  const failed = await run(folder, ['setup', ...answers], [], { SMTP_URL: 'smtp://127.0.0.1:1' });
  expect(failed.code).toBe(1);
  expect(failed.stderr).toContain('No settings were written.');
  // A name that is not known yet, given twice.
  answers[1] = 'https://no-such-name.invalid';
  const lines = [answers[1], 'six quiet herons'];
  const done = await run(folder, ['setup', ...answers], lines, { SMTP_URL: '' });
  expect(done.stdout).toContain('no-such-name.invalid can’t be found yet.');
  expect([done.code, done.stderr]).toEqual([0, expect.stringContaining('enter it again')]);
  const env = await readFile(join(folder, '.env'), 'utf8');
  expect(env).toMatch(
    /^# Mine\.\nPORT=3100\n\nNODE_ENV=production\nPUBLIC_URL=https:\/\/no-such-name\.invalid\n/,
  );
  expect(parseEnv(env)).toMatchObject({ TRUST_PROXY: 'loopback', BACKUPS: 'off', OPERATOR_NAME: 'Ada' });
  expect(parseEnv(env)).not.toHaveProperty('SMTP_URL');
  // Someone else may have the name.
  lines[1] = 'seven loud herons';
  const taken = await run(folder, ['setup', ...answers], lines, { SMTP_URL: '' });
  expect([taken.code, taken.stderr]).toEqual([1, expect.stringContaining('This name is taken.')]);
  lines[1] = 'six quiet herons';
  const again = await run(folder, ['setup', ...answers], lines, { SMTP_URL: '' });
  expect([again.code, again.stdout]).toEqual([0, expect.stringContaining('ada already has an account')]);
});

test('a password of the database is neither shown nor taken as a flag', async () => {
  const folder = await emptyFolder();
  const DATABASE_URL = 'postgres://ink:herons@127.0.0.1:1/ink';
  const flagged = await run(folder, ['setup', '--data', DATABASE_URL]);
  expect([flagged.code, flagged.stderr]).toEqual([2, expect.stringContaining('Set DATABASE_URL instead')]);
  const answers = [
    '--url',
    'https://localhost',
    '--contact',
    'a@example.test',
    '--mail-from',
    'a@example.test',
  ];
  const asked = await run(folder, ['setup', ...answers], [], { SMTP_URL: '', DATABASE_URL });
  expect(asked.stderr).toContain('PostgreSQL 18 [unchanged]: ');
  expect(asked.stderr + asked.stdout).not.toContain('herons');
});

test('settings that can’t be read are not replaced', async () => {
  const folder = await emptyFolder();
  await symlink('.env', join(folder, '.env'));
  const { code, stderr } = await run(folder, ['setup'], ['https://localhost']);
  expect([code, stderr]).toEqual([1, expect.stringContaining('.env can’t be read (ELOOP).')]);
  expect(await readlink(join(folder, '.env'))).toBe('.env');
});

test('for a container, whose data is in a volume, nothing is made beside the settings', async () => {
  const folder = await emptyFolder();
  const answers = [
    '--url',
    'https://localhost',
    '--contact',
    'ada@example.test',
    '--mail-from',
    'ada@example.test',
  ];
  const flags = [...answers, '--operator', 'Ada', '--backups', '03:15', '--container'];
  const done = await run(folder, ['setup', ...flags], [], { SMTP_URL: '' });
  expect([done.code, done.stderr]).toEqual([0, '']);
  expect(done.stdout).toContain('no-new-privileges:true');
  expect(done.stdout).toContain('docker compose exec inkling inkling admin grant USERNAME');
  expect(await readdir(folder)).toEqual(['.env']);
  const env = parseEnv(await readFile(join(folder, '.env'), 'utf8'));
  expect(env).toMatchObject({ TRUST_PROXY: '1', BACKUPS: '03:15' });
  expect(env).not.toHaveProperty('DATA_DIR');
});
