import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import S3rver from '@20minutes/s3rver';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checks } from '../doctor/checks.ts';
import { examine } from '../doctor/doctor.ts';
import { day, hour } from '../platform/clock.ts';
import { readConfig } from '../platform/config.ts';
import { sql } from '../platform/db/db.ts';
import { freshDataFolder, migratedDataFolder } from '../platform/db/embedded/testing/database-users.ts';
import { defineQueue } from '../platform/jobs/jobs.ts';
import {
  recordFailedBackup,
  recordRestorableBackup,
  recordUnverifiedBackup,
  recordWrittenBackup,
} from '../platform/last-backup.queries.ts';
import { endMaintenance, startMaintenance } from '../platform/maintenance.ts';
import { deleteState, writeState } from '../platform/site-state.queries.ts';
import { s3Storage } from '../platform/storage/s3-storage.ts';
import { createDatabase } from '../process-tests/testing/databases.ts';
import { runCommand } from '../process-tests/testing/programs.ts';
import { emailSink } from '../testing/email-sink.ts';
import { setCounts } from '../testing/listed-stories.ts';
import { writing } from '../testing/stories-for-tests.ts';
import { testApp } from '../testing/test-app.ts';

const site = testApp();
let mail: Awaited<ReturnType<typeof emailSink>>;
/** Stands for the public address of the site. */
const address = createServer((_request, response) => response.end('{"status":"alive"}'));
let port = 0;
beforeAll(async () => {
  mail = await emailSink();
  await new Promise<void>((resolve) => address.listen(0, '127.0.0.1', resolve));
  port = (address.address() as AddressInfo).port;
});
afterAll(async () => {
  address.close();
  await mail.leave();
});

const databaseUrl = () => {
  const { host = '', port: at = 0, user = '', password = '', database = '' } = site.database.pool.options;
  return `postgres://${user}:${String(password)}@localhost:${at}/${database}?host=${encodeURIComponent(host)}`;
};

/** `inkling doctor` on this database. */
const doctor = (args: string[] = [], settings: Record<string, string> = {}) =>
  runCommand(['doctor', ...args], {
    DATABASE_URL: databaseUrl(),
    DATA_DIR: site.ctx.config.DATA_DIR,
    SMTP_URL: mail.url,
    MIN_FREE_MB: '0',
    BACKUPS: '02:30',
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    ...settings,
  });

interface Report {
  problems: number;
  warnings: number;
  checks: { name: string; status: string; says: string; details: string[] }[];
}

/** The line of a check, and the exit status. */
async function lineOf(name: string, args: string[] = [], settings: Record<string, string> = {}) {
  const { code, stdout, stderr } = await doctor([...args, '--json'], settings);
  expect(stderr).toBe('');
  const report: Report = JSON.parse(stdout);
  const line = report.checks.find((one) => one.name === name);
  return { code, status: line?.status, says: line?.says, details: line?.details };
}

test('on a sound site there is a line for each check, all ok, and the exit status is 0 [R60]', async () => {
  const { code, stdout, stderr } = await doctor();
  expect([code, stderr]).toEqual([0, '']);
  const lines = stdout.split('\n').filter((line) => line !== '');
  expect(lines.map((line) => line.split(/ +/, 2))).toEqual([
    ...['settings', 'address', 'disk', 'mail', 'redis', 'plans', 'database'].map((name) => ['ok', name]),
    ...checks.filter((check) => check.on === 'site').map(({ name }) => ['ok', name]),
    ['0', 'problems,'],
  ]);
});

test('a warning that DOCTOR_FINE names is shown as fine, a problem only with an exclamation mark, and words that are no check are named', async () => {
  const unset = { SMTP_URL: '' };
  expect(await lineOf('mail', [], unset)).toMatchObject({ code: 0, status: 'warning' });
  const marked = await doctor([], { ...unset, DOCTOR_FINE: 'mail,nothing' });
  expect(marked.code).toBe(0);
  expect(marked.stdout).toMatch(/^fine +mail +SMTP_URL is not set.* \(marked as fine in DOCTOR_FINE\)$/m);
  expect(marked.stdout).toContain('DOCTOR_FINE names nothing, which is not a check');
  const away = { SMTP_URL: 'smtp://127.0.0.1:1', DOCTOR_FINE: 'mail' };
  expect(await lineOf('mail', [], away)).toMatchObject({
    code: 1,
    status: 'problem',
    says: expect.stringContaining('ESOCKET'),
  });
  expect(await lineOf('mail', [], { ...away, DOCTOR_FINE: 'mail!' })).toMatchObject({
    code: 0,
    status: 'fine',
  });
});

