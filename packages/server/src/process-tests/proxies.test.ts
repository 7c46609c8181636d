import { type IncomingHttpHeaders, request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { login, logout } from '@inkling/contract/account';
import type { Call, InputOf } from '@inkling/contract/call';
import { cancelImport, startImport } from '@inkling/contract/imports';
import { expect, test, vi } from 'vitest';
import { migratedDataFolder } from '../platform/db/embedded/testing/database-users.ts';
import { requestOf, requestOfKey } from '../platform/http/request-of.ts';
import { connected } from '../testing/live-client.ts';
import { startServer, stop } from './testing/programs.ts';
import { installed, startCaddy, startNginx } from './testing/proxies.ts';
import { signUp } from './testing/test-people.ts';

vi.setConfig({ testTimeout: 120_000 });

const host = 'stories.example';

interface Received {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
}

interface Sent {
  method?: string | undefined;
  headers?: Record<string, string>;
  /** The address that the request comes from; all of 127.0.0.0/8 is this machine's. */
  from?: string;
  body?: Uint8Array | string | undefined;
}

/** What comes through the proxy, as it is: nothing is unpacked. */
function ask(
  proxy: string,
  path: string,
  { method = 'GET', headers = {}, from, body }: Sent = {},
): Promise<Received> {
  return new Promise((resolve, reject) => {
    const asked = request(`${proxy}${path}`, {
      method,
      agent: false,
      headers: { host, ...headers },
      ...(from !== undefined && { localAddress: from }),
    });
    asked.on('error', reject);
    asked.on('response', (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes: Buffer.concat(parts) }),
      );
    });
    asked.end(body);
  });
}

function callThrough<C extends Call>(
  proxy: string,
  called: C,
  input: InputOf<C>,
  token: string | null,
  sent: Sent = {},
) {
  const { method, url, headers, payload } = requestOf(called, input, token);
  return ask(proxy, String(url), {
    ...sent,
    method,
    headers: { ...(headers as Record<string, string>), 'content-type': 'application/json', ...sent.headers },
    body: payload === undefined ? undefined : JSON.stringify(payload),
  });
}

const unpacked = { br: brotliDecompressSync, gzip: gunzipSync };

const proxies = [
  { name: 'nginx', start: startNginx },
  { name: 'caddy', start: startCaddy },
];

test.for(proxies)(
  'the sample for $name passes everything that Inkling needs',
  async ({ name, start }, { skip }) => {
    const program = installed(name);
    if (program === null) return skip(`${name} is not installed`);
    if (process.platform !== 'linux') return skip('only Linux has all of 127.0.0.0/8');
    const server = await startServer({
      DATA_DIR: await migratedDataFolder(),
      RATE_LIMIT: 'on',
      RATE_LIMITS: 'login=3/1m',
      TRUST_PROXY: 'loopback',
    });
    const proxy = await start(program, new URL(server.url).port);
    const ada = await signUp(server.url);

    // Pages and calls come packed once, or not at all.
    for (const [accepted, unpack] of Object.entries(unpacked)) {
      const page = await ask(proxy, '/', { headers: { accept: 'text/html', 'accept-encoding': accepted } });
      expect([page.status, page.headers['content-encoding']]).toEqual([200, accepted]);
      expect(unpack(page.bytes).toString()).toContain('<h1');
      const genres = await ask(proxy, '/api/v1/genres', { headers: { 'accept-encoding': accepted } });
      expect([genres.status, genres.headers['content-encoding']]).toEqual([200, accepted]);
      expect(JSON.parse(unpack(genres.bytes).toString())).toMatchObject({ success: true });
    }
    const plain = await ask(proxy, '/', { headers: { accept: 'text/html' } });
    expect([plain.headers['content-encoding'], plain.bytes.includes('<h1')]).toEqual([undefined, true]);

    // Log-ins are counted by where they come from, whatever a caller claims.
    const wrong = { body: { email: ada.username, password: 'not this one' } };
    const logIn = async (from: string, claimed?: string) => {
      const headers: Record<string, string> =
        claimed === undefined ? {} : { 'x-forwarded-for': claimed, 'x-real-ip': claimed };
      return (await callThrough(proxy, login, wrong, null, { from, headers })).status;
    };
    const claims = ['198.51.100.1', '198.51.100.2', '127.0.0.1', '198.51.100.4'];
    const statuses: number[] = [];
    for (const claim of claims) statuses.push(await logIn('127.0.0.2', claim));
    expect(statuses).toEqual([401, 401, 401, 429]);
    expect(await logIn('127.0.0.3')).toBe(401);

    // The editor's connection, from the site's own page, until the session ends.
    const live = await connected(proxy, ada.token, { extraHeaders: { host, origin: `http://${host}` } });

    // A book of 15 MB.
    const book = Buffer.from(`# One\n\n${'The lamp burned on.\n\n'.repeat(750_000)}`);
    expect(book.length).toBeGreaterThan(15_000_000);
    const upload = requestOfKey(startImport.key, { file: { name: 'long.md', bytes: book } }, ada.token);
    if (!Buffer.isBuffer(upload.payload)) throw new Error('an upload is bytes');
    const taken = await ask(proxy, String(upload.url), {
      method: 'POST',
      headers: upload.headers as Record<string, string>,
      body: new Uint8Array(upload.payload),
    });
    expect([taken.status, taken.bytes.toString()]).toEqual([202, expect.stringContaining('long.md')]);
    const { data } = startImport.response.parse(JSON.parse(taken.bytes.toString()));
    await callThrough(proxy, cancelImport, { params: { id: data._id } }, ada.token);

    await callThrough(proxy, logout, {}, ada.token);
    expect(await live.ended).toBe('io server disconnect');
    expect((await stop(server)).code).toBe(0);
  },
);
