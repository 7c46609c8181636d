import { readdir, readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { register } from '@inkling/contract/account';
import { startImport } from '@inkling/contract/imports';
import { serverClosing } from '@inkling/contract/live';
import { listStories } from '@inkling/contract/stories';
import { expect, onTestFinished, test, vi } from 'vitest';
import { postgresProcessesIn } from '../platform/db/embedded/processes.ts';
import {
  databaseProcesses,
  freshDataFolder,
  migratedDataFolder,
  remains,
  until,
} from '../platform/db/embedded/testing/database-users.ts';
import { requestOfKey } from '../platform/http/request-of.ts';
import { emailSink } from '../testing/email-sink.ts';
import { connected } from '../testing/live-client.ts';
import { ownDatabase } from './testing/databases.ts';
import { inkling, type Program, startServer, stop } from './testing/programs.ts';
import { call, signUp } from './testing/test-people.ts';

vi.setConfig({ testTimeout: 60_000 });

/** The exit status of a server that has closed what it had open; one that took too long ends itself with 1. */
const byItself = 0;
const nothing = { processes: [], locks: [] };
const book = `# A slow book\n\n## One\n\n${'The lamp burned on. '.repeat(2000)}\n`;

/** Whether the program that listens there has taken all that has come; what waits stands in Linux's table. */
async function hasReadAll(port: number): Promise<boolean> {
  const local = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const established = '01';
  const table = (await readFile('/proc/net/tcp', 'utf8').catch(() => ''))
    .split('\n')
    .map((line) => line.trim().split(/\s+/));
  return table.every(
    ([, address = '', , state, queues = '']) =>
      !address.endsWith(local) || state !== established || queues.endsWith(':00000000'),
  );
}

/** Begins to send a book and stops halfway; `finish` sends the rest and gives the answer. */
async function slowUpload(url: string, token: string) {
  const {
    url: path,
    headers,
    payload,
  } = requestOfKey(startImport.key, { file: { name: 'slow.md', bytes: Buffer.from(book) } }, token);
  if (!Buffer.isBuffer(payload)) throw new Error('an upload is bytes');
  const sent = request(`${url}${path}`, {
    method: 'POST',
    headers: { ...(headers as Record<string, string>), 'content-length': payload.length },
  });
  const response = new Promise<{ status: number | undefined; connection: string | undefined }>(
    (resolve, reject) => {
      sent.on('error', reject).on('response', (response) => {
        response.resume().on('end', () => {
          resolve({ status: response.statusCode, connection: response.headers.connection });
        });
      });
    },
  );
  response.catch(() => {});
  const half = payload.length >> 1;
  await new Promise((resolve) => sent.write(payload.subarray(0, half), resolve));
  // The server has it before anything else happens.
  await sleep(300);
  return {
    response,
    finish: () => {
      sent.end(payload.subarray(half));
      return response;
    },
  };
}

/** A connection that is kept open, as a load balancer's is. */
async function openConnection(url: string) {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  onTestFinished(() => {
    socket.destroy();
  });
  let said = '';
  let closed = false;
  socket.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  socket.on('close', () => {
    closed = true;
  });
  socket.on('error', () => {});
  await new Promise<void>((resolve) => socket.once('connect', () => resolve()));
  return { send: (text: string) => socket.write(text), said: () => said, isClosed: () => closed };
}

const ask = (path: string) => `GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`;

test('what is under way is finished, nothing new is begun, and nothing stays behind', async () => {
  const dataDir = await migratedDataFolder();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    // The folder is free for the second time round at once.
    const server = await startServer({ DATA_DIR: dataDir });
    const { url } = server;
    const author = await signUp(url);
    const upload = await slowUpload(url, author.token);
    const balancer = await openConnection(url);
    balancer.send(
      `POST /api/v1/auth/login HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n`,
    );
    const checker = await openConnection(url);
    checker.send('GET /readyz HTTP/1.1\r\nhost: localhost\r\n');
    const reads = Array.from({ length: 200 }, () => call(url, author.token, listStories, {}));
    await Promise.race(reads);

    server.process.kill(signal);
    // The upload is still under way when the door is shut, and for as long as the rest is asked.
    await until('no new connection is taken', () =>
      fetch(`${url}/livez`).then(
        () => false,
        () => true,
      ),
    );
    // Whoever was about to ask is told that the server leaves.
    checker.send('\r\n');
    await until('the checker is told', () => checker.isClosed());
    expect(checker.said()).toMatch(/^HTTP\/1.1 503 /);
    expect(checker.said()).toContain('{"status":"closing"}');
    // A connection that was busy is told to go once it has its answer.
    balancer.send(`{}${ask('/readyz')}`);
    await until('the balancer is told', () => balancer.isClosed());
    expect(balancer.said()).toMatch(/^HTTP\/1.1 400 /);
    expect(balancer.said()).toMatch(/connection: close/i);

    expect(await upload.finish()).toEqual({ status: 202, connection: 'close' });
    const responses = await Promise.all(
      reads.map((read) =>
        read.then(
          ({ status }) => status,
          () => 'refused',
        ),
      ),
    );
    expect(responses.filter((status) => status !== 200 && status !== 'refused')).toEqual([]);
    expect(await server.exit).toBe(byItself);
    expect(await remains(dataDir)).toEqual(nothing);
  }
});