test('plans in Stripe’s test mode are a warning on a production site; without Stripe there are none', async () => {
  const stripe = {
    STRIPE_SECRET_KEY: 'sk_test_key',
    STRIPE_WEBHOOK_SECRET: 'whsec_secret',
    STRIPE_PRO_PRICE: 'price_pro',
    STRIPE_PREMIUM_PRICE: 'price_premium',
  };
  const production = { NODE_ENV: 'production', PLANS: 'on', ...stripe };
  expect(await lineOf('plans', [], production)).toMatchObject({
    status: 'warning',
    says: 'Plans are in test mode',
  });
  expect(await lineOf('plans', [], { NODE_ENV: 'production', PLANS: 'on' })).toMatchObject({
    status: 'ok',
    says: 'off',
  });
});

test('a check of the mail server sends nothing, and the address is asked for', async () => {
  expect(await lineOf('mail')).toMatchObject({ status: 'ok' });
  expect(mail.taken()).toEqual([]);
  const closed = createServer();
  await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
  const { port: free } = closed.address() as AddressInfo;
  closed.close();
  const elsewhere = { PUBLIC_URL: `http://127.0.0.1:${free}` };
  expect(await lineOf('address', [], elsewhere)).toMatchObject({
    status: 'warning',
    says: `http://127.0.0.1:${free}/livez answers ECONNREFUSED`,
  });
});

test('without the database, doctor says why, checks the machine, and exits with 1 without a stack', async () => {
  const { code, stdout, stderr } = await doctor([], { DATABASE_URL: 'postgres://x:canary@127.0.0.1:1/x' });
  expect([code, stderr]).toEqual([1, '']);
  expect(stdout).toMatch(
    /^PROBLEM +database +can’t be opened\n +The PostgreSQL server in DATABASE_URL is not listening/m,
  );
  expect(stdout).toMatch(/^ok +mail/m);
  expect(stdout).toMatch(/^- +jobs +not checked without the database$/m);
  expect(stdout).not.toMatch(/canary|^ +at /m);
});

test('the embedded database of a stopped site is checked and stopped again; where there is none, none is made', async () => {
  const settings = { DATABASE_URL: '', DATA_DIR: await migratedDataFolder() };
  const { code, stdout } = await doctor([], settings);
  expect(stdout).toMatch(/^ok +database +the embedded database answers$/m);
  expect(stdout).toMatch(/^WARNING +server +no server is connected to the database$/m);
  expect(code).toBe(0);
  const empty = await freshDataFolder();
  await mkdir(empty, { recursive: true });
  expect(await lineOf('database', [], { ...settings, DATA_DIR: empty })).toMatchObject({
    code: 1,
    status: 'problem',
    says: `there is no database in ${empty}`,
  });
  expect(await readdir(empty)).toEqual([]);
});

