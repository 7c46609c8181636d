import { request } from 'node:http';
import { parseArgs } from 'node:util';
import { listStories } from '@inkling/contract/stories';
import pg from 'pg';
import { memory } from './cpu.ts';
import { connectionOf } from './database.ts';
import { prepareFolder } from './folders.ts';
import { ask, pageHeaders, pathOf } from './requests.ts';
import { pinClient, startInkling } from './servers.ts';

// `node bench/pages.ts`: what others notice while 40 visitors open pages that nobody has opened before
// (docs/performance.md#new-pages).
const { values: options } = parseArgs({ options: { rounds: { type: 'string', default: '3' } } });
const rounds = Number(options.rounds);
const visitors = 40;
/** Milliseconds of a round, with and without the visitors. */
const duration = 10_000;

const log = (line: string): void => void process.stdout.write(`${line}\n`);
const percentile = (times: number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? Number.NaN;

pinClient();
const dataDir = prepareFolder(1000, log);
const running = await startInkling('pages', dataDir);
const db = new pg.Client(connectionOf(dataDir));

/** Sends a GET from an address of this machine; returns its status and the milliseconds until its first byte. */
const open = (path: string, headers: Record<string, string>, localAddress = '127.0.0.1') =>
  new Promise<{ status: number; ms: number }>((resolve, reject) => {
    const began = performance.now();
    request(running.origin + path, { headers, localAddress }, (response) => {
      const ms = performance.now() - began;
      response.resume().on('end', () => resolve({ status: response.statusCode ?? 0, ms }));
    })
      .on('error', reject)
      .end();
  });

async function openPages(): Promise<() => string> {
  const { rows } = await db.query('select id from stories where is_published and published_chapters > 0');
  let next = 0;
  return () => {
    next += 1;
    return `/story/${rows[next % rows.length].id}`;
  };
}
/** Makes every story's page one that nobody has opened. */
const renew = () => db.query('update stories set revision = revision + 1');

const { path: list, headers } = ask(pathOf(listStories, {}, '?limit=20'), null);
const times: Record<'list' | 'livez', Record<'alone' | 'flooded', number[]>> = {
  list: { alone: [], flooded: [] },
  livez: { alone: [], flooded: [] },
};

async function measure(when: 'alone' | 'flooded'): Promise<void> {
  const until = performance.now() + duration;
  while (performance.now() < until) {
    times.list[when].push((await open(list, headers)).ms);
    times.livez[when].push((await open('/livez', headers)).ms);
  }
}

try {
  await db.connect();
  const nextPage = await openPages();
  await renew();
  for (let n = 0; n < 300; n += 1) await open(n % 10 ? list : nextPage(), headers);
  await renew();
  const alone: number[] = [];
  for (let n = 0; n < 60; n += 1) alone.push((await open(nextPage(), pageHeaders)).ms);
  log(
    `a new page, one visitor: p50 ${percentile(alone, 0.5).toFixed(1)} ms, p95 ${percentile(alone, 0.95).toFixed(1)}`,
  );
  const statuses = new Map<number, number>();
  for (let round = 0; round < rounds; round += 1) {
    await measure('alone');
    await renew();
    let isOver = false;
    const flood = Array.from({ length: visitors }, async (_, n) => {
      while (!isOver) {
        const { status } = await open(nextPage(), pageHeaders, `127.0.0.${n + 2}`);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    });
    await measure('flooded');
    isOver = true;
    await Promise.all(flood);
  }
  for (const [name, { alone, flooded }] of Object.entries(times)) {
    const [before, during] = [percentile(alone, 0.95), percentile(flooded, 0.95)];
    log(
      `${name}: p95 ${before.toFixed(1)} ms alone, ${during.toFixed(1)} with ${visitors} visitors, ${(during / before).toFixed(2)} times (aim: 3); ${flooded.length} requests`,
    );
  }
  log(
    `pages: ${JSON.stringify([...statuses])}; memory ${(await memory(running.measured)).server.toFixed(0)} MB`,
  );
} finally {
  await db.end();
  await running.stop();
}
