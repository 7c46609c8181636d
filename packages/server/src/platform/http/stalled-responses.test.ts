import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { rawConnection } from '../../testing/raw-http.ts';
import { testApp } from '../../testing/test-app.ts';
import { createHttpServer } from './server.ts';

const site = testApp();
const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanups.splice(0)) await cleanUp();
});

/** More than the socket buffers of client and server. */
const large = Buffer.alloc(32 * 1024 * 1024, 'a');
const request = 'GET /large HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n';

async function server(stalledMs: number) {
  const http = await createHttpServer(site.ctx.config, site.ctx.log, { stalledMs });
  http.get('/large', (_request, reply) => reply.type('application/octet-stream').send(large));
  await http.listen({ port: 0, host: '127.0.0.1' });
  cleanups.push(() => http.close());
  const { port } = http.server.address() as AddressInfo;
  return { http, url: `http://127.0.0.1:${port}` };
}

test('a connection is closed if its client does not read the response [R63]', async () => {
  const { http, url } = await server(300);
  const accepted = Promise.withResolvers<Promise<unknown>>();
  http.server.once('connection', (socket) => {
    accepted.resolve(new Promise((resolve) => socket.once('close', resolve)));
  });
  const { socket } = rawConnection(url);
  cleanups.push(async () => socket.destroy());
  socket.pause();
  socket.write(request);
  await await accepted.promise;
  expect(socket.bytesRead).toBeLessThan(large.length);
});

test('a client that pauses and resumes in time receives the whole response', async () => {
  const { url } = await server(10_000);
  const { socket, ended: text } = rawConnection(url);
  socket.on('data', () => {
    socket.pause();
    setImmediate(() => socket.resume());
  });
  socket.write(request);
  expect((await text).length).toBeGreaterThan(large.length);
});
