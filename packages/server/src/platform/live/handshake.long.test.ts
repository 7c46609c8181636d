import { once } from 'node:events';
import { connect } from 'node:net';
import { promisify } from 'node:util';
import { livePath } from '@inkling/contract/live';
import { describe, expect, test, vi } from 'vitest';
import { authenticate, filterActive } from '../../modules/account/index.ts';
import { addressOf, connectionOutcome, connectLive, liveClient } from '../../testing/live-client.ts';
import { webSocketHandshake } from '../../testing/raw-http.ts';
import { strictHeaders } from '../../testing/response-scan.ts';
import { testApp } from '../../testing/test-app.ts';
import { createHttpServer } from '../http/server.ts';
import { acceptWebSockets } from '../http/web-sockets.ts';
import { liveServer } from './live-server.ts';

const site = testApp();
const unvisited = testApp();
const httpsSite = testApp({ PUBLIC_URL: 'https://stories.example' });
const limited = testApp({ RATE_LIMIT: 'on' });
const behindProxy = testApp({ RATE_LIMIT: 'on', TRUST_PROXY: 'loopback' });

describe('a live connection', () => {
  test('needs a valid token; anything else is refused with SIGN_IN_REQUIRED [R38]', async () => {
    const url = await addressOf(site);
    const { token } = await site.person();
    expect(await connectionOutcome(liveClient(url, token))).toBe('connected');
    for (const auth of [
      {},
      { token: '' },
      { token: 'made-up' },
      { token: '0'.repeat(10_000) },
      { token: 7 },
      { token: [token] },
      { token: { toString: token } },
      JSON.parse(`{"__proto__":{"token":"${token}"}}`),
    ]) {
      expect(await connectionOutcome(liveClient(url, null, { auth })), JSON.stringify(auth)).toBe(
        'SIGN_IN_REQUIRED',
      );
    }
  });

  test('reads the token only from the handshake’s auth, so that no access log contains it [R25]', async () => {
    const url = await addressOf(site);
    const { token } = await site.person();
    expect(await connectionOutcome(liveClient(url, null, { query: { token } }))).toBe('SIGN_IN_REQUIRED');
    const extraHeaders = { authorization: `Bearer ${token}` };
    expect(await connectionOutcome(liveClient(url, null, { extraHeaders }))).toBe('SIGN_IN_REQUIRED');
  });

  test('that was refused is closed; another attempt needs a new handshake', async () => {
    const url = await addressOf(site);
    const { token } = await site.person();
    const client = liveClient(url, 'made-up');
    const { engine } = client.socket.io;
    const closed = new Promise((resolve) => engine.once('close', resolve));
    engine.once('open', () => {
      for (const auth of ['made-up', token]) engine.write(`0${JSON.stringify({ token: auth })}`);
    });
    await closed;
    expect(client.socket.connected).toBe(false);
  });

  test('exists only for the default namespace', async () => {
    const url = await addressOf(site);
    const { token } = await site.person();
    for (const name of ['/admin', '/__proto__', '/constructor']) {
      expect(await connectionOutcome(liveClient(`${url}${name}`, token))).toBe('TRANSPORT');
    }
  });
});

