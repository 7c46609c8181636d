import { expect, test, vi } from 'vitest';
import { createApp } from '../../app.ts';
import { builtPages } from '../../pages/built-pages.ts';
import { addressOf } from '../../testing/live-client.ts';
import { parseResponse, rawConnection, rawExchange } from '../../testing/raw-http.ts';
import { strictHeaders } from '../../testing/response-scan.ts';
import { testApp } from '../../testing/test-app.ts';
import { createLog } from '../log.ts';

const site = testApp();
const secret = 'canaryInTheAddress';

/** Starts a second application of the site on a real socket, with pages and a captured log. */
async function withPages(work: (url: string, logged: () => string) => Promise<void>) {
  const lines: string[] = [];
  const log = createLog({ LOG_LEVEL: 'trace' }, false);
  const stream = { write: (line: string) => lines.push(line) };
  const { default: pino } = await import('pino');
  const app = await createApp(
    { ...site.ctx, log: pino({ level: 'trace' }, stream) as typeof log },
    builtPages,
  );
  try {
    await work(await addressOf({ ...site, app }), () => lines.join(''));
  } finally {
    await app.close();
  }
}

const ask = async (url: string, line: string) =>
  parseResponse(await rawExchange(url, `${line}\r\nhost: stories.example\r\nconnection: close\r\n\r\n`));

test('a request target that is not a path of this site gets 400 with the usual body and headers [R24]', async () => {
  await withPages(async (url, logged) => {
    const lines = [
      `GET //evil.example/${secret} HTTP/1.1`,
      `GET //${secret} HTTP/1.1`,
      'GET /// HTTP/1.1',
      'GET //[ HTTP/1.1',
      `GET /\\evil.example/${secret} HTTP/1.1`,
      `GET \\\\${secret} HTTP/1.1`,
      `GET /..//evil.example/${secret} HTTP/1.1`,
      `GET http://evil.example/${secret} HTTP/1.1`,
      `GET http://stories.example/api/v1/genres?${secret} HTTP/1.1`,
      'OPTIONS * HTTP/1.1',
      `CONNECT ${secret}.example:443 HTTP/1.1`,
      `GET ${secret}.example:80 HTTP/1.1`,
      `GET /%ff${secret} HTTP/1.1`,
      `GET /${secret}%zz HTTP/1.1`,
      `GET /a\u0001${secret} HTTP/1.1`,
      `NONSENSE ${secret}`,
      `GET /?${'a&'.repeat(60)}${secret} HTTP/1.1`,
    ];
    for (const line of lines) {
      const response = await ask(url, line);
      expect(response?.status, line).toBe(400);
      expect(response?.headers, line).toMatchObject(strictHeaders);
      expect(response?.headers['content-type']).toBe('application/json; charset=utf-8');
      expect(JSON.parse(response?.body ?? '')).toMatchObject({ success: false, code: 'BAD_INPUT' });
      expect(response?.body).not.toContain('canary');
    }
    expect(logged()).toContain('"status":400');
    expect(logged()).not.toContain('canary');
  });
});

test('no request target causes a server error [R26]', async () => {
  const parts = [
    '/',
    '//',
    '\\',
    '.',
    '..',
    '%',
    '%00',
    '%2f',
    '%2e',
    '%5c',
    '%ff',
    '%c3%28',
    '%u0041',
    '?',
    '#',
    '&',
    ';',
    ':',
    '@',
    '[',
    ']',
    '{',
    '}',
    '|',
    '^',
    '`',
    '"',
    '<',
    '>',
    "'",
    '*',
    '~',
    '=',
    '+',
    ',',
    '$',
    '\u0000',
    '\u0001',
    '\t',
    ' ',
    '\u007f',
    '\u00a0',
    '\u00ff',
    'story',
    'api',
    'v1',
    'socket.io',
    'assets',
    '__proto__',
    'constructor',
    'http:',
    'evil.example',
    'a'.repeat(600),
    'verify-email',
    'user',
    'undefined',
    'null',
    '-1',
    '019f0000',
  ];
  // A simple generator with a fixed seed, so that each run is the same.
  let seed = 20_261_122;
  const next = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((seed / 2 ** 31) * below);
  };
  const targets = parts.flatMap((part) => [
    part,
    `/${part}`,
    `/story/${part}`,
    `/api/v1/stories?page=${part}`,
  ]);
  for (let index = 0; index < 200; index += 1) {
    targets.push(`/${Array.from({ length: 1 + next(6) }, () => parts[next(parts.length)]).join('')}`);
  }
  targets.push(`/${'a'.repeat(15_000)}`, `/${'a'.repeat(200_000)}`, `/?${'a=1&'.repeat(3_000)}`);
  await withPages(async (url) => {
    const check = async (target: string) => {
      const response = await ask(url, `GET ${target} HTTP/1.1`);
      const named = JSON.stringify(target.slice(0, 100));
      expect(response?.status ?? 500, named).toBeLessThan(500);
      expect(response?.headers['x-content-type-options'], named).toBe('nosniff');
      const { location = '/' } = response?.headers ?? {};
      expect(new URL(location, 'http://stories.example').host, named).toBe('stories.example');
    };
    while (targets.length > 0) await Promise.all(targets.splice(0, 20).map(check));
  });
});

