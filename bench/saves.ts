import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { register } from '@inkling/contract/account';
import type { Call, ResponseOf } from '@inkling/contract/call';
import { createChapter, readChapterForAuthor, saveDraft, updateChapter } from '@inkling/contract/chapters';
import { listGenres } from '@inkling/contract/genres';
import { createStory } from '@inkling/contract/stories';
import { hardChanges } from '../packages/server/src/modules/chapters/worst-texts.fixture.ts';
import type { LoopDelay } from './loop-delay.ts';
import { freePort, startInkling } from './servers.ts';

/** How saving one text, and changing it into another, delays other requests. */
export interface SavedShape {
  name: string;
  calls: {
    name: string;
    status: number;
    /** Milliseconds until the author has the response. */
    took: number;
    loop: LoopDelay;
    /** The longest wait of another client for /livez, in ms. */
    waited: number;
  }[];
}

/** The longest that a save may block the event loop, in ms of CPU time. */
const maxBlocked = 100;
const characters = 1_000_000;
const pollIntervalMs = 10;

const pathOf = (call: Call, params: Record<string, string>): string =>
  `/api/v1${call.path.replace(/\{(\w+)\}/g, (_all, name: string) => params[name] ?? '')}`;

interface Client {
  send(call: Call, params: Record<string, string>, body?: object): Promise<{ status: number; body: string }>;
  callJson<C extends Call>(call: C, params: Record<string, string>, body?: object): Promise<ResponseOf<C>>;
}

/** A client with one connection that parses nothing by itself, to keep its own CPU use low. */
function createClient(origin: string, token: string | null): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const send: Client['send'] = (call, params, body) => {
    const payload = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
    const headers = {
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(payload && { 'content-type': 'application/json', 'content-length': payload.length }),
    };
    return new Promise((resolve, reject) => {
      const outgoing = request(
        origin + pathOf(call, params),
        { method: call.method, agent, headers },
        (response) => {
          const parts: Buffer[] = [];
          response.on('data', (part: Buffer) => parts.push(part));
          response.on('error', reject);
          response.on('end', () =>
            resolve({ status: response.statusCode ?? 0, body: Buffer.concat(parts).toString() }),
          );
        },
      );
      outgoing.on('error', reject);
      outgoing.end(payload);
    });
  };
  return {
    send,
    async callJson<C extends Call>(call: C, params: Record<string, string>, body?: object) {
      const { status, body: text } = await send(call, params, body);
      if (status >= 400) throw new Error(`${call.key} returned ${status}: ${text.slice(0, 300)}`);
      return JSON.parse(text) as ResponseOf<C>;
    },
  };
}

/** Polls /livez until stopped; returns the longest wait in ms. */
function pollLiveness(origin: string): () => Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let [maxWait, stopped] = [0, false];
  const once = () =>
    new Promise<void>((resolve, reject) => {
      const startedAt = performance.now();
      request(`${origin}/livez`, { agent }, (response) => {
        response.resume();
        response.on('end', () => {
          maxWait = Math.max(maxWait, performance.now() - startedAt);
          resolve();
        });
      })
        .on('error', reject)
        .end();
    });
  const polling = (async () => {
    while (!stopped) {
      await once();
      await sleep(pollIntervalMs);
    }
    agent.destroy();
  })();
  return async () => {
    stopped = true;
    await polling;
    return maxWait;
  };
}

async function createAuthor(origin: string): Promise<{ client: Client; story: string }> {
  const password = 'a lamp in the window';
  const username = `saves_${Date.now().toString(36)}`;
  const visitor = createClient(origin, null);
  const body = { username, email: `${username}@example.test`, password, passwordConfirm: password };
  const { token } = await visitor.callJson(register, {}, body);
  const { data: genres } = await visitor.callJson(listGenres, {});
  const client = createClient(origin, token);
  const story = await client.callJson(
    createStory,
    {},
    { title: 'Long texts', description: 'To be measured.', genres: genres.slice(0, 1).map(({ _id }) => _id) },
  );
  return { client, story: story.data._id };
}

