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

/** What saving one text, and changing it into another, costs those who do not save. */
export interface SavedShape {
  name: string;
  calls: {
    name: string;
    status: number;
    /** Milliseconds until the writer has the response. */
    took: number;
    loop: LoopDelay;
    /** The longest that another client waited for /livez, in milliseconds. */
    waited: number;
  }[];
}

/** Nothing that is saved may hold the event loop for longer, in milliseconds of processor time. */
const maxHeld = 100;
const characters = 1_000_000;
const pollEvery = 10;

const pathOf = (call: Call, params: Record<string, string>): string =>
  `/api/v1${call.path.replace(/\{(\w+)\}/g, (_all, name: string) => params[name] ?? '')}`;

interface Client {
  send(call: Call, params: Record<string, string>, body?: object): Promise<{ status: number; body: string }>;
  ask<C extends Call>(call: C, params: Record<string, string>, body?: object): Promise<ResponseOf<C>>;
}

/** A client that keeps one connection, and reads responses as bytes: what it does itself costs others little. */
function clientOf(origin: string, token: string | null): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const send: Client['send'] = (call, params, body) => {
    const payload = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
    const headers = {
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(payload && { 'content-type': 'application/json', 'content-length': payload.length }),
    };
    return new Promise((resolve, reject) => {
      const asked = request(
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
      asked.on('error', reject);
      asked.end(payload);
    });
  };
  return {
    send,
    async ask<C extends Call>(call: C, params: Record<string, string>, body?: object) {
      const { status, body: text } = await send(call, params, body);
      if (status >= 400) throw new Error(`${call.key} answered ${status}: ${text.slice(0, 300)}`);
      return JSON.parse(text) as ResponseOf<C>;
    },
  };
}

/** Asks /livez over and over until it is stopped; gives the longest wait in milliseconds. */
function pollLiveness(origin: string): () => Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let [longest, stopped] = [0, false];
  const once = () =>
    new Promise<void>((resolve, reject) => {
      const began = performance.now();
      request(`${origin}/livez`, { agent }, (response) => {
        response.resume();
        response.on('end', () => {
          longest = Math.max(longest, performance.now() - began);
          resolve();
        });
      })
        .on('error', reject)
        .end();
    });
  const polling = (async () => {
    while (!stopped) {
      await once();
      await sleep(pollEvery);
    }
    agent.destroy();
  })();
  return async () => {
    stopped = true;
    await polling;
    return longest;
  };
}

async function newWriter(origin: string): Promise<{ client: Client; story: string }> {
  const password = 'a lamp in the window';
  const username = `saves_${Date.now().toString(36)}`;
  const visitor = clientOf(origin, null);
  const body = { username, email: `${username}@example.test`, password, passwordConfirm: password };
  const { token } = await visitor.ask(register, {}, body);
  const { data: genres } = await visitor.ask(listGenres, {});
  const client = clientOf(origin, token);
  const story = await client.ask(
    createStory,
    {},
    { title: 'Long texts', description: 'To be measured.', genres: genres.slice(0, 1).map(({ _id }) => _id) },
  );
  return { client, story: story.data._id };
}

/** Texts that are refused, but only after all of them was looked at. */
const refused: Record<string, string> = {
  'refused: 4 million combining marks': `a${'\u0301\u0323'.repeat(1_990_000)}`,
  'refused: 8 million carriage returns': `a${'\r'.repeat(3_990_000)}b`,
  'refused: 8 million letters': 'lorem ipsum '.repeat(660_000),
};

/** Saves every text that is hard to save, on a server of its own, while another client asks whether it is alive. */
export async function measureSaves(dataDir: string, only = ''): Promise<SavedShape[]> {
  const port = await freePort();
  const preload = ['--import', join(import.meta.dirname, 'loop-delay.ts')];
  const settings = { LOOP_DELAY_PORT: String(port) };
  const server = await startInkling('saves', dataDir, preload, settings);
  const loopHeld = async () => (await (await fetch(`http://127.0.0.1:${port}`)).json()) as LoopDelay;
  const { origin } = server;
  try {
    const { client, story } = await newWriter(origin);
    const measured = async (name: string, call: Call, params: Record<string, string>, body?: object) => {
      await loopHeld();
      const waits = pollLiveness(origin);
      const began = performance.now();
      const { status, body: text } = await client.send(call, params, body);
      const took = performance.now() - began;
      const waited = await waits();
      return { measure: { name, status, took, loop: await loopHeld(), waited }, text };
    };
    const shapes: SavedShape[] = [];
    for (const { name, texts } of hardChanges(characters)) {
      if (!name.startsWith(only)) continue;
      const { before, after } = texts();
      const title = 'A chapter';
      const made = await measured('POST', createChapter, {}, { story, title, content: before });
      const id = (JSON.parse(made.text) as ResponseOf<typeof createChapter>).data._id;
      const drafted = await measured(
        'draft',
        saveDraft,
        { id: story, slot: id },
        { title, content: after, authorNotes: '' },
      );
      const changed = await measured(
        'PUT',
        updateChapter,
        { id },
        // As the editor saves: what it began from is compared too.
        { content: after, baseVersion: 1 },
      );
      const read = await measured('GET', readChapterForAuthor, { id });
      const shape = { name, calls: [made, drafted, changed, read].map(({ measure }) => measure) };
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

/** Of one text what its calls took at most, and which of them held the event loop longest. */
function rowOf({ name, calls }: SavedShape): string {
  const worst = calls.toSorted((a, b) => b.loop.processor - a.loop.processor)[0];
  const processor = worst?.loop.processor ?? 0;
  const max = (value: (call: SavedShape['calls'][number]) => number): string =>
    Math.max(...calls.map(value)).toFixed(0);
  const marked = processor > maxHeld ? ' **>**' : '';
  const cells = [
    name,
    max(({ took }) => took),
    `${processor.toFixed(0)}${marked}`,
    worst?.name ?? '',
    max(({ loop }) => loop.held),
    max(({ waited }) => waited),
  ];
  return `| ${cells.join(' | ')} |`;
}

/** The figures as a table. */
export const savesText = (shapes: SavedShape[]): string =>
  [
    `| Text | Longest call, ms | Loop held, ms of processor (at most ${maxHeld}) | by | by the clock | /livez waits, ms |`,
    '| --- | ---: | ---: | --- | ---: | ---: |',
    ...shapes.map(rowOf),
  ].join('\n');
