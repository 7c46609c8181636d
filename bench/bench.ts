import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { scriptSizes } from '../packages/web/script-sizes.ts';
import { targetNames } from './aims.ts';
import { memory } from './cpu.ts';
import { enumerationText, measureEnumeration } from './enumeration.ts';
import { machine, type Report, reportText, saveReport } from './report.ts';
import { responsesOf } from './requests.ts';
import { type Contestant, measureAll } from './rounds.ts';
import { measureSaves, savesText } from './saves.ts';
import { pinClient, type Running, startBare, startInkling } from './servers.ts';
import { measureSignInFlood } from './sign-ins.ts';
import { prepareTargets } from './targets.ts';

// `npm run bench`: compares Inkling with a bare Fastify that sends the same bytes. See docs/performance.md.
const { values: options } = parseArgs({
  options: {
    /** Only 1,000 stories and few rounds; the report is not saved. */
    quick: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    /** Only targets whose name starts with this. */
    only: { type: 'string', default: '' },
    /** Saves a CPU profile of each server, for Chrome's developer tools. */
    profile: { type: 'boolean', default: false },
    /** Only measures whether response times reveal that an account exists; the report is not saved. */
    enumeration: { type: 'boolean', default: false },
    /** Only measures how saving the hardest texts delays other requests; the report is not saved. */
    saves: { type: 'boolean', default: false },
  },
});
const rounds = Number(options.rounds ?? (options.quick ? 2 : 4));
const seconds = Number(options.seconds ?? 2);
const sizes = options.quick ? [1000] : [1000, 100_000];
const names = targetNames.filter((name) => name.startsWith(options.only));
const seed = 1;
/** To be raised with each change to the generated data. */
const dataVersion = 2;
const folder = join(import.meta.dirname, '.data');

const log = (line: string): void => {
  process.stderr.write(`${line}\n`);
};

/** The data folder for this number of stories; filled once, reused by later runs, and written again if the generated data has changed. */
function prepareFolder(stories: number): string {
  const dataDir = join(folder, String(stories));
  const done = join(dataDir, '.filled');
  const version = `seed ${seed}, version ${dataVersion}\n`;
  if (!existsSync(done) || readFileSync(done, 'utf8') !== version) {
    rmSync(dataDir, { recursive: true, force: true });
    log(`Writing ${stories} stories (once) …`);
    const program = join(import.meta.dirname, '../packages/server/bin/inkling.mjs');
    const args = [program, 'bench-data', '--stories', String(stories), '--seed', String(seed)];
    execFileSync(process.execPath, args, {
      env: { ...process.env, DATA_DIR: dataDir },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    writeFileSync(done, version);
  }
  return dataDir;
}

async function compare(running: Running[]): Promise<Omit<Report, 'date' | 'machine' | 'pinned'>> {
  log('Preparing the requests …');
  const contestants: Contestant[] = [];
  for (const one of running) contestants.push({ running: one, targets: await prepareTargets(one.origin) });
  const [first] = contestants;
  if (first === undefined) throw new Error('There is no server to measure.');
  const file = join(folder, 'responses.json');
  writeFileSync(file, JSON.stringify(await responsesOf(first.running.origin, first.targets)));
  const bare = await startBare(file);
  try {
    const all = [{ running: bare, targets: first.targets }, ...contestants];
    const waits = !options.quick;
    const measured = await measureAll({ names, contestants: all, rounds, seconds, waits, log });
    const servers = [bare, ...running];
    const memoryUse = await Promise.all(
      servers.map(async (one) => {
        const { server: megabytes, database } = await memory(one.measured);
        return { server: one.name, megabytes, database };
      }),
    );
    const signIns = 'sign-ins'.startsWith(options.only)
      ? await measureSignInFlood(first.running.origin)
      : null;
    return { rounds, seconds, ...measured, memory: memoryUse, signIns, scripts: scriptSizes() };
  } finally {
    await bare.stop();
  }
}

mkdirSync(folder, { recursive: true });
if (options.enumeration) {
  pinClient();
  log('Comparing response times for existing and unknown accounts (about two minutes) …');
  const results = await measureEnumeration(join(folder, 'enumeration'));
  process.stdout.write(`\n${enumerationText(results)}\n`);
  process.exit(0);
}
if (options.saves) {
  pinClient();
  log('Saving texts of a million characters (about two minutes) …');
  process.stdout.write(`\n${savesText(await measureSaves(join(folder, 'saves'), options.only))}\n`);
  process.exit(0);
}
const folders = sizes.map((stories) => ({ stories, dataDir: prepareFolder(stories) }));
const pinned = pinClient();
const running: Running[] = [];
try {
  for (const { stories, dataDir } of folders) {
    const profileArgs = options.profile ? ['--cpu-prof', `--cpu-prof-dir=${join(folder, 'profiles')}`] : [];
    running.push(await startInkling(`${stories.toLocaleString('en')} stories`, dataDir, profileArgs));
  }
  const comparison = await compare(running);
  const date = new Date().toISOString().slice(0, 10);
  const report: Report = { date, machine: machine(), pinned, ...comparison };
  process.stdout.write(`\n${reportText(report)}\n`);
  if (!options.quick && options.only === '') saveReport(report);
} finally {
  for (const one of running) await one.stop();
}
