import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { promisify } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { addressOf } from '../../testing/live-client.ts';
import { testApp } from '../../testing/test-app.ts';

const site = testApp();
const count = 1000;
const megabyte = 1024 * 1024;

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** The memory of objects that are still in use, in MB. */
function usedMemory(): number {
  for (let time = 0; time < 3; time += 1) collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / megabyte;
}

/** Opens a WebSocket that never says who it is. */
async function silentConnection({ hostname, port }: URL): Promise<Socket> {
  const socket = connect({ host: hostname, port: Number(port) });
  socket.on('error', () => {});
  const key = 'sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==';
  socket.write(
    `GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nhost: x\r\nconnection: Upgrade\r\nupgrade: websocket\r\n${key}\r\n\r\n`,
  );
  const [response] = await once(socket, 'data');
  expect(String(response)).toMatch(/^HTTP\/1\.1 101 /);
  return socket;
}

test('a thousand connections that never sign in are closed, and their memory is free again [R39]', async () => {
  const url = new URL(await addressOf(site));
  const { server } = site.app.http;
  const openConnections = promisify(server.getConnections.bind(server));
  const openMany = async (number: number) => {
    const opened = [];
    for (let index = 0; index < number; index += 1) opened.push(silentConnection(url));
    const ended = (await Promise.all(opened)).map((socket) => once(socket.resume(), 'close'));
    const during = usedMemory();
    await Promise.all(ended);
    await expect.poll(() => openConnections()).toBe(0);
    return during;
  };
  const before = usedMemory();
  const during = await openMany(count);
  const after = usedMemory();
  expect(during - before).toBeGreaterThan(5);
  // Less than a third of what they took: nothing is kept for each of them.
  expect(after - before).toBeLessThan((during - before) / 3);
});