test('requests that the HTTP parser refuses get a JSON error, too [R24]', async () => {
  const url = await addressOf(site);
  const cases: [string, number, string][] = [
    [`GET / HTTP/1.1\r\nhost: a\r\nx: ${'a'.repeat(70_000)}\r\n\r\n`, 431, 'TOO_LARGE'],
    ['GET / HTTP/1.1\r\nhost: a\r\nbad header\r\n\r\n', 400, 'BAD_INPUT'],
    ['GET /livez HTTP/1.1\r\nhost: a\r\nHost: b\r\nconnection: close\r\n\r\n', 400, 'BAD_INPUT'],
    [
      'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n',
      400,
      'BAD_INPUT',
    ],
    [
      'POST / HTTP/1.1\r\nhost: a\r\ntransfer-encoding: gzip, chunked\r\nconnection: close\r\n\r\n0\r\n\r\n',
      400,
      'BAD_INPUT',
    ],
    ['GET / HTTP/9.9\r\nhost: a\r\n\r\n', 400, 'BAD_INPUT'],
    ['GET / HTTP/1.1\r\nconnection: close\r\n\r\n', 400, 'BAD_INPUT'],
    ['GET /nowhere HTTP/1.1\r\nhost: a\r\nexpect: tea\r\nconnection: close\r\n\r\n', 404, 'NOT_FOUND'],
    ['GET /nowhere HTTP/1.0\r\n\r\n', 404, 'NOT_FOUND'],
  ];
  for (const [bytes, status, code] of cases) {
    const response = parseResponse(await rawExchange(url, bytes));
    expect(response, bytes.slice(0, 60)).toMatchObject({ status, headers: strictHeaders });
    expect(JSON.parse(response?.body ?? '')).toMatchObject({ success: false, code });
  }
});

test('only HTTP/1.1 has a transfer encoding, and that is chunked', async () => {
  const url = await addressOf(site);
  const post = (version: string, encoding: string, body: string) =>
    rawExchange(
      url,
      `POST /api/v1/auth/login HTTP/${version}\r\nhost: a\r\nconnection: keep-alive\r\ncontent-type: application/json\r\ntransfer-encoding: ${encoding}\r\n\r\n${body}GET /livez HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`,
    );
  for (const [version, encoding] of [
    ['1.0', 'chunked'],
    ['1.0', 'Chunked'],
    ['1.0', 'identity'],
    ['1.1', 'gzip, chunked'],
    ['1.1', 'chunked, chunked'],
  ] as const) {
    const text = await post(version, encoding, '2\r\n{}\r\n0\r\n\r\n');
    const response = parseResponse(text);
    expect(response, `${version} ${encoding}`).toMatchObject({
      status: 400,
      headers: { ...strictHeaders, connection: 'close' },
    });
    // What follows on the connection is not another request.
    expect(text.match(/HTTP\/1\.1 \d/g), `${version} ${encoding}`).toHaveLength(1);
  }
  const allowed = await post('1.1', 'Chunked', '2\r\n{}\r\n0\r\n\r\n');
  expect(allowed.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400', 'HTTP/1.1 200']);
});

test('a visitor has ten seconds for a body by default', async () => {
  const timers = vi.spyOn(globalThis, 'setTimeout');
  const app = await createApp(site.ctx);
  try {
    const { socket, ended } = rawConnection(await addressOf({ ...site, app }));
    socket.write(
      'POST /api/v1/auth/login HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{',
    );
    const delays = () => timers.mock.calls.map(([, ms]) => ms);
    await vi.waitFor(() => expect(delays()).toContain(10_000), 20_000);
    socket.destroy();
    await ended;
  } finally {
    timers.mockRestore();
    await app.close();
  }
});

test('connections that do not complete a request are closed with 408 [R63]', async () => {
  const timeouts = { headMs: 1_000, requestMs: 2_000, checkEveryMs: 50, visitorBodyMs: 500 };
  const app = await createApp(site.ctx, undefined, timeouts);
  try {
    const url = await addressOf({ ...site, app });
    const { token } = await site.person();
    const body = 'content-type: application/json\r\ncontent-length: 100\r\n\r\n{"email":';
    const late = await Promise.all([
      rawConnection(url).ended,
      rawExchange(url, 'GET / HTTP/1.1\r\nhost: a\r\n'),
      rawExchange(
        url,
        'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nhost: a\r\nupgrade: websocket\r\n',
      ),
      rawExchange(url, `POST /api/v1/auth/login HTTP/1.1\r\nhost: a\r\n${body}`),
      rawExchange(url, `POST /api/v1/nowhere HTTP/1.1\r\nhost: a\r\n${body}`),
      rawExchange(
        url,
        `POST /api/v1/stories HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${token}\r\n${body}`,
      ),
    ]);
    expect(late.shift()).toBe('');
    for (const text of late) {
      const response = parseResponse(text);
      expect(response).toMatchObject({ status: 408, headers: { ...strictHeaders, connection: 'close' } });
      expect(JSON.parse(response?.body ?? '')).toMatchObject({ success: false, code: 'REQUEST_TIMEOUT' });
    }
  } finally {
    await app.close();
  }
});
