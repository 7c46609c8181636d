import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openEmbeddedDatabase } from '../packages/server/src/platform/db/embedded/embedded.ts';
import { createLog } from '../packages/server/src/platform/log.ts';
import { type CpuSeconds, cpuSeconds, memory } from './cpu.ts';
import { pinClient, type Running, startBareSocket, startInkling } from './servers.ts';

// `node bench/chat.ts`: many connections in one chat, compared with a bare Socket.IO server. See docs/performance.md.
const { values: options } = parseArgs({
  options: {
    sockets: { type: 'string', default: '2000' },
    seconds: { type: 'string', default: '30' },
    perSecond: { type: 'string', default: '10' },
  },
});
const sockets = Number(options.sockets);
const seconds = Number(options.seconds);
const perSecond = Number(options.perSecond);
const connectionsOfPerson = 5;
/** How long deliveries may be late at the end: the client shares its core with whatever else runs. */
const maxWaitSeconds = 60;
const api = '/api/v1';

const log = (line: string): void => void process.stderr.write(`${line}\n`);

async function send<T>(
  origin: string,
  method: string,
  path: string,
  token: string | null,
  body?: object,
): Promise<T> {
  const response = await fetch(`${origin}${api}${path}`, {
    method,
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(token !== null && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const json = (await response.json()) as T & { message?: string };
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${json.message}`);
  return json;
}

async function signUp(origin: string): Promise<string> {
  const username = `b${randomBytes(6).toString('hex')}`;
  const password = 'six quiet herons';
  const body = { username, email: `${username}@example.test`, password, passwordConfirm: password };
  return (await send<{ token: string }>(origin, 'POST', '/auth/register', null, body)).token;
}

async function publishStory(origin: string, token: string): Promise<string> {
  const genres = await send<{ data: { _id: string }[] }>(origin, 'GET', '/genres', null);
  const fields = { title: 'The Lamp', description: 'A lamp.', genres: [genres.data[0]?._id] };
  const { data } = await send<{ data: { _id: string } }>(origin, 'POST', '/stories', token, fields);
  const content = Array.from({ length: 210 }, (_, index) => `lantern${index}`).join(' ');
  await send(origin, 'POST', '/chapters', token, {
    story: data._id,
    title: 'One',
    content,
    isPublished: true,
  });
  await send(origin, 'PUT', `/stories/${data._id}`, token, { isPublished: true });
  return data._id;
}

/** Runs `work` for each item, some at a time. */
async function each<Item>(items: Item[], atOnce: number, work: (item: Item) => Promise<void>): Promise<void> {
  const left = [...items];
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let item = left.pop(); item !== undefined; item = left.pop()) await work(item);
    }),
  );
}

/** What all connections have received. */
interface Received {
  deliveries: number;
  /** Messages that were acknowledged, and the other acknowledgements. */
  stored: number;
  refusals: Set<string>;
  /** In milliseconds. */
  delays: number[];
}

interface Page {
  socket: WebSocket;
  emit(event: string, payload: object): void;
}

/** The protocol of Socket.IO by hand: its client library would take more time than the server. */
function openPage(origin: string, token: string, storyId: string, received: Received): Promise<Page> {
  return new Promise((resolve, reject) => {
    const url = `${origin.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`;
    const socket = new WebSocket(url);
    const page: Page = {
      socket,
      emit: (event, payload) => socket.send(`422${JSON.stringify([event, payload])}`),
    };
    socket.addEventListener('error', () => reject(new Error('A connection failed.')));
    socket.addEventListener('message', ({ data }: MessageEvent<string>) => {
      if (data === '2') socket.send('3');
      else if (data.startsWith('0')) socket.send(`40${JSON.stringify({ token })}`);
      else if (data.startsWith('40')) socket.send(`421${JSON.stringify(['joinStory', { storyId }])}`);
      else if (data.startsWith('44')) reject(new Error(data));
      else if (data.startsWith('431[')) {
        if (data.includes('"success":true')) resolve(page);
        else reject(new Error(data));
      } else if (data.startsWith('43')) {
        if (data.includes('"success":true')) received.stored += 1;
        else received.refusals.add(data);
      } else if (data.startsWith('42["message"')) {
        received.deliveries += 1;
        // The text of a message is the time at which it was sent.
        const at = data.indexOf('sent:') + 5;
        received.delays.push(performance.now() - Number.parseFloat(data.slice(at, at + 20)));
      }
    });
  });
}

const total = (cpu: CpuSeconds[]): CpuSeconds => ({
  server: cpu.reduce((sum, { server }) => sum + server, 0),
  database: Math.max(...cpu.map(({ database }) => database)),
});

async function measure(
  name: string,
  servers: Running[],
  tokens: string[],
  storyId: string,
  sendsItself: boolean,
) {
  const received: Received = { deliveries: 0, stored: 0, refusals: new Set(), delays: [] };
  const pages: Page[] = [];
  await each(
    Array.from({ length: sockets }, (_, index) => index),
    20,
    async (index) => {
      const server = servers[index % servers.length];
      // Five connections of each person, all to one process.
      const person =
        Math.floor(index / servers.length / connectionsOfPerson) * servers.length + (index % servers.length);
      pages.push(
        await openPage(server?.origin ?? '', tokens[person % tokens.length] ?? '', storyId, received),
      );
    },
  );
  await sleep(3000);
  Object.assign(received, { deliveries: 0, stored: 0, refusals: new Set(), delays: [] });
  const cpu = async () => total(await Promise.all(servers.map(({ measured }) => cpuSeconds(measured))));
  const before = await cpu();
  const messages = seconds * perSecond;
  const started = performance.now();
  for (let number = 0; number < messages; number += 1) {
    if (sendsItself) {
      const page = pages[(number * 997) % pages.length];
      page?.emit('chatMessage', {
        storyId,
        message: `sent:${performance.now().toFixed(3).padStart(20)} lamp`,
      });
    } else pages[0]?.emit('say', { message: `sent:${performance.now().toFixed(3).padStart(20)} lamp` });
    await sleep(Math.max(0, started + ((number + 1) * 1000) / perSecond - performance.now()));
  }
  const expected = messages * (sockets - (sendsItself ? 1 : 0));
  for (let waited = 0; received.deliveries < expected && waited < maxWaitSeconds; waited += 1)
    await sleep(1000);
  const after = await cpu();
  const use = await Promise.all(servers.map(({ measured }) => memory(measured)));
  for (const { socket } of pages) socket.close();
  const delays = received.delays.toSorted((a, b) => a - b);
  const micros = (cpuUsed: number) => ((cpuUsed * 1e6) / received.deliveries).toFixed(1);
  log(
    [
      `${name}: ${received.deliveries} of ${expected} deliveries, ${received.stored} messages stored`,
      `${micros(after.server - before.server)} µs server + ${micros(after.database - before.database)} µs database each`,
      `p50 ${delays[Math.floor(delays.length * 0.5)]?.toFixed(1)} ms, p99 ${delays[Math.floor(delays.length * 0.99)]?.toFixed(1)} ms`,
      ...[...received.refusals].slice(0, 3),
      `memory ${use.map((one) => JSON.stringify(one)).join(' ')}`,
    ].join('; '),
  );
}

// Before the client is pinned, so that the database may use both cores.
const dataDir = await mkdtemp(join(tmpdir(), 'inkling-chat-bench-'));
const database = await openEmbeddedDatabase({
  dataDir,
  log: createLog({ LOG_LEVEL: 'warn' }, false),
  purpose: 'server',
});
log(pinClient() ? 'Servers have core 0, the client has core 1.' : 'The processes are not pinned.');
const bare = await startBareSocket();
await measure('bare Socket.IO', [bare], ['none'], 'none', false);
await bare.stop();

const { host, port, user, password, database: db } = database.connection;
const settings = {
  DATABASE_URL: `postgresql://${user}:${encodeURIComponent(password)}@localhost/${db}?host=${encodeURIComponent(host)}&port=${port}`,
  ADDRESS_KEY: randomBytes(32).toString('hex'),
  LOG_LEVEL: 'warn',
};
const cheap = ['--import', './bench/cheap-passwords.ts'];
const start = (name: string): Promise<Running> => startInkling(name, dataDir, cheap, settings);
const [first, second] = [await start('one'), await start('two')];
log('Signing people up …');
const tokens: string[] = [];
await each(
  Array.from({ length: Math.ceil(sockets / connectionsOfPerson) + 2 }, (_, index) => index),
  8,
  async () => {
    tokens.push(await signUp(first.origin));
  },
);
const story = await publishStory(first.origin, tokens[0] ?? '');
await measure('two processes', [first, second], tokens, story, true);
await second.stop();
await sleep(2000);
await measure('one process', [first], tokens, story, true);
await first.stop();
await database.stop();
await rm(dataDir, { recursive: true, force: true });
process.exit(0);
