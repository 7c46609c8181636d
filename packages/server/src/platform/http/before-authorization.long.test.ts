import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { createChapter } from '@inkling/contract/chapters';
import { describe, expect, test, vi } from 'vitest';
import { addressOf } from '../../testing/live-client.ts';
import { parseResponse, rawConnection, rawExchange } from '../../testing/raw-http.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { testApp } from '../../testing/test-app.ts';
import { isInBackground } from '../db/timeouts.ts';

const site = testApp();
const path = `/api/v1${createChapter.path}`;
const megabyte = 1024 * 1024;
const largest = JSON.stringify({ content: 'a'.repeat(8 * megabyte - 100) });

const headOf = (headers: Record<string, string>, target = path) =>
  [`POST ${target} HTTP/1.1`, 'host: stories.example', 'content-type: application/json']
    .concat(Object.entries(headers).map(([name, value]) => `${name}: ${value}`))
    .concat('', '')
    .join('\r\n');

/** Collects every connection that the server accepts from now on. */
function connectionsOf({ app }: typeof site): Socket[] {
  const sockets: Socket[] = [];
  app.http.server.on('connection', (socket: Socket) => sockets.push(socket));
  return sockets;
}

/** Sends a request with Node's HTTP client, with the whole body unless the server closes the connection. */
const send = (url: string, body: string, headers: Record<string, string> = {}) =>
  new Promise<{ status: number | undefined; connection: string | undefined; body: string }>(
    (resolve, reject) => {
      const request = httpRequest(`${url}${path}`, {
        method: 'POST',
        agent: false,
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          ...headers,
        },
      });
      let hasResponse = false;
      request.on('response', (response) => {
        hasResponse = true;
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        response.on('end', () =>
          resolve({ status: response.statusCode, connection: response.headers.connection, body: text }),
        );
      });
      request.on('error', (error) => hasResponse || reject(error));
      request.end(body);
    },
  );

describe('an unauthenticated request [R63]', () => {
  test('is refused with 401 before its body is read: 40 visitors with 8 MiB each', async () => {
    const url = await addressOf(site);
    const read: number[] = [];
    const watch = ({ socket }: IncomingMessage, response: ServerResponse) =>
      void response.on('finish', () => read.push(socket.bytesRead));
    site.app.http.server.on('request', watch);
    const { pool } = site.database;
    const connect = pool.connect.bind(pool);
    let connects = 0;
    const spy = vi.spyOn(pool, 'connect').mockImplementation(() => {
      // The search index may be looked after at the same time.
      if (!isInBackground()) connects += 1;
      return connect();
    });
    const responses = await Promise.all(
      Array.from({ length: 40 }, async () => {
        const { socket, ended } = rawConnection(url);
        socket.write(headOf({ 'content-length': String(largest.length) }));
        socket.write(largest);
        socket.once('data', () => socket.destroy());
        return parseResponse(await ended);
      }),
    );
    for (const response of responses) {
      expect(response?.status).toBe(401);
      expect(response?.headers.connection).toBe('close');
      expect(JSON.parse(response?.body ?? '')).toMatchObject({ success: false, code: 'SIGN_IN_REQUIRED' });
    }
    expect(read).toHaveLength(40);
    expect(Math.max(...read)).toBeLessThanOrEqual(64 * 1024);
    site.app.http.server.off('request', watch);
    expect(connects).toBe(0);
    spy.mockRestore();
  });

  test('gets its 401 reliably while the client is still sending', async () => {
    const url = await addressOf(site);
    const tokens = [undefined, 'made-up'];
    for (let index = 0; index < 30; index += 1) {
      const token = tokens[index % 2];
      const response = await send(
        url,
        largest,
        token === undefined ? {} : { authorization: `Bearer ${token}` },
      );
      expect(response).toMatchObject({ status: 401, connection: 'close' });
      expect(JSON.parse(response.body).code).toBe('SIGN_IN_REQUIRED');
    }
  });

  test('gets its 401 if the client sends its whole body before it reads', async () => {
    const url = await addressOf(site);
    const { socket, ended } = rawConnection(url);
    socket.pause();
    socket.write(headOf({ 'content-length': String(largest.length) }));
    await new Promise((resolve) => socket.write(largest, resolve));
    socket.resume();
    expect(parseResponse(await ended)?.status).toBe(401);
  });

  test('with a made-up token gets 401 before a body of 64 KiB has arrived', async () => {
    const { socket, ended } = rawConnection(await addressOf(site));
    const headers = { authorization: 'Bearer made-up', 'content-length': String(64 * 1024) };
    socket.write(`${headOf(headers)}{`);
    // The rest is never sent.
    const [first] = await once(socket, 'data');
    expect(parseResponse(String(first))).toMatchObject({ status: 401 });
    socket.destroy();
    await ended;
  });

  test('with an endless body gets 401 and is disconnected', async () => {
    const sockets = connectionsOf(site);
    const { socket, ended } = rawConnection(await addressOf(site));
    socket.write(headOf({ 'transfer-encoding': 'chunked' }));
    const chunk = Buffer.from(`10000\r\n${'a'.repeat(0x10000)}\r\n`);
    const sendMore = () => {
      while (socket.writable && socket.write(chunk));
    };
    socket.on('drain', sendMore);
    sendMore();
    expect(parseResponse(await ended)?.status).toBe(401);
    expect(sockets.at(-1)?.bytesRead).toBeLessThan(10 * megabyte);
  });

  test('with a small body keeps its connection open', async () => {
    const url = await addressOf(site);
    const keepAlive = headOf({ 'content-length': '2' });
    const last = headOf({ 'content-length': '2', connection: 'close' });
    const received = await rawExchange(url, `${keepAlive}{}${last}{}`);
    expect(received.match(/HTTP\/1\.1 401 /g)).toHaveLength(2);
    expect(received).toMatch(/connection: keep-alive/i);
  });
});

describe('an authenticated request', () => {
  test('may have a body up to the limit of its call, and no larger [R29] [R67]', async () => {
    const url = await addressOf(site);
    const author = await site.person();
    const story = await writing(site).draft(author);
    const sockets = connectionsOf(site);
    const authorization = `Bearer ${author.token}`;
    const content = 'word '.repeat(100_000);
    const body = JSON.stringify({ story: story._id, title: 'Long', content, isPublished: false });
    const saved = await send(url, body, { authorization });
    expect(saved.status).toBe(201);
    expect(sockets[0]?.bytesRead).toBeGreaterThan(content.length);
    const tooLarge = await send(url, `${largest}${' '.repeat(megabyte)}`, { authorization });
    expect(tooLarge).toMatchObject({ status: 413, connection: 'close' });
    expect(JSON.parse(tooLarge.body).code).toBe('TOO_LARGE');
  });
});
