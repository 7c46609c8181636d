import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { superuser } from '../packages/server/src/platform/db/embedded/initialise.ts';
import type { Recorded } from './bare-server.ts';
import { type Load, load, send } from './load.ts';
import { reportText, saveReport } from './report.ts';
import * as servers from './servers.ts';
import { aimOf, prepareTargets, type TargetName, type Targets, targetNames } from './targets.ts';

// `npm run bench`: what requests cost, beside a bare and a plain server. See docs/performance.md.
const { values: options } = parseArgs({
  options: {
    /** Only 10,000 stories and two rounds, and the report is not saved. */
    quick: { type: 'boolean', default: false },
    /** Other numbers of stories, such as 1000,30000; the report is not saved. */
    stories: { type: 'string' },
    rounds: { type: 'string' },
    seconds: { type: 'string', default: '2' },
    /** Only targets whose name starts with this; the report is not saved. */
    only: { type: 'string', default: '' },
    /** Saves a CPU profile of each server, for Chrome's developer tools. */
    profile: { type: 'boolean', default: false },
  },
});
const isWhole = !options.quick && options.only === '' && options.stories === undefined;
const rounds = Number(options.rounds ?? (isWhole ? 4 : 2));
const seconds = Number(options.seconds);
const sizes = (options.stories ?? (options.quick ? '10000' : '1000,100000')).split(',').map(Number);
const names = targetNames.filter((name) => name.startsWith(options.only));
const maxMemory = 250;
const log = (line: string): void => {
  process.stderr.write(`${line}\n`);
};

/** A server and the requests to its data. */
interface Contestant {
  running: servers.Running;
  targets: Targets;
  measures(name: TargetName): boolean;
}

/** One target on one server: medians over the rounds. CPU time in ms for each request. */
export interface Measurement extends Pick<Load, 'p50' | 'p99'> {
  target: TargetName;
  server: string;
  serverCpu: number;
  databaseCpu: number;
}

/** Records Inkling's responses to the hot set, for the bare server to send. */
async function record(origin: string, targets: Targets): Promise<string> {
  const recorded = new Map<string, Recorded>();
  for (const { next, repeatsAfter = 0, status } of targetNames.map((name) => targets[name])) {
    for (let time = 0; time < repeatsAfter; time += 1) {
      const request = next();
      const { method, path } = request;
      if (method === 'PUT' || recorded.has(`${method} ${path}`)) continue;
      const { headers, bytes } = await send(origin, request, status);
      const { 'content-type': type = 'text/plain', 'content-encoding': encoding } = headers;
      const sent = { 'content-type': type, ...(encoding && { 'content-encoding': encoding }) };
      recorded.set(`${method} ${path}`, { method, path, headers: sent, body: bytes.toString('base64') });
    }
  }
  const file = join(servers.folder, 'responses.json');
  writeFileSync(file, JSON.stringify([...recorded.values()]));
  return file;
}

async function measureRound({ running, targets }: Contestant, name: TargetName) {
  const target = targets[name];
  // Many for the hot set; a server runs few of the others at once, and they would wait for each other.
  const connections = aimOf(name).kind === 'hot' ? 50 : 8;
  // The first response to each request of the hot set is made, not kept.
  for (let time = 0; time < (target.repeatsAfter ?? 0); time += 1)
    await send(running.origin, target.next(), target.status);
  const warmUp = await load(running.origin, target, connections, { duration: 1 });
  const before = await servers.settle(running);
  const amount = Math.max(connections, Math.round((warmUp.count / warmUp.seconds) * seconds));
  const { count, p50, p99 } = await load(running.origin, target, connections, { amount });
  const after = await servers.settle(running);
  return {
    ...{ p50, p99, serverCpu: (after.server - before.server) / count },
    databaseCpu: (after.database - before.database) / count,
  };
}

const median = (values: number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const [upper = 0, lower = upper] = [sorted.length >> 1, (sorted.length - 1) >> 1].map((n) => sorted[n]);
  return (lower + upper) / 2;
};

/** Measures the targets on all servers, alternately, so that other load on the machine affects them alike. */
async function measureAll(contestants: Contestant[]): Promise<Measurement[]> {
  const runs = names.flatMap((target) =>
    contestants
      .filter((one) => one.measures(target))
      .map((contestant) => ({
        target,
        contestant,
        results: [] as Awaited<ReturnType<typeof measureRound>>[],
      })),
  );
  for (let round = 1; round <= rounds; round += 1) {
    for (const { target, contestant, results } of runs) {
      log(`Round ${round} of ${rounds}: ${target}, ${contestant.running.name}`);
      results.push(await measureRound(contestant, target));
    }
  }
  return runs.map(({ target, contestant, results }) => {
    const of = (value: keyof (typeof results)[number]) => median(results.map((one) => one[value]));
    const figures = { p50: of('p50'), p99: of('p99') };
    const cpu = { serverCpu: of('serverCpu'), databaseCpu: of('databaseCpu') };
    return { target, server: contestant.running.name, ...figures, ...cpu };
  });
}

