import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { openBackup } from '../packages/server/src/backup/backup-file.ts';
import { aimOf, targetNames } from './aims.ts';
import { connectionOf } from './database.ts';
import { folder, prepareFolder } from './folders.ts';
import type { TargetRequest } from './load.ts';
import { backupText, loadNow, saveReport } from './report.ts';
import { send } from './requests.ts';
import { startInkling } from './servers.ts';
import { prepareTargets } from './targets.ts';

// `node bench/backup.ts`: how long backup and restore take, and what other requests notice. See docs/performance.md.
const { values: options } = parseArgs({
  options: {
    /** Only 1,000 stories and a fifth of the images; the report is not saved. */
    quick: { type: 'boolean', default: false },
  },
});
const stories = options.quick ? 1000 : 10_000;
const images = options.quick ? 100 : 500;
const imageBytes = 1024 * 1024;
/** Requests a second, at equal distances. */
const rate = 20;

const log = (line: string): void => void process.stderr.write(`${line}\n`);

/** Images whose bytes do not compress, as those of AVIF and WebP; half of an image is each. */
async function addImages(dataDir: string): Promise<void> {
  const db = new pg.Client(connectionOf(dataDir));
  await db.connect();
  const stems = Array.from({ length: images }, () => randomBytes(16).toString('hex'));
  await db.query(
    `insert into uploads (stem, owner_id, kind, widths, bytes, created_at)
      select stem, (select id from users limit 1), 'cover', '{600}', $2, now() from unnest($1::text[]) stem`,
    [stems, imageBytes],
  );
  // The weekly check, which is a restore, is not due.
  await db.query(
    `insert into site_state (name, value, at) select 'backup-checks', jsonb_build_object('restorable',
      jsonb_build_object('at', now(), 'name', '', 'checkedAt', now())), now()`,
  );
  await db.end();
  for (const stem of stems) {
    const place = join(dataDir, 'files', stem.slice(0, 2));
    mkdirSync(place, { recursive: true });
    for (const format of ['webp', 'avif'])
      writeFileSync(join(place, `${stem}-600.${format}`), randomBytes(imageBytes / 2));
  }
}

/** Sends requests at the set rate until `until` ends; returns the p99 of their times in ms. */
async function waits(origin: string, requests: TargetRequest[], until: Promise<unknown>) {
  let isOver = false;
  const over = until.finally(() => {
    isOver = true;
  });
  const times: number[] = [];
  const sent: Promise<void>[] = [];
  const started = performance.now();
  for (let n = 0; !isOver; n += 1) {
    await sleep(Math.max(0, started + (n * 1000) / rate - performance.now()));
    const request = requests[n % requests.length];
    if (request === undefined) throw new Error('There is nothing to ask for.');
    const began = performance.now();
    sent.push(
      send(origin, request).then(({ status }) => {
        if (status >= 300) throw new Error(`${request.path} returned ${status}`);
        times.push(performance.now() - began);
      }),
    );
  }
  await Promise.all([over, ...sent]);
  const sorted = times.toSorted((a, b) => a - b);
  return { p99: sorted[Math.floor(sorted.length * 0.99)] ?? 0, count: sorted.length };
}

/** Runs a command to its end; returns its seconds and the most memory (RSS) in MB that its process had. */
async function run(args: string[], dataDir: string): Promise<{ seconds: number; memory: number }> {
  const program = join(import.meta.dirname, '../packages/server/bin/inkling.mjs');
  const env = { ...process.env, NODE_ENV: 'production', DATA_DIR: dataDir };
  const began = performance.now();
  const child = spawn(process.execPath, [program, ...args], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  let memory = 0;
  const look = setInterval(() => {
    memory = Math.max(memory, highestMemory(child));
  }, 100);
  const code = await new Promise((resolve) => child.once('exit', resolve));
  clearInterval(look);
  if (code !== 0) throw new Error(`inkling ${args.join(' ')} ended with ${code}`);
  const seconds = (performance.now() - began) / 1000;
  log(`inkling ${args[0]}: ${seconds.toFixed(0)} s, ${memory.toFixed(0)} MB`);
  return { seconds, memory };
}

function highestMemory({ pid }: ChildProcess): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

const source = prepareFolder(stories, log);
const [dataDir, restored] = [join(folder, 'backup'), join(folder, 'restored')];
const clear = () => {
  for (const path of [dataDir, restored]) rmSync(path, { recursive: true, force: true });
};
clear();
execFileSync('cp', ['-a', source, dataDir]);
const load = loadNow();
const server = await startInkling('a site', dataDir);
try {
  log('Adding images …');
  await addImages(dataDir);
  const targets = await prepareTargets(server.origin, dataDir);
  const requests = targetNames
    .filter((name) => aimOf(name).kind === 'hot' && targets[name].next === undefined)
    .flatMap((name) => targets[name].requests.slice(0, 20));
  await waits(server.origin, requests, sleep(5_000));
  log('Requests alone and during a backup …');
  const before = await waits(server.origin, requests, sleep(30_000));
  const daily = run(['backup', 'daily'], dataDir);
  const during = await waits(server.origin, requests, daily);
  const after = await waits(server.origin, requests, sleep(30_000));
  log('Backup and restore alone …');
  const file = join(dataDir, 'site.zip');
  const backup = await run(['backup', file], dataDir);
  const opened = await openBackup(file);
  const bytes = opened.manifest.entries.reduce((sum, { size }) => sum + size, 0);
  opened.close();
  // The counters of generated data are not exact.
  const restore = await run(['restore', file, '--ignore-checks'], restored);
  if (readdirSync(join(restored, 'files')).length === 0) throw new Error('Nothing was restored.');
  const text = backupText({
    load,
    megabytes: bytes / 1024 ** 2,
    backup,
    restore,
    daily: await daily,
    alone: { before: before.p99, after: after.p99 },
    during: during.p99,
    rate,
  });
  process.stdout.write(`\n${text}\n`);
  if (!options.quick) saveReport(text, 'backup');
} finally {
  await server.stop();
  clear();
}