test('a database without tables is a matter of migrations', async () => {
  const { url } = await createDatabase('empty');
  const { code, stdout } = await doctor([], { DATABASE_URL: url });
  expect(code).toBe(1);
  expect(stdout).toMatch(/^PROBLEM +migrations +\d+ to apply \(0001-baseline/m);
  expect(stdout).toMatch(/^PROBLEM +backup +its table is missing\n +Apply the migrations first/m);
});

test('wrong settings are a line, and wrong arguments a status of 2', async () => {
  const wrong = await doctor([], { PORT: 'canary' });
  expect([wrong.code, wrong.stderr]).toEqual([1, '']);
  expect(wrong.stdout).toMatch(/^PROBLEM +settings +not valid\n +This setting is wrong:\n/);
  expect(await lineOf('settings', [], { PUBLC_URL: 'x' })).toMatchObject({
    status: 'warning',
    details: ['PUBLC_URL is not an Inkling setting. Did you mean PUBLIC_URL?'],
  });
  expect((await doctor(['now'])).code).toBe(2);
  expect((await doctor(['--all'])).code).toBe(2);
});

test('a check that does not end is a problem after its time, and the next ones run', async () => {
  const config = readConfig({ DATABASE_URL: databaseUrl(), DATA_DIR: site.ctx.config.DATA_DIR });
  const names: unknown[] = [];
  const endless = {
    name: 'endless',
    about: '',
    on: 'machine',
    seconds: 0.01,
    run: () => new Promise<never>(() => {}),
  } as const;
  const broken = {
    name: 'broken',
    about: '',
    on: 'site',
    run: () => Promise.reject(new Error('it broke')),
  } as const;
  for await (const { name, status, says } of examine({ config, env: {}, isAudit: false }, [endless, broken]))
    names.push([name, status, says]);
  expect(names).toEqual([
    ['endless', 'problem', 'did not finish within 0.01 seconds'],
    ['database', 'ok', 'your own database answers'],
    ['broken', 'problem', 'couldn’t be checked: it broke'],
  ]);
});

test('a request from the proxy’s own machine says nothing about whether the proxy is trusted', async () => {
  const { http } = site.app;
  const remoteAddress = '127.0.0.1';
  const headers = { 'x-forwarded-for': `203.0.113.7, ${remoteAddress}`, 'x-forwarded-proto': 'https' };
  await http.inject({ url: '/livez', headers, remoteAddress });
  await sleep(500);
  const { rows } = await sql`select name from site_state where name like 'proxy-%'`.execute(site.ctx.db);
  expect(rows).toEqual([]);
});

test('requests through a proxy that is not trusted are a warning, under the setting of that time only', async () => {
  const remoteAddress = '127.0.0.1';
  const headers = { 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'https' };
  const { http } = site.app;
  // Anyone may send the header from elsewhere.
  await http.inject({ url: '/livez', headers, remoteAddress: '198.51.100.4' });
  expect(await lineOf('proxy')).toMatchObject({ status: 'ok' });
  await http.inject({ url: '/livez', headers, remoteAddress });
  await expect
    .poll(() => sql`select from site_state where name = 'proxy-not-trusted'`.execute(site.ctx.db))
    .toMatchObject({ rows: [{}] });
  const { rows } = await sql<{ value: object }>`select value from site_state`.execute(site.ctx.db);
  expect(JSON.stringify(rows)).not.toMatch(/203\.|127\./);
  // The site's clock is years behind in tests.
  await sql`update site_state set at = now()`.execute(site.ctx.db);
  expect(await lineOf('proxy')).toMatchObject({
    status: 'warning',
    says: expect.stringContaining('TRUST_PROXY'),
  });
  expect(await lineOf('proxy', [], { TRUST_PROXY: 'loopback' })).toMatchObject({ status: 'ok' });
  await sql`delete from site_state`.execute(site.ctx.db);
});

test('subscriptions of people without an account are named, as the last comparison found them', async () => {
  const state = { providerIds: ['sub_1'] };
  await writeState(site.ctx.db, 'unowned-subscriptions', state, new Date());
  expect(await lineOf('subscriptions')).toMatchObject({ code: 1, status: 'problem', details: ['sub_1'] });
  await deleteState(site.ctx.db, 'unowned-subscriptions');
  expect(await lineOf('subscriptions')).toMatchObject({ status: 'ok' });
});

test('maintenance mode, a late backup, a failed one and one that is not known to be restorable are named', async () => {
  const { db } = site.ctx;
  await startMaintenance(db, { since: new Date(), until: null, message: null });
  expect(await lineOf('maintenance')).toMatchObject({ code: 0, status: 'warning' });
  await endMaintenance(db);
  await recordWrittenBackup(db, new Date(), 'a.zip', 5);
  expect(await lineOf('backup')).toMatchObject({
    status: 'ok',
    says: expect.stringMatching(/^the last one was written at .*; none has been verified yet$/),
  });
  await recordUnverifiedBackup(db, new Date(), 'there is no room');
  expect(await lineOf('backup')).toMatchObject({
    status: 'warning',
    says: expect.stringContaining('not verified: there is no room'),
  });
  await sql`update daily_backups set since = now() - interval '10 days'`.execute(db);
  expect(await lineOf('backup')).toMatchObject({ code: 1, status: 'problem' });
  await recordRestorableBackup(db, new Date(), { at: new Date(), name: 'a.zip' });
  expect(await lineOf('backup')).toMatchObject({
    status: 'ok',
    says: expect.stringMatching(/; the one from .* can be restored$/),
  });
  await recordFailedBackup(db, new Date(), 'the disk is full');
  expect(await lineOf('backup')).toMatchObject({
    status: 'warning',
    says: expect.stringContaining('the disk is full'),
  });
  await sql`update daily_backups set since = now() - interval '9 days', good_at = now() - interval '3 days'`.execute(
    db,
  );
  expect(await lineOf('backup')).toMatchObject({ code: 1, status: 'problem' });
  expect(await lineOf('backup', [], { BACKUPS: 'off' })).toMatchObject({ code: 0, status: 'warning' });
  await recordWrittenBackup(db, new Date(), 'a.zip', 5);
});

test('a migration of a newer version, failed jobs and jobs that nobody runs are named', async () => {
  const { db, jobs } = site.ctx;
  await sql`insert into kysely_migration (name, timestamp) values ('0009-later', 'x')`.execute(db);
  expect(await lineOf('migrations')).toMatchObject({ code: 1, says: expect.stringContaining('0009-later') });
  await sql`delete from kysely_migration where name = '0009-later'`.execute(db);
  const queue = {
    name: 'doctor-test',
    retries: 0,
    initialDelay: 1,
    maxDelay: 1,
    timeout: 10,
    concurrency: 1,
    once: false,
  };
  await jobs.send(db, queue, {});
  await sql`update pgboss.job set start_after = now() - interval '1 hour' where name = 'doctor-test'`.execute(
    db,
  );
  expect(await lineOf('jobs')).toMatchObject({
    code: 1,
    says: 'waiting for more than 15 minutes: doctor-test',
    details: expect.arrayContaining(['sweep-images (20 * * * *): not in the last day']),
  });
  const later = { ...queue, name: 'doctor-failed' };
  await jobs.send(db, later, {});
  await sql`update pgboss.job set state = 'failed' where name = 'doctor-failed'`.execute(db);
  expect(await lineOf('jobs')).toMatchObject({
    code: 1,
    says: 'waiting for more than 15 minutes: doctor-test; failed for good: doctor-failed (1)',
  });
  await sql`delete from pgboss.job where name = 'doctor-failed'`.execute(db);
  await sql`update pgboss.job set state = 'failed' where name = 'doctor-test'`.execute(db);
  expect(await lineOf('jobs')).toMatchObject({
    code: 0,
    status: 'warning',
    says: 'failed for good: doctor-test (1)',
  });
  await sql`delete from pgboss.job where name = 'doctor-test'`.execute(db);
});

test('that no job was added for 15 minutes is a problem, as long as the server ran then', async () => {
  const { db, jobs } = site.ctx;
  await jobs.send(db, defineQueue('doctor-scheduled'), {});
  await sql`update pgboss.job set created_on = now() - interval '1 hour', start_after = now() + interval '1 hour'`.execute(
    db,
  );
  const startedAt = (at: Date) =>
    sql`insert into pgboss.schedule (name, cron, updated_on) values ('doctor-scheduled', '* * * * *', ${at})
      on conflict (name, key) do update set updated_on = ${at}`.execute(db);
  await startedAt(new Date(Date.now() - 2 * hour));
  expect(await lineOf('jobs')).toMatchObject({
    code: 1,
    status: 'problem',
    says: expect.stringMatching(/^none was added since .* UTC$/),
  });
  await startedAt(new Date());
  expect(await lineOf('jobs')).toMatchObject({ code: 0, status: 'ok' });
  await sql`delete from pgboss.schedule where name = 'doctor-scheduled'`.execute(db);
  await sql`delete from pgboss.job where name = 'doctor-scheduled'`.execute(db);
});

test('Redis is asked for an answer if the site uses it', async () => {
  expect(await lineOf('redis')).toMatchObject({ status: 'ok', says: 'not used' });
  // Answers each command as Redis does a ping.
  const redis = createTcpServer((socket) =>
    socket.on('data', (text) => socket.write('+PONG\r\n'.repeat(String(text).match(/^\*/gm)?.length ?? 0))),
  );
  await new Promise<void>((resolve) => redis.listen(0, '127.0.0.1', resolve));
  const { port: at } = redis.address() as AddressInfo;
  const settings = { REDIS_URL: `redis://:canary@127.0.0.1:${at}` };
  expect(await lineOf('redis', [], settings)).toMatchObject({ status: 'ok', says: 'Redis responds' });
  redis.close();
  expect(await lineOf('redis', [], settings)).toMatchObject({
    code: 1,
    status: 'problem',
    says: 'Redis does not respond (ECONNREFUSED)',
  });
});

test('images whose files are missing in the bucket are named', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'inkling-bucket-'));
  const configureBuckets = [{ name: 'inkling-files', configs: [] }];
  const bucket = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory, configureBuckets });
  const endpoint = `http://127.0.0.1:${(await bucket.run()).port}`;
  const keys = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
  const files = { endpoint, bucket: 'inkling-files', region: 'us-east-1', ...keys };
  const settings = {
    S3_ENDPOINT: endpoint,
    S3_BUCKET: files.bucket,
    S3_ACCESS_KEY_ID: keys.accessKeyId,
    S3_SECRET_ACCESS_KEY: keys.secretAccessKey,
  };
  const { id } = await site.person();
  const [there, missing] = ['ab', 'cd'].map((start) => start + '0'.repeat(30));
  for (const stem of [there, missing])
    await sql`insert into uploads (stem, kind, owner_id, widths, bytes, created_at)
      values (${stem}, 'cover', ${id}, '{200}', 5, now())`.execute(site.ctx.db);
  await s3Storage(files, site.ctx.log).put(`${there}-200.webp`, Buffer.from('x'), 'image/webp');
  expect(await lineOf('files', [], settings)).toMatchObject({
    status: 'warning',
    says: 'the bucket answers; of a sample of 2 images, 1 is missing',
    details: [`${missing}-200.webp`],
  });
  await sql`delete from uploads`.execute(site.ctx.db);
  expect(await lineOf('files', ['--audit'], settings)).toMatchObject({
    status: 'ok',
    says: 'the bucket answers; of all 0 images, none is missing',
  });
  await bucket.close();
  await rm(directory, { recursive: true });
});