/** Statements a second of a server that nobody uses, from PostgreSQL's log. */
async function idleStatements(dataDir: string): Promise<number> {
  const countedSeconds = 30;
  const admin = new pg.Client(servers.connectionOf(dataDir, superuser, 'postgres.secret'));
  await admin.connect();
  const logging = async (change: string): Promise<void> => {
    await admin.query(`alter system ${change}`);
    await admin.query('select pg_reload_conf()');
  };
  const file = join(dataDir, 'postgres.log');
  try {
    await sleep(10_000);
    await logging("set log_statement = 'all'");
    const from = statSync(file).size;
    await sleep(countedSeconds * 1000);
    await logging('reset log_statement');
    const logged = readFileSync(file).subarray(from).toString();
    // The two that end the count are its own.
    return Math.max(0, (logged.match(/LOG: {2}(statement|execute)/g)?.length ?? 0) - 2) / countedSeconds;
  } finally {
    await admin.end();
  }
}

/** What a few readers wait for while many others do something else. */
async function measureCrowd(
  { running: { origin }, targets }: Contestant,
  [watched, readers]: [TargetName, number],
  [crowd, people]: ['search' | 'new page', number],
) {
  const read = () => load(origin, targets[watched], readers, { duration: 8 });
  const alone = await read();
  const [others, during] = await Promise.all([
    load(origin, targets[crowd], people, { duration: 10 }, true),
    sleep(1000).then(read),
  ]);
  return { alone, during, others };
}
export type Crowd = Awaited<ReturnType<typeof measureCrowd>>;

const folders = sizes.map((stories) => servers.prepareFolder(stories, log));
const machineLoad = loadavg()[0] ?? 0;
const pinned = servers.pinClient();
const running: servers.Running[] = [];
const start = async (starting: Promise<servers.Running>): Promise<servers.Running> => {
  const started = await starting;
  running.push(started);
  return started;
};
try {
  const contestants: Contestant[] = [];
  const profileArgs = options.profile
    ? ['--cpu-prof', `--cpu-prof-dir=${join(servers.folder, 'profiles')}`]
    : [];
  for (const [index, stories] of sizes.entries()) {
    const name = `${stories.toLocaleString('en')} stories`;
    const inkling = await start(servers.startInkling(name, folders[index] ?? '', profileArgs));
    contestants.push({ running: inkling, targets: await prepareTargets(inkling), measures: () => true });
  }
  const [largest, dataDir] = [contestants.at(-1), folders.at(-1)];
  if (largest === undefined || dataDir === undefined) throw new Error('There is no server to measure.');
  const idle = await idleStatements(dataDir);
  const { targets } = largest;
  const bare = await start(
    servers.startOther('bare', dataDir, await record(largest.running.origin, targets)),
  );
  const plain = await start(servers.startOther('plain', dataDir));
  contestants.push({ running: bare, targets, measures: (name) => aimOf(name).kind === 'hot' });
  contestants.push({
    running: plain,
    targets,
    measures: (name) => aimOf(name).kind !== 'hot' && aimOf(name).ratio !== undefined,
  });
  const measurements = await measureAll(contestants);
  const { rows } = await largest.running.db.query(
    'select count(*)::int as held from report_entries where held_for is not null',
  );
  if (rows[0].held > 0)
    throw new Error(`${rows[0].held} texts were held as spam, so they cost less than usual ones.`);
  const memories = running.map((one) => ({ name: one.name, ...servers.memoryOf(one) }));
  const searching = await measureCrowd(largest, ['chapter read', 5], ['search', 50]);
  await largest.running.db.query('update stories set revision = revision + 1');
  const opening = await measureCrowd(largest, ['list of 20', 1], ['new page', 40]);
  const sites = contestants.slice(0, sizes.length).map((one) => one.running.name);
  const run = { rounds, seconds, pinned, load: machineLoad, sites, maxMemory };
  const text = reportText({ ...run, measurements, memories, idleStatements: idle, searching, opening });
  process.stdout.write(`\n${text}\n`);
  if (isWhole) saveReport(text);
  const tooLarge = memories.filter(({ name, server }) => sites.includes(name) && server > maxMemory);
  if (tooLarge.length > 0) {
    log(`Failed: a server used more than ${maxMemory} MB.`);
    process.exitCode = 1;
  }
} finally {
  for (const one of running.reverse()) await one.stop();
}
