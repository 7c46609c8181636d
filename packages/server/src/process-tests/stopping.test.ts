import { readdir, readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startImport } from '@inkling/contract/imports';
import { serverClosing } from '@inkling/contract/live';
import { listStories } from '@inkling/contract/stories';
import { expect, onTestFinished, test } from 'vitest';
import type { EmbeddedDatabase } from '../platform/db/embedded/embedded.ts';
import { postgresProcessesIn } from '../platform/db/embedded/processes.ts';
import {
  databaseProcesses,
  findLeftovers,
  freshDataFolder,
  migratedDataFolder,
  openForTest,
  runQuery,
  waitUntil,
} from '../platform/db/embedded/testing/database-users.ts';
import { emailSink } from '../testing/email-sink.ts';
import { connectLive } from '../testing/live-client.ts';
import { requestOfKey } from '../testing/request-of.ts';
import { type Program, type RunningServer, startInkling, startServer, stop } from './testing/programs.ts';
import { call, signUp, type TestPerson } from './testing/test-people.ts';

/** The exit status of a clean stop; a server that takes too long exits with 1. */
const cleanExit = 0;
const nothing = { processes: [], locks: [] };
const book = `# A slow book\n\n## One\n\n${'The lamp burned on. '.repeat(2000)}\n`;

/** Whether the server has read everything that was sent to it, by the receive queues in /proc/net/tcp. */
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

/** Starts an upload and pauses halfway; `finish` sends the rest and returns the response. */
async function slowUpload(url: string, token: string) {
  const {
    url: path,
    headers,
    payload,
  } = requestOfKey(startImport.key, { file: { name: 'slow.md', bytes: Buffer.from(book) } }, token);
  if (!Buffer.isBuffer(payload)) throw new Error('the upload has no bytes');
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
  // Give the server time to receive it.
  await sleep(300);
  return {
    response,
    finish: () => {
      sent.end(payload.subarray(half));
      return response;
    },
  };
}

/** A keep-alive connection, as a load balancer has. */
async function openConnection(url: string) {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  onTestFinished(() => {
    socket.destroy();
  });
  let receivedText = '';
  let closed = false;
  socket.setEncoding('utf8').on('data', (text: string) => {
    receivedText += text;
  });
  socket.on('close', () => {
    closed = true;
  });
  socket.on('error', () => {});
  await new Promise<void>((resolve) => socket.once('connect', () => resolve()));
  return {
    send: (text: string) => socket.write(text),
    receivedText: () => receivedText,
    isClosed: () => closed,
  };
}

const getRequest = (path: string) => `GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`;

/** Sends SIGINT repeatedly until the server has exited. */
async function interruptRepeatedly(server: Program): Promise<number | NodeJS.Signals | null> {
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

const noProcessLeft = (dataDir: string) =>
  waitUntil('nothing runs', async () => (await findLeftovers(dataDir)).processes.length === 0);

/** Stops a server with fifty live connections, an upload and 200 requests: all are notified or finished. */
async function stopsConnectedServer(server: RunningServer): Promise<void> {
  const { url } = server;
  const people = await Promise.all(Array.from({ length: 10 }, () => signUp(url)));
  const clients = await Promise.all(
    people.flatMap(({ token }) => Array.from({ length: 5 }, () => connectLive(url, token))),
  );
  const upload = await slowUpload(url, people[0]?.token ?? '');
  // All have reached the server, so none is refused.
  const requests = await Promise.all(
    Array.from({ length: 200 }, async () => {
      const connection = await openConnection(url);
      connection.send(getRequest('/api/v1/stories').slice(0, -2));
      return connection;
    }),
  );
  await waitUntil('the server has read everything', () => hasReadAll(Number(new URL(url).port)));

  server.process.kill('SIGTERM');
  expect(new Set(await Promise.all(clients.map(({ ended }) => ended)))).toEqual(new Set(['transport close']));
  for (const { received } of clients) expect(received).toEqual([{ event: serverClosing.event, payload: {} }]);
  for (const connection of requests) connection.send('\r\n');
  await waitUntil('every request has a response', () => requests.every(({ isClosed }) => isClosed()));
  for (const { receivedText } of requests) {
    expect(receivedText()).toMatch(/^HTTP\/1.1 200 /);
    expect(receivedText()).toMatch(/"success":true,.*\}$/s);
  }
  expect(await upload.finish()).toEqual({ status: 202, connection: 'close' });
  expect(await server.exit).toBe(cleanExit);
}

/** Stops a server with an upload and half-sent requests: those are finished, and nothing new is accepted. */
async function stopsBusyServer(server: RunningServer, { token }: TestPerson): Promise<void> {
  const { url } = server;
  const upload = await slowUpload(url, token);
  const balancer = await openConnection(url);
  balancer.send(
    `POST /api/v1/auth/login HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n`,
  );
  const checker = await openConnection(url);
  checker.send('GET /readyz HTTP/1.1\r\nhost: localhost\r\n');
  const reads = Array.from({ length: 200 }, () => call(url, token, listStories, {}));
  await Promise.race(reads);

  server.process.kill('SIGINT');
  // The upload is still running when the server stops listening, and until the end.
  await waitUntil('no new connection is accepted', () =>
    fetch(`${url}/livez`).then(
      () => false,
      () => true,
    ),
  );
  // A request that had begun gets the response that the server is stopping.
  checker.send('\r\n');
  await waitUntil('the checker is disconnected', () => checker.isClosed());
  expect(checker.receivedText()).toMatch(/^HTTP\/1.1 503 /);
  expect(checker.receivedText()).toContain('{"status":"closing"}');
  // A busy connection is closed after its response.
  balancer.send(`{}${getRequest('/readyz')}`);
  await waitUntil('the balancer is disconnected', () => balancer.isClosed());
  expect(balancer.receivedText()).toMatch(/^HTTP\/1.1 400 /);
  expect(balancer.receivedText()).toMatch(/connection: close/i);

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
  expect(await server.exit).toBe(cleanExit);
}

