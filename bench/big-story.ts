// Measures exports and bulk changes of a story of 100 MB in 10,000 chapters: `node bench/big-story.ts`. Writing the
// story takes some minutes. Options: --chapters 1000 (default 10,000).
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { register } from '@inkling/contract/account';
import type { Call, ResponseOf } from '@inkling/contract/call';
import { changeChapters, createChapter } from '@inkling/contract/chapters';
import { listGenres } from '@inkling/contract/genres';
import { createStory } from '@inkling/contract/stories';
import { cpuSeconds, memory } from './cpu.ts';
import type { LoopDelay } from './loop-delay.ts';
import { freePort, startInkling } from './servers.ts';

const { values } = parseArgs({ options: { chapters: { type: 'string', default: '10000' } } });
const chapters = Number(values.chapters);
/** 10 KB in 40 paragraphs. */
const content = Array.from({ length: 40 }, (_, at) => `${at} It rained on the${' harbour'.repeat(29)}.`).join(
  '\n\n',
);

const dataDir = await mkdtemp(join(tmpdir(), 'inkling-big-story-'));
const port = await freePort();
const preload = ['--import', join(import.meta.dirname, 'loop-delay.ts')];
const server = await startInkling('big story', dataDir, preload, { LOOP_DELAY_PORT: String(port) });
let token = '';

async function send(
  call: Call,
  params: Record<string, string>,
  body?: object,
  query = '',
): Promise<Response> {
  const path = call.path.replace(/\{(\w+)\}/g, (_all, name: string) => params[name] ?? '');
  const response = await fetch(`${server.origin}/api/v1${path}${query}`, {
    method: call.method,
    headers: {
      'content-type': 'application/json',
      ...(token !== '' && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${call.key}: ${response.status} ${await response.text()}`);
  return response;
}
const callJson = async <C extends Call>(call: C, params: Record<string, string>, body?: object) =>
  (await (await send(call, params, body)).json()) as ResponseOf<C>;

async function createAuthor(): Promise<string> {
  const password = 'a lamp in the window';
  const who = { username: 'bigstory', email: 'bigstory@example.test', password, passwordConfirm: password };
  ({ token } = await callJson(register, {}, who));
  const genres = (await callJson(listGenres, {})).data.slice(0, 1).map(({ _id }) => _id);
  const story = { title: 'A big story', description: 'To be measured.', genres };
  return (await callJson(createStory, {}, story)).data._id;
}

/** The waits of another client for a story's public data, and the server's peak memory, until stopped. */
function watch(): () => Promise<{ waits: number[]; peak: number }> {
  const waits: number[] = [];
  let [peak, stopped] = [0, false];
  const watching = (async () => {
    while (!stopped) {
      const startedAt = performance.now();
      await (await fetch(`${server.origin}/api/v1/genres`)).arrayBuffer();
      waits.push(performance.now() - startedAt);
      peak = Math.max(peak, (await memory(server.measured)).server);
      await sleep(20);
    }
  })();
  return async () => {
    stopped = true;
    await watching;
    return { waits: waits.toSorted((a, b) => a - b), peak };
  };
}

const loopDelay = async () => (await (await fetch(`http://127.0.0.1:${port}`)).json()) as LoopDelay;

async function measure(name: string, work: () => Promise<string>): Promise<void> {
  await loopDelay();
  const before = await cpuSeconds(server.measured);
  const stop = watch();
  const startedAt = performance.now();
  const result = await work().catch((error: unknown) => String(error));
  const took = (performance.now() - startedAt) / 1000;
  const { waits, peak } = await stop();
  const after = await cpuSeconds(server.measured);
  const { blocked, processor } = await loopDelay();
  const cells = [
    name,
    result,
    took.toFixed(1),
    (after.server - before.server).toFixed(1),
    (after.database - before.database).toFixed(1),
    peak.toFixed(0),
    `${processor.toFixed(0)} (${blocked.toFixed(0)})`,
    `${(waits[Math.floor(waits.length / 2)] ?? 0).toFixed(0)}, ${(waits.at(-1) ?? 0).toFixed(0)}`,
  ];
  process.stdout.write(`| ${cells.join(' | ')} |\n`);
}

try {
  const story = await createAuthor();
  const ids: string[] = [];
  const startedAt = performance.now();
  while (ids.length < chapters) {
    const { data } = await callJson(
      createChapter,
      {},
      { story, title: `Chapter ${ids.length + 1}`, content },
    );
    ids.push(data._id);
  }
  process.stderr.write(
    `${chapters} chapters written in ${Math.round((performance.now() - startedAt) / 1000)} s\n`,
  );
  process.stdout.write(
    '| What | Result | s | CPU s of the server | of the database | peak MB | longest block, CPU ms (wall) | others wait: p50, max ms |\n| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |\n',
  );
  for (const format of ['epub', 'docx', 'markdown'])
    await measure(`export, ${format}`, async () => {
      const path = `${server.origin}/api/v1/stories/${story}/export?drafts=true&format=${format}`;
      const response = await fetch(path, { headers: { authorization: `Bearer ${token}` } });
      let bytes = 0;
      for await (const part of response.body ?? []) bytes += part.length;
      return `${response.status}, ${(bytes / 1e6).toFixed(1)} MB`;
    });
  const half = ids.filter((_, at) => at % 2 === 0);
  const changes: [name: string, body: object][] = [
    ['publish', { action: 'publish', chapters: ids }],
    ['unpublish', { action: 'unpublish', chapters: ids }],
    [
      'move every second one to the end',
      { action: 'move', chapters: half, position: chapters - half.length + 1 },
    ],
    ['delete', { action: 'delete', chapters: ids }],
    ['restore', { action: 'restore', chapters: ids }],
  ];
  for (const [name, body] of changes)
    await measure(name, async () => {
      const { data } = await callJson(changeChapters, { id: story }, body);
      return `${data.done} done`;
    });
} finally {
  await server.stop();
  await rm(dataDir, { recursive: true });
}
