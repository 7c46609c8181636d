import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { aimOf, targetNames } from './aims.ts';
import type { Recorded } from './bare-server.ts';
import { memory } from './cpu.ts';
import { folder, prepareFolder } from './folders.ts';
import { chapterWhileSearching, idleStatements } from './moments.ts';
import { loadNow, reportText, saveReport } from './report.ts';
import { send } from './requests.ts';
import { type Contestant, measureAll } from './rounds.ts';
import { compareResponses } from './same-json.ts';
import { pinClient, type Running, startInkling, startOther } from './servers.ts';
import { prepareTargets, type Targets } from './targets.ts';

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
const log = (line: string): void => {
  process.stderr.write(`${line}\n`);
};

/** Records Inkling's responses to the hot set, for the bare server to send. */
async function record(origin: string, targets: Targets): Promise<string> {
  const recorded: Recorded[] = [];
  const hot = targetNames
    .filter((name) => aimOf(name).kind === 'hot')
    .flatMap((name) => targets[name].requests);
  for (const request of hot) {
    const { method, path } = request;
    if (method === 'PUT' || recorded.some((one) => one.method === method && one.path === path)) continue;
    const { status, headers, bytes } = await send(origin, request);
    if (status >= 300) throw new Error(`${path} returned ${status}: ${bytes}`);
    const { 'content-type': type = 'text/plain', 'content-encoding': encoding } = headers;
    const sent = { 'content-type': type, ...(encoding && { 'content-encoding': encoding }) };
    recorded.push({ method, path, headers: sent, body: bytes.toString('base64') });
  }
  const file = join(folder, 'responses.json');
  writeFileSync(file, JSON.stringify(recorded));
  return file;
}

const folders = sizes.map((stories) => ({
  name: `${stories.toLocaleString('en')} stories`,
  dataDir: prepareFolder(stories, log),
}));
const load = loadNow();
const pinned = pinClient();
const running: Running[] = [];
const start = async (starting: Promise<Running>): Promise<Running> => {
  const started = await starting;
  running.push(started);
  return started;
};
try {
  const contestants: Contestant[] = [];
  const profileArgs = options.profile ? ['--cpu-prof', `--cpu-prof-dir=${join(folder, 'profiles')}`] : [];
  for (const { name, dataDir } of folders) {
    const inkling = await start(startInkling(name, dataDir, profileArgs));
    const targets = await prepareTargets(inkling.origin, dataDir);
    contestants.push({ running: inkling, targets, measures: () => true });
  }
  const [largest, dataDir] = [contestants.at(-1), folders.at(-1)?.dataDir];
  if (largest === undefined || dataDir === undefined) throw new Error('There is no server to measure.');
  const idle = await idleStatements(dataDir);
  const { targets, running: ours } = largest;
  const bare = await start(startOther('bare', await record(ours.origin, targets), null));
  const plain = await start(startOther('plain', dataDir, ours.measured.postmaster));
  log(await compareResponses(ours.origin, plain.origin, targets));
  contestants.push({ running: bare, targets, measures: (name) => aimOf(name).kind === 'hot' });
  contestants.push({ running: plain, targets, measures: (name) => aimOf(name).kind !== 'hot' });
  const measurements = await measureAll(names, contestants, { rounds, seconds, log });
  const memoryOf = async ({ name, measured }: Running) => ({ name, ...(await memory(measured)) });
  const memories = await Promise.all(running.map(memoryOf));
  const searching = await chapterWhileSearching(largest, 8);
  const sites = folders.map(({ name }) => name);
  const run = { rounds, seconds, pinned, load, sites };
  const text = reportText({ ...run, measurements, memories, idleStatements: idle, searching });
  process.stdout.write(`\n${text}\n`);
  if (isWhole) saveReport(text);
} finally {
  for (const one of running.reverse()) await one.stop();
}
