import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { exportStory } from '@inkling/contract/exports';
import { chaptersOfRows } from '@inkling/contract/import-rows';
import {
  confirmImport,
  getImport,
  getImportPlan,
  type ImportPlan,
  startImport,
} from '@inkling/contract/imports';
import { search } from '@inkling/contract/search';
import { listStories } from '@inkling/contract/stories';
import { uploadProfileImage } from '@inkling/contract/uploads';
import sharp from 'sharp';
import { memory } from './cpu.ts';
import { ask, pageHeaders, pathOf, send } from './requests.ts';
import { startInkling } from './servers.ts';
import { type Author, Site } from './site.ts';

// `node bench/memory.ts`: whether a server returns the memory of imports, exports, searches and new pages
// (docs/performance.md#memory). With `--minutes 6`, a shorter run.
const { values: options } = parseArgs({ options: { minutes: { type: 'string', default: '30' } } });
const minutes = Number(options.minutes);
/** Seconds without requests, after which the caches are empty (platform/revision-cache.ts). */
const rest = 375;
const folder = join(import.meta.dirname, '.data/memory');
const formats = ['epub', 'docx', 'markdown'];

const log = (line: string): void => void process.stdout.write(`${line}\n`);

/** A book of 1.5 MB in Markdown: 200 chapters of 1,000 words. */
const chapter = Array.from({ length: 1000 }, (_, word) => `lantern${word % 40}`).join(' ');
const book = Array.from({ length: 200 }, (_, n) => `# Step ${n + 1}\n\n${n} ${chapter}\n`).join('\n');

/** A picture of 12 megapixels, as a telephone takes it. */
const picture = await sharp({
  create: {
    width: 3000,
    height: 4000,
    channels: 3,
    background: '#846',
    noise: { type: 'gaussian', mean: 128, sigma: 30 },
  },
})
  .jpeg()
  .toBuffer();

rmSync(folder, { recursive: true, force: true });
const running = await startInkling('memory', folder);
const site = new Site(running, folder);

async function upload(path: string, token: string, name: string, type: string, bytes: BlobPart) {
  const body = new FormData();
  body.set('file', new Blob([bytes], { type }), name);
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(site.origin + path, { method: 'POST', headers, body });
  if (!response.ok) throw new Error(`${path} returned ${response.status}: ${await response.text()}`);
  return response.json();
}

/** Sends a request whose response may be that the server is busy. */
async function open(path: string, token: string | null = null, headers = {}): Promise<void> {
  const request = ask(path, token);
  const { status } = await send(site.origin, { ...request, headers: { ...request.headers, ...headers } });
  if (status >= 400 && status !== 503) throw new Error(`${path} returned ${status}`);
}

async function importBook({ token }: Author): Promise<string> {
  const { _id: id } = (await upload(pathOf(startImport), token, 'steps.md', 'text/markdown', book)).data;
  const ended = async () => {
    for (;;) {
      const { data } = await site.call(getImport, token, { id });
      if (!['reading', 'writing'].includes(data.state)) return data;
      await sleep(100);
    }
  };
  await ended();
  const plan: ImportPlan = (await site.call(getImportPlan, token, { id })).data;
  const rows = plan.pieces.map((piece, index) => ({
    ...piece,
    piece: index,
    from: 0,
    to: piece.paragraphs,
    use: piece.proposal,
  }));
  await site.call(confirmImport, token, { id, body: { title: plan.title, chapters: chaptersOfRows(rows) } });
  const { state, story } = await ended();
  if (state !== 'done') throw new Error(`An import ended as ${state}.`);
  return story;
}

await site.db.connect();
const stories: string[] = [];
for (let n = 0; n < 8; n += 1) {
  const author = await site.author(`writer_${n}`);
  for (let story = 0; story < 5; story += 1) stories.push(await site.story(author));
}

/** Each path once, some of them by many at once. */
async function round(n: number): Promise<void> {
  const author = await site.author(`memory_${n}`);
  const story = await importBook(author);
  await upload(pathOf(uploadProfileImage), author.token, 'cover.jpg', 'image/jpeg', picture);
  for (const format of formats)
    await open(pathOf(exportStory, { id: story }, `?format=${format}&drafts=true`), author.token);
  await Promise.all(
    stories.map(async (id, place) => {
      await open(pathOf(search, {}, `?q=lantern${place}%20${n}`));
      await open(pathOf(listStories, {}, `?page=${place + 1}`));
      await open(`/story/${id}`, null, pageHeaders);
      await open(`/story/${id}/preview.jpg`, null, pageHeaders);
    }),
  );
  // The pages are new ones in the next round.
  await site.db.query('update stories set revision = revision + 1');
}

async function idle(): Promise<number> {
  await sleep(rest * 1000);
  return (await memory(site.measured)).server;
}

try {
  await round(1);
  const before = await idle();
  log(`after warm-up, idle: ${before.toFixed(0)} MB`);
  const until = Date.now() + minutes * 60_000;
  let [rounds, most] = [0, 0];
  for (; Date.now() < until; rounds += 1) {
    await round(rounds + 2);
    most = Math.max(most, (await memory(site.measured)).server);
  }
  log(`after ${rounds} rounds in ${minutes} minutes: at most ${most.toFixed(0)} MB`);
  const after = await idle();
  log(`idle: ${after.toFixed(0)} MB, ${(after / before).toFixed(2)} times (aim: 1.2)`);
} finally {
  await site.db.end();
  await running.stop();
  rmSync(folder, { recursive: true, force: true });
}