/** Texts that are refused, but only after a full check. */
const refused: Record<string, string> = {
  'refused: 4 million combining marks': `a${'\u0301\u0323'.repeat(1_990_000)}`,
  'refused: 8 million carriage returns': `a${'\r'.repeat(3_990_000)}b`,
  'refused: 8 million letters': 'lorem ipsum '.repeat(660_000),
};

/** Saves every hard text on a separate server while another client polls /livez. */
export async function measureSaves(dataDir: string, only = ''): Promise<SavedShape[]> {
  const port = await freePort();
  const preload = ['--import', join(import.meta.dirname, 'loop-delay.ts')];
  const settings = { LOOP_DELAY_PORT: String(port) };
  const server = await startInkling('saves', dataDir, preload, settings);
  const readLoopDelay = async () => (await (await fetch(`http://127.0.0.1:${port}`)).json()) as LoopDelay;
  const { origin } = server;
  try {
    const { client, story } = await createAuthor(origin);
    const measured = async (name: string, call: Call, params: Record<string, string>, body?: object) => {
      await readLoopDelay();
      const waits = pollLiveness(origin);
      const startedAt = performance.now();
      const { status, body: text } = await client.send(call, params, body);
      const took = performance.now() - startedAt;
      const waited = await waits();
      return { measure: { name, status, took, loop: await readLoopDelay(), waited }, text };
    };
    const shapes: SavedShape[] = [];
    for (const { name, texts } of hardChanges(characters)) {
      if (!name.startsWith(only)) continue;
      const { before, after } = texts();
      const title = 'A chapter';
      const created = await measured('POST', createChapter, {}, { story, title, content: before });
      const id = (JSON.parse(created.text) as ResponseOf<typeof createChapter>).data._id;
      const drafted = await measured(
        'draft',
        saveDraft,
        { id: story, chapterId: id },
        { device: id, turn: 1, title, content: after, authorNotes: '' },
      );
      const changed = await measured(
        'PUT',
        updateChapter,
        { id },
        // As the editor saves: with the base version, which is compared too.
        { content: after, baseVersion: 1 },
      );
      const read = await measured('GET', readChapterForAuthor, { id });
      const shape = { name, calls: [created, drafted, changed, read].map(({ measure }) => measure) };
      shapes.push(shape);
      process.stderr.write(`${rowOf(shape)}\n`);
    }
    for (const [name, content] of Object.entries(refused)) {
      if (!name.startsWith(only)) continue;
      const { measure } = await measured('POST', createChapter, {}, { story, title: 'A chapter', content });
      shapes.push({ name, calls: [measure] });
    }
    return shapes;
  } finally {
    await server.stop();
  }
}

/** The maxima over the calls for one text, and the call that blocked the event loop longest. */
function rowOf({ name, calls }: SavedShape): string {
  const worst = calls.toSorted((a, b) => b.loop.processor - a.loop.processor)[0];
  const processor = worst?.loop.processor ?? 0;
  const max = (value: (call: SavedShape['calls'][number]) => number): string =>
    Math.max(...calls.map(value)).toFixed(0);
  const marked = processor > maxBlocked ? ' **>**' : '';
  const cells = [
    name,
    max(({ took }) => took),
    `${processor.toFixed(0)}${marked}`,
    worst?.name ?? '',
    max(({ loop }) => loop.blocked),
    max(({ waited }) => waited),
  ];
  return `| ${cells.join(' | ')} |`;
}

/** The results as a Markdown table. */
export const savesText = (shapes: SavedShape[]): string =>
  [
    `| Text | Longest call, ms | Loop blocked, CPU ms (max. ${maxBlocked}) | Call | Wall clock, ms | /livez wait, ms |`,
    '| --- | ---: | ---: | --- | ---: | ---: |',
    ...shapes.map(rowOf),
  ].join('\n');