test('a reader whose connection has stalled does not keep the server from stopping', async () => {
  const dataDir = await migratedDataFolder();
  const server = await startServer({ DATA_DIR: dataDir });
  const author = await signUp(server.url);
  const upload = await slowUpload(server.url, author.token);
  const idle = await openConnection(server.url);
  expect((await stop(server)).code).toBe(byItself);
  await expect(upload.response).rejects.toThrow();
  expect(idle.isClosed()).toBe(true);
  expect(await remains(dataDir)).toEqual(nothing);
});

test('a server that is told to stop while it starts leaves nothing behind', async () => {
  const dataDir = await freshDataFolder();
  const server = inkling(['start'], { PORT: '0', DATA_DIR: dataDir });
  await until(
    'its database is being made',
    async () => (await remains(dataDir).catch(() => nothing)).locks.length > 0,
  );
  expect((await stop(server)).code).toBe(byItself);
  expect(await remains(dataDir)).toEqual(nothing);
});

/** Tells it on and on, as somebody does who has no patience, until it has ended. */
async function tellOnAndOn(server: Program): Promise<number | NodeJS.Signals | null> {
  let ended = false;
  const exit = server.exit.finally(() => {
    ended = true;
  });
  while (!ended) {
    server.process.kill('SIGINT');
    await sleep(100);
  }
  return exit;
}

const nobodyRuns = (dataDir: string) =>
  until('nothing runs', async () => (await remains(dataDir)).processes.length === 0);

test('a server that is told twice ends at once, and its database with it', async () => {
  const dataDir = await migratedDataFolder();
  const server = await startServer({ DATA_DIR: dataDir });
  const author = await signUp(server.url);
  // It would be waited for.
  const upload = await slowUpload(server.url, author.token);
  expect(await tellOnAndOn(server)).toBe(1);
  await expect(upload.response).rejects.toThrow();
  await nobodyRuns(dataDir);
  expect(await remains(dataDir)).toEqual(nothing);
});

test('so does a server that has taken over a database that was running', async () => {
  const dataDir = await migratedDataFolder();
  const killed = await startServer({ DATA_DIR: dataDir });
  const author = await signUp(killed.url);
  await stop(killed, 'SIGKILL');
  expect((await remains(dataDir)).processes).not.toEqual([]);
  const server = await startServer({ DATA_DIR: dataDir });
  await slowUpload(server.url, author.token);
  expect(await tellOnAndOn(server)).toBe(1);
  await nobodyRuns(dataDir);
  expect(await remains(dataDir)).toEqual(nothing);
});