describe('the handshake', () => {
  test('is accepted from this site’s pages and from programs, but not from pages of other sites [R25] [R39]', async () => {
    const url = await addressOf(site);
    const statusOf = async (headers: Record<string, string>, at = url) =>
      (await webSocketHandshake(at, headers)).status;
    expect(await statusOf({})).toBe(101);
    expect(await statusOf({ origin: url })).toBe(101);
    expect(await statusOf({ origin: 'http://localhost:3000' })).toBe(101);
    expect(await statusOf({ host: 'laptop.local:3000', origin: 'http://laptop.local:3000' })).toBe(101);
    for (const origin of [
      'https://evil.test',
      'null',
      '',
      'http://127.0.0.1',
      `${url}.evil.test`,
      'file://',
    ]) {
      expect(await statusOf({ origin }), origin).toBe(403);
    }
    const secure = await addressOf(httpsSite);
    expect(await statusOf({ origin: 'https://stories.example' }, secure)).toBe(101);
    expect(await statusOf({ origin: 'http://stories.example' }, secure)).toBe(403);
    expect(await statusOf({ origin: 'https://stories.example.evil.test' }, secure)).toBe(403);
    const { body } = await webSocketHandshake(url, { origin: 'https://evil.test' });
    expect(JSON.parse(body)).toMatchObject({ success: false, code: 'NOT_ALLOWED' });
  });

  test('does not derive the site’s host from a proxy’s headers', async () => {
    const claims = {
      origin: 'https://evil.test',
      'x-forwarded-host': 'evil.test',
      'x-forwarded-proto': 'https',
    };
    const response = await webSocketHandshake(await addressOf(behindProxy), {
      ...claims,
      'x-forwarded-for': '203.0.113.77',
    });
    expect(response.status).toBe(403);
  });

  test('accepts only WebSockets: polling and malformed requests get 400', async () => {
    const url = await addressOf(site);
    const polling = await fetch(`${url}${livePath}?EIO=4&transport=polling`);
    expect(polling.status).toBe(400);
    expect(await polling.json()).toMatchObject({ success: false, code: 'BAD_INPUT' });
    const { token } = await site.person();
    expect(await connectionOutcome(liveClient(url, token, { transports: ['polling'] }))).toBe('TRANSPORT');
    const wrong: [Record<string, string>, string?][] = [
      [{ 'sec-websocket-key': 'too short' }],
      [{ 'sec-websocket-version': '12' }],
      [{}, `${livePath}?EIO=4&transport=polling`],
      [{}, `${livePath}?EIO=3&transport=websocket`],
      [{}, `${livePath}?EIO=4&transport=websocket&sid=AAAAAAAAAAAAAAAAAAAA`],
      [{}, `${livePath}?EIO=4&EIO=4&transport=websocket`],
      [{}, `${livePath}?EIO=4&transport=constructor`],
      [{}, livePath],
    ];
    for (const [headers, path] of wrong) {
      const response = await webSocketHandshake(url, headers, path);
      expect(response.status, JSON.stringify([headers, path])).toBe(400);
      expect(response.headers).toMatchObject(strictHeaders);
    }
  });

  test('that is refused is closed by the server even if the client keeps its side open', async () => {
    const { hostname, port } = new URL(await addressOf(unvisited));
    const clients = Array.from({ length: 5 }, () =>
      connect({ host: hostname, port: Number(port), allowHalfOpen: true }),
    );
    const head =
      'HTTP/1.1\r\nhost: x\r\nconnection: Upgrade\r\nupgrade: websocket\r\norigin: https://evil.test\r\n';
    const key = 'sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n';
    await Promise.all(
      clients.map(async (client) => {
        client.on('error', () => {});
        client.write(`GET /socket.io/?EIO=4&transport=websocket ${head}${key}and some more`);
        const [response] = await once(client, 'data');
        expect(String(response)).toMatch(/^HTTP\/1\.1 403 /);
      }),
    );
    const { server } = unvisited.app.http;
    await vi.waitFor(
      async () => expect(await promisify(server.getConnections.bind(server))()).toBe(0),
      10_000,
    );
    for (const client of clients) client.destroy();
  });

  test('has the security headers, accepted or refused [R24]', async () => {
    const url = await addressOf(site);
    const responses = [
      await webSocketHandshake(url),
      await webSocketHandshake(url, { origin: 'https://evil.test' }),
      await webSocketHandshake(url, {}, `${livePath}?EIO=4&transport=polling`),
      await webSocketHandshake(url, {}, '/socket.io/nowhere'),
    ];
    expect(responses.map(({ status }) => status)).toEqual([101, 403, 400, 404]);
    for (const { headers } of responses) {
      expect(headers).toMatchObject(strictHeaders);
      expect(headers).not.toHaveProperty('access-control-allow-origin');
      expect(headers).not.toHaveProperty('set-cookie');
    }
    expect((await webSocketHandshake(await addressOf(httpsSite))).headers['strict-transport-security']).toBe(
      'max-age=15552000; includeSubDomains',
    );
  });

  test('at another path or for another protocol is handled as a normal request', async () => {
    const url = await addressOf(site);
    expect((await webSocketHandshake(url, {}, '/livez')).status).toBe(200);
    expect((await webSocketHandshake(url, {}, '/api/v1/nowhere')).status).toBe(404);
    expect((await webSocketHandshake(url, { upgrade: 'h2c' }, '/livez')).status).toBe(200);
    expect((await webSocketHandshake(url, { upgrade: 'h2c' })).status).toBe(400);
  });
});