test('a stop finishes what is running and leaves nothing behind, and pages connect to the next server by themselves [R57]', async () => {
  const dataDir = await migratedDataFolder();
  const first = await startServer({ DATA_DIR: dataDir });
  const { url } = first;
  const author = await signUp(url);
  const settings = { reconnection: true, reconnectionDelay: 50, reconnectionDelayMax: 200 };
  const page = await connectLive(url, author.token, settings);
  // The folder and the port must be free at once.
  const restart = async () => {
    const back = new Promise<void>((resolve) => page.socket.io.once('reconnect', () => resolve()));
    const server = await startServer({ DATA_DIR: dataDir, PORT: new URL(url).port });
    await back;
    return server;
  };
  await stopsConnectedServer(first);
  expect(await findLeftovers(dataDir)).toEqual(nothing);
  const second = await restart();
  await stopsBusyServer(second, author);
  expect(await findLeftovers(dataDir)).toEqual(nothing);
  const third = await restart();
  await stop(third, 'SIGKILL');
  expect((await findLeftovers(dataDir)).processes).not.toEqual([]);

  // A second signal stops the server at once, together with a database that it has taken over.
  const fourth = await restart();
  // The first signal alone would wait for this upload.
  const upload = await slowUpload(url, author.token);
  expect(await interruptRepeatedly(fourth)).toBe(1);
  await expect(upload.response).rejects.toThrow();
  await noProcessLeft(dataDir);
  expect(await findLeftovers(dataDir)).toEqual(nothing);
});

test('neither a stalled upload nor an unresponsive mail server prevents a stop, and the email stays queued [R57]', async () => {
  const sink = await emailSink();
  sink.behave('hangs');
  const dataDir = await migratedDataFolder();
  const server = await startServer({ DATA_DIR: dataDir, SMTP_URL: sink.url });
  const openTool = () => openForTest(dataDir, { purpose: 'tool' });
  const jobStates = async (database: EmbeddedDatabase) =>
    (await runQuery(database, `select state::text from pgboss.job where name = 'account-emails'`)).map(
      ({ state }) => state,
    );
  const author = await signUp(server.url);
  const tool = await openTool();
  await waitUntil('the email is being sent', async () => (await jobStates(tool))[0] === 'active');
  await tool.stop();
  const upload = await slowUpload(server.url, author.token);
  const idle = await openConnection(server.url);
  expect((await stop(server)).code).toBe(cleanExit);
  await expect(upload.response).rejects.toThrow();
  expect(idle.isClosed()).toBe(true);
  expect(await findLeftovers(dataDir)).toEqual(nothing);
  expect(await jobStates(await openTool())).toEqual(['retry']);
  expect(server.stdout()).not.toContain('jobs can’t');
  await sink.leave();
});

test('for STOP_DELAY a stopping server still accepts connections but is not ready; the log ends with ‘stopped’ and has no lost connection [R57]', async () => {
  const settings = { DATA_DIR: await migratedDataFolder(), STOP_DELAY: '2', LOG_LEVEL: 'info' };
  const server = await startServer(settings);
  const { token } = await signUp(server.url);
  const client = await connectLive(server.url, token);
  server.process.kill('SIGTERM');
  const readiness = async () => {
    const response = await fetch(`${server.url}/readyz`);
    return [response.status, await response.json()];
  };
  await waitUntil('it is not ready', async () => (await readiness())[0] === 503);
  expect(await readiness()).toEqual([503, { status: 'closing' }]);
  expect((await call(server.url, token, listStories, {})).status).toBe(200);
  await client.ended;
  expect(await server.exit).toBe(cleanExit);
  const lines = server
    .stdout()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));
  expect(lines.at(-1)).toMatchObject({ level: 30, msg: 'stopped' });
  expect(lines.filter(({ level, code }) => level >= 40 && code !== 'closing')).toEqual([]);
});

test('a server that is stopped during its start leaves nothing behind', async () => {
  const dataDir = await freshDataFolder();
  const server = startInkling(['start'], { PORT: '0', DATA_DIR: dataDir });
  await waitUntil(
    'its database is being created',
    async () => (await findLeftovers(dataDir).catch(() => nothing)).locks.length > 0,
  );
  expect((await stop(server)).code).toBe(cleanExit);
  expect(await findLeftovers(dataDir)).toEqual(nothing);
});

test('repeated signals during the creation of the database leave nothing running', async () => {
  const dataDir = await freshDataFolder();
  const server = startInkling(['start'], { PORT: '0', DATA_DIR: dataDir });
  const stagingFolders = async () =>
    (await readdir(dataDir).catch(() => [])).filter((name) => name.startsWith('postgres.initialising-'));
  await waitUntil('its database is being created', async () => (await stagingFolders()).length > 0);
  await interruptRepeatedly(server);
  for (const staging of await stagingFolders()) {
    const folder = join(dataDir, staging, 'data');
    await waitUntil(
      'initdb has stopped',
      async () => ((await postgresProcessesIn(folder)) ?? []).length === 0,
    );
  }
  await waitUntil('nothing runs', async () => (await databaseProcesses(dataDir)).length === 0);
});

test('a tool that is stopped also stops the database that it started', async () => {
  const dataDir = await freshDataFolder();
  const tool = startInkling(['migrate'], { DATA_DIR: dataDir });
  await waitUntil('it has started the database', async () => (await databaseProcesses(dataDir)).length > 0);
  await stop(tool, 'SIGINT');
  await waitUntil('nothing runs', async () => (await databaseProcesses(dataDir)).length === 0);
});