test('a server that is told on and on while it makes its database leaves nothing running', async () => {
  const dataDir = await freshDataFolder();
  const server = inkling(['start'], { PORT: '0', DATA_DIR: dataDir });
  const makes = async () =>
    (await readdir(dataDir).catch(() => [])).filter((name) => name.startsWith('postgres.initialising-'));
  await until('its database is being made', async () => (await makes()).length > 0);
  await tellOnAndOn(server);
  for (const nursery of await makes()) {
    const folder = join(dataDir, nursery, 'data');
    await until('nothing makes it', async () => ((await postgresProcessesIn(folder)) ?? []).length === 0);
  }
  await until('nothing runs', async () => (await databaseProcesses(dataDir)).length === 0);
});

test('a tool that is told to stop takes the database along that it has started', async () => {
  const dataDir = await freshDataFolder();
  const tool = inkling(['migrate'], { DATA_DIR: dataDir });
  await until('it has started the database', async () => (await databaseProcesses(dataDir)).length > 0);
  await stop(tool, 'SIGINT');
  await until('nothing runs', async () => (await databaseProcesses(dataDir)).length === 0);
});

test('a mail server that says nothing does not keep the server from stopping, and the mail stays to be sent', async () => {
  const sink = await emailSink();
  sink.behave('hangs');
  const database = await ownDatabase('migrated');
  const server = await startServer({ DATABASE_URL: database.url, SMTP_URL: sink.url });
  const stateOf = async () =>
    (await database.ask(`select state::text from pgboss.job where name = 'account-mails'`)).map(
      ({ state }) => state,
    );
  const person = { username: 'Ada', email: 'ada@example.test', password: 'seven brass bells' };
  await call(server.url, null, register, { body: { ...person, passwordConfirm: person.password } });
  await until('the mail is being sent', async () => (await stateOf())[0] === 'active');
  expect((await stop(server)).code).toBe(byItself);
  expect(await stateOf()).toEqual(['retry']);
  expect(server.stdout()).not.toContain('jobs cannot');
  await sink.leave();
});

test('fifty live connections are told and hung up, two hundred requests under way are answered, and nothing stays behind', async () => {
  const dataDir = await migratedDataFolder();
  const server = await startServer({ DATA_DIR: dataDir });
  const { url } = server;
  const people = await Promise.all(Array.from({ length: 10 }, () => signUp(url)));
  const clients = await Promise.all(
    people.flatMap(({ token }) => Array.from({ length: 5 }, () => connected(url, token))),
  );
  const author = await signUp(url);
  const upload = await slowUpload(url, author.token);
  // All of them have reached the server: none is among those that find the door shut.
  const requests = await Promise.all(
    Array.from({ length: 200 }, async () => {
      const connection = await openConnection(url);
      connection.send(ask('/api/v1/stories').slice(0, -2));
      return connection;
    }),
  );
  await until('the server has read what has come', () => hasReadAll(Number(new URL(url).port)));

  server.process.kill('SIGTERM');
  expect(new Set(await Promise.all(clients.map(({ ended }) => ended)))).toEqual(new Set(['transport close']));
  for (const { received: heard } of clients)
    expect(heard).toEqual([{ event: serverClosing.event, payload: {} }]);
  for (const connection of requests) connection.send('\r\n');
  await until('every request is answered', () => requests.every(({ isClosed }) => isClosed()));
  for (const { said } of requests) {
    expect(said()).toMatch(/^HTTP\/1.1 200 /);
    expect(said()).toMatch(/"success":true,.*\}$/s);
  }
  expect(await upload.finish()).toEqual({ status: 202, connection: 'close' });
  expect(await server.exit).toBe(byItself);
  expect(await remains(dataDir)).toEqual(nothing);
});

test('a page that was connected comes back by itself to the server that is started again', async () => {
  const dataDir = await migratedDataFolder();
  const first = await startServer({ DATA_DIR: dataDir });
  const { token } = await signUp(first.url);
  const settings = { reconnection: true, reconnectionDelay: 50, reconnectionDelayMax: 200 };
  const client = await connected(first.url, token, settings);
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    const back = new Promise<void>((resolve) => client.socket.io.once('reconnect', () => resolve()));
    await stop(first, signal);
    const again = await startServer({ DATA_DIR: dataDir, PORT: new URL(first.url).port });
    await back;
    Object.assign(first, again);
  }
  expect((await stop(first)).code).toBe(byItself);
});