describe('the rate limit of connections', () => {
  const statuses = async (
    url: string,
    headersOf: (index: number) => Record<string, string>,
    times: number,
  ) => {
    const found = [];
    for (let index = 0; index < times; index += 1)
      found.push((await webSocketHandshake(url, headersOf(index))).status);
    return found;
  };
  const tenOfEleven = [...Array.from({ length: 10 }, () => 101), 429];

  test('is ten per minute and address, whatever X-Forwarded-For claims, with a retry-after header [R20] [R39]', async () => {
    const url = await addressOf(limited);
    expect(await statuses(url, (index) => ({ 'x-forwarded-for': `198.51.100.${index}` }), 11)).toEqual(
      tenOfEleven,
    );
    const refused = await webSocketHandshake(url);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(JSON.parse(refused.body)).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    expect(refused.headers).toMatchObject(strictHeaders);
    // Signed-in people are counted by their address too, and API calls still work.
    const { token } = await limited.person();
    expect(await connectionOutcome(liveClient(url, token))).toBe('TRANSPORT');
    expect((await fetch(`${url}/api/v1/genres`)).status).toBe(200);
  });

  test('counts the address named by a trusted proxy, and one IPv6 network as one [R20]', async () => {
    const url = await addressOf(behindProxy);
    expect(await statuses(url, () => ({ 'x-forwarded-for': '203.0.113.1' }), 11)).toEqual(tenOfEleven);
    expect(await statuses(url, () => ({ 'x-forwarded-for': '203.0.113.2' }), 1)).toEqual([101]);
    expect(await statuses(url, (index) => ({ 'x-forwarded-for': `2001:db8::${index + 1}` }), 11)).toEqual(
      tenOfEleven,
    );
    expect(await statuses(url, () => ({ 'x-forwarded-for': '2001:db8:0:1::1' }), 1)).toEqual([101]);
  });

  test('is five open connections per person; the sixth is refused until one closes [R39]', async () => {
    const url = await addressOf(site);
    const { token } = await site.person();
    const other = await site.person();
    const [first] = [
      await connectLive(url, token),
      ...(await Promise.all([1, 2, 3, 4].map(() => connectLive(url, token)))),
    ];
    expect(await connectionOutcome(liveClient(url, token))).toBe('TOO_MANY_REQUESTS');
    expect(await connectionOutcome(liveClient(url, other.token))).toBe('connected');
    first?.socket.disconnect();
    await expect.poll(() => connectionOutcome(liveClient(url, token))).toBe('connected');
  });

  test('keeps five of twenty connections that were authenticated at the same moment [R39]', async () => {
    const { token } = await unvisited.person();
    const viewer = await authenticate(unvisited.ctx, token);
    const allCounted = Promise.withResolvers<typeof viewer>();
    let lookups = 0;
    const lookUp = () => {
      lookups += 1;
      if (lookups === 20) allCounted.resolve(viewer);
      return allCounted.promise;
    };
    const live = liveServer(unvisited.ctx, { authenticate: lookUp, filterActive }, new Map());
    const http = await createHttpServer(unvisited.ctx.config, unvisited.ctx.log);
    acceptWebSockets(http, livePath, 'live', live.checkRequest, live.handleUpgrade);
    const close = async () => {
      await live.close();
      await http.close();
    };
    const url = await addressOf({ app: { ...unvisited.app, http, close } });
    const clients = Array.from({ length: 20 }, () => liveClient(url, token));
    const open = () => clients.filter(({ socket }) => socket.connected).length;
    // None was too many when it was authenticated.
    expect(new Set(await Promise.all(clients.map(connectionOutcome)))).toEqual(new Set(['connected']));
    await expect.poll(open).toBe(5);
    await close();
  });
});

test('a client that connects and does not authenticate is disconnected', async () => {
  const url = await addressOf(site);
  const silent = Array.from(
    { length: 100 },
    () => new WebSocket(`${url.replace('http', 'ws')}${livePath}?EIO=4&transport=websocket`),
  );
  const ended = silent.map(
    (socket) => new Promise<void>((resolve) => socket.addEventListener('close', () => resolve())),
  );
  await Promise.all(ended);
});
