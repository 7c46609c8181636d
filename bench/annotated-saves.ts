// Compares saving a chapter with 10,000 highlights with saving the same text without any, and measures how long carrying
// the highlights over takes: `node bench/annotated-saves.ts`. Options: --highlights 1000, --rounds 5.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { register } from '@inkling/contract/account';
import { createHighlight, listHighlights } from '@inkling/contract/annotations';
import type { Call, ResponseOf } from '@inkling/contract/call';
import { createChapter, updateChapter } from '@inkling/contract/chapters';
import { listGenres } from '@inkling/contract/genres';
import { createStory, updateStory } from '@inkling/contract/stories';
import { cpuSeconds } from './cpu.ts';
import { pathOf } from './requests.ts';
import { startInkling } from './servers.ts';

const { values } = parseArgs({
  options: { highlights: { type: 'string', default: '10000' }, rounds: { type: 'string', default: '10' } },
});
const highlights = Number(values.highlights);
const rounds = Number(values.rounds);
const readerCount = 10;
const [paragraphs, wordsEach] = [500, 40];

/** 20,000 words, no two paragraphs alike. */
const vocabulary =
  'lamp harbour keeper night ship gull book hour rain tide letter stair door bell fog rope'.split(' ');
const lineOf = (paragraph: number): string =>
  Array.from(
    { length: wordsEach },
    (_, at) => `${vocabulary[(paragraph * 7 + at * at) % vocabulary.length]}${(paragraph * at) % 97}`,
  ).join(' ');
const textOf = (version: number): string =>
  Array.from({ length: paragraphs }, (_, at) => lineOf(at))
    .with(paragraphs / 2, `It was changed ${version} times. ${lineOf(paragraphs / 2)}`)
    .join('\n\n');

const dataDir = await mkdtemp(join(tmpdir(), 'inkling-annotated-saves-'));
const server = await startInkling('annotated saves', dataDir);

async function send<C extends Call>(
  call: C,
  {
    token,
    params,
    query,
    body,
  }: { token?: string; params?: Record<string, string>; query?: string; body?: object },
): Promise<ResponseOf<C>> {
  const response = await fetch(server.origin + pathOf(call, params, query), {
    method: call.method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${call.key}: ${response.status} ${await response.text()}`);
  return (await response.json()) as ResponseOf<C>;
}

async function signUp(username: string): Promise<string> {
  const password = 'a lamp in the window';
  const body = { username, email: `${username}@example.test`, password, passwordConfirm: password };
  return (await send(register, { body })).token;
}

interface Place {
  story: string;
  chapter: string;
}

async function publish(token: string): Promise<Place> {
  const genres = (await send(listGenres, {})).data.slice(0, 1).map(({ _id }) => _id);
  const body = { title: 'Saved often', description: 'To be measured.', genres };
  const story = (await send(createStory, { token, body })).data._id;
  const chapterBody = { story, title: 'A chapter', content: textOf(0), isPublished: true };
  const chapter = (await send(createChapter, { token, body: chapterBody })).data._id;
  await send(updateStory, { token, params: { id: story }, body: { isPublished: true } });
  return { story, chapter };
}

async function annotate(readers: string[], { story, chapter }: Place): Promise<void> {
  const content = textOf(0);
  for (let from = 0; from < highlights; from += readerCount) {
    await Promise.all(
      readers.map((token, reader) => {
        const startOffset = content.indexOf(' ', ((from + reader) * 7919) % (content.length - 500)) + 1;
        const selectedText = content.slice(startOffset, content.indexOf(' ', startOffset + 50));
        const endOffset = startOffset + selectedText.length;
        const body = { storyId: story, chapterId: chapter, version: 1, selectedText, startOffset, endOffset };
        return send(createHighlight, { token, body });
      }),
    );
  }
}

const cpu = async () => {
  const { server: own, database } = await cpuSeconds(server.measured);
  return { own: own * 1000, database: database * 1000 };
};

/** Saves a version, and returns the milliseconds until the response. */
async function save(token: string, { chapter }: Place, version: number): Promise<number> {
  const startedAt = performance.now();
  await send(updateChapter, {
    token,
    params: { id: chapter },
    body: { content: textOf(version), baseVersion: version },
  });
  return performance.now() - startedAt;
}

/** Waits until the last annotation has been carried over to this version. */
async function waitUntilCarried(readers: string[], { chapter }: Place, version: number): Promise<void> {
  for (const token of readers) {
    for (;;) {
      const query = `?chapterId=${chapter}&limit=1&page=${highlights / readerCount}`;
      const [last] = (await send(listHighlights, { token, query })).data;
      if (last?.version === version) break;
      await sleep(25);
    }
  }
}

const median = (numbers: number[]): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0;

try {
  const author = await signUp('saves_author');
  const [annotated, plain] = [await publish(author), await publish(author)];
  const readers: string[] = [];
  for (let number = 0; number < readerCount; number += 1) readers.push(await signUp(`saves_${number}`));
  await annotate(readers, annotated);
  const figures: Record<'with' | 'without' | 'carried' | 'server' | 'database', number[]> = {
    with: [],
    without: [],
    carried: [],
    server: [],
    database: [],
  };
  for (let version = 1; version <= rounds; version += 1) {
    figures.without.push(await save(author, plain, version));
    await sleep(1500);
    figures.with.push(await save(author, annotated, version));
    const [before, startedAt] = [await cpu(), performance.now()];
    await waitUntilCarried(readers, annotated, version + 1);
    const after = await cpu();
    figures.carried.push(performance.now() - startedAt);
    figures.server.push(after.own - before.own);
    figures.database.push(after.database - before.database);
  }
  const [saved, savedPlain] = [median(figures.with), median(figures.without)];
  process.stdout.write(
    `${[
      `| Medians of ${rounds} saves | ms |`,
      '| --- | ---: |',
      `| the author's PUT with ${highlights.toLocaleString('en')} highlights | ${saved.toFixed(0)} |`,
      `| without any | ${savedPlain.toFixed(0)} (${(saved / savedPlain).toFixed(2)} times) |`,
      `| from the response until all are carried over | ${median(figures.carried).toFixed(0)} |`,
      `| CPU time of the server until then, with its thread | ${median(figures.server).toFixed(0)} |`,
      `| of the database | ${median(figures.database).toFixed(0)} |`,
    ].join('\n')}\n`,
  );
} finally {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
}
