import { randomInt } from 'node:crypto';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import * as calls from '@inkling/contract/chat';
import { newId } from '@inkling/contract/new-id';
import { io } from 'socket.io-client';
import { expect, onTestFinished, test } from 'vitest';
import { migratedDataFolder } from '../platform/db/embedded/testing/database-users.ts';
import { freePort } from '../testing/redis.ts';
import { startServer } from './testing/programs.ts';
import { call, publishStory, signUp, type TestPerson } from './testing/test-people.ts';

const people = 5;
const messagesEach = 100;
const cutEveryMs = 2000;

/** A proxy to a port that cuts all its connections when told to. */
async function cuttingProxy(port: number) {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1');
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(one);
      one.pipe(other);
      one.on('error', () => {});
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
  });
  const { port: own } = await new Promise<AddressInfo>((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve(server.address() as AddressInfo)),
  );
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  onTestFinished(() => {
    cut();
    server.close();
  });
  return { url: `http://127.0.0.1:${own}`, cut };
}

/** What a page does: it joins, sends each message until it is acknowledged, and fills gaps by calls. */
function chatPage(url: string, person: TestPerson, storyId: string) {
  const known = new Map<number, string>();
  const acknowledged = new Map<string, number>();
  const socket = io(url, {
    transports: ['websocket'],
    forceNew: true,
    auth: { token: person.token },
    reconnectionDelay: 50,
    reconnectionDelayMax: 300,
  });
  onTestFinished(() => void socket.disconnect());
  const learn = ({ number, message }: calls.ChatMessage) => known.set(number, message ?? '');
  const join = () => void socket.emitWithAck(calls.joinStory.event, storyId).catch(() => {});
  socket.on('connect', join);
  socket.on(calls.messageSent.event, learn);
  return {
    known,
    acknowledged,
    async send(text: string) {
      const _id = newId(Date.now());
      for (;;) {
        // While it is disconnected, the client library would keep the event for later.
        const ack = await (socket.connected
          ? socket
              .timeout(3000)
              .emitWithAck(calls.sendChatMessage.event, { _id, storyId, message: text })
              .catch(() => null)
          : null);
        if (ack?.success === true) {
          learn(ack.data);
          acknowledged.set(text, ack.data.number);
          return;
        }
        await sleep(50);
      }
    },
    /** Fetches what follows the last number before the first gap, until nothing is missing. */
    async fillGaps() {
      for (;;) {
        let last = 0;
        while (known.has(last + 1)) last += 1;
        const query = { storyId, after: last, limit: 100 };
        const { data, lastNumber } = (await call(url, person.token, calls.listMessages, { query })).body;
        for (const message of data) learn(message);
        if (last >= lastNumber) return;
      }
    },
  };
}

test('every acknowledged message exists once, in one order for all, whatever is cut or killed [R41]', {
  timeout: 300_000,
}, async () => {
  const settings = { DATA_DIR: await migratedDataFolder(), PORT: String(await freePort()) };
  const server = await startServer(settings);
  const author = await signUp(server.url);
  const story = await publishStory(server.url, author);
  const senders = await Promise.all(Array.from({ length: people }, () => signUp(server.url)));
  const proxy = await cuttingProxy(Number(settings.PORT));
  const pages = senders.map((person) => chatPage(proxy.url, person, story));
  const timer = setInterval(proxy.cut, cutEveryMs);
  onTestFinished(() => clearInterval(timer));

  const killAt = randomInt(150, 350);
  let sent = 0;
  let restarted: Promise<unknown> | null = null;
  await Promise.all(
    pages.map(async (page, index) => {
      for (let number = 0; number < messagesEach; number += 1) {
        await page.send(`${index}-${number}`);
        sent += 1;
        if (sent !== killAt) continue;
        server.process.kill('SIGKILL');
        restarted = server.exit.then(() => startServer(settings));
      }
    }),
  );
  await restarted;
  expect(sent).toBe(people * messagesEach);
  clearInterval(timer);
  const received = pages.map(({ known }) => known.size);
  for (const page of pages) await page.fillGaps();

  const [first, ...others] = pages.map(({ known }) => [...known].toSorted(([a], [b]) => a - b));
  expect(first?.map(([number]) => number)).toEqual(
    Array.from({ length: people * messagesEach }, (_, index) => index + 1),
  );
  expect(new Set(first?.map(([, text]) => text)).size).toBe(people * messagesEach);
  for (const other of others) expect(other).toEqual(first);
  const numberOf = new Map(first?.map(([number, text]) => [text, number]));
  for (const { acknowledged } of pages)
    for (const [text, number] of acknowledged) expect(numberOf.get(text), text).toBe(number);
  // Most arrived by the connections, and not all: otherwise nothing was cut.
  expect(Math.max(...received)).toBeGreaterThan(people * messagesEach * 0.5);
});