test('files without an image, and images without their file, are counted', async () => {
  const folder = join(site.ctx.config.DATA_DIR, 'files', 'ab');
  await mkdir(folder, { recursive: true });
  const file = join(folder, `ab${'0'.repeat(30)}-200.webp`);
  await writeFile(file, 'x');
  // It may be of an upload under way.
  expect(await lineOf('files')).toMatchObject({ status: 'ok', says: '0 images, no file without one' });
  const old = new Date(Date.now() - 2 * day);
  await utimes(file, old, old);
  expect(await lineOf('files')).toMatchObject({ says: '0 images, and 1 files that belong to none' });
  const { id } = await site.person();
  const add = (stem: string) =>
    sql`insert into uploads (stem, kind, owner_id, widths, bytes, created_at)
      values (${stem}, 'cover', ${id}, '{200}', 5, now())`.execute(site.ctx.db);
  await add(`ab${'0'.repeat(30)}`);
  expect(await lineOf('files')).toMatchObject({ status: 'ok', says: '1 images, no file without one' });
  await add(`cd${'0'.repeat(30)}`);
  expect(await lineOf('files')).toMatchObject({ says: '2 images, 1 of them without their file' });
  await sql`delete from uploads`.execute(site.ctx.db);
});

test('inkling doctor --audit says which counters are wrong, and exits with 1 if any is [R42]', async () => {
  const { story } = await writing(site).published(await site.person());
  const audit = () => lineOf('counters', ['--audit']);
  expect(await audit()).toMatchObject({
    code: 0,
    says: expect.stringMatching(/^all of \d+ rows are correct$/),
  });
  await setCounts(site.ctx.db, story._id, { likes: 3 });
  const line = `story_counts ${story._id}: likes is 3, but the rows add up to 0`;
  const wrong = { code: 1, status: 'problem', details: [line] };
  expect(await audit()).toMatchObject({ ...wrong, says: expect.stringMatching(/^1 of \d+ rows is wrong$/) });
  // A sample of a small table is all of it.
  expect(await lineOf('counters')).toMatchObject({
    ...wrong,
    says: expect.stringMatching(/^1 of a sample of /),
  });
  expect((await doctor()).stdout).toContain(line);
  await setCounts(site.ctx.db, story._id, { likes: 0 });
});

// The last one, as it changes the table.
test('a chapter whose stored text was damaged is named', async () => {
  const { chapters } = await writing(site).published(await site.person());
  const chapterId = chapters[0]?._id;
  expect(await lineOf('texts')).toMatchObject({
    status: 'ok',
    says: expect.stringMatching(/^all of a sample of /),
  });
  // The generated column is as it was saved; the text was changed behind PostgreSQL's back.
  await sql`alter table chapter_versions alter column bytes drop expression`.execute(site.ctx.db);
  const damage = (statement: string) =>
    sql.raw(`${statement} where chapter_id = '${chapterId}'`).execute(site.ctx.db);
  await damage(`update chapter_versions set content = replace(content, ' ', '')`);
  expect(await lineOf('texts')).toMatchObject({
    code: 1,
    status: 'problem',
    details: [`chapter ${chapterId}, version 1`],
  });
});
