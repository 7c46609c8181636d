import { type IncomingHttpHeaders, request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { login, logout } from '@inkling/contract/account';
import type { Call, InputOf } from '@inkling/contract/call';
import { cancelImport, startImport } from '@inkling/contract/imports';
import { expect, test } from 'vitest';
import { migratedDataFolder } from '../platform/db/embedded/testing/database-users.ts';
import { connectLive } from '../testing/live-client.ts';
import { requestOf, requestOfKey } from '../testing/request-of.ts';
import { startServer, stop } from './testing/programs.ts';
import { findProgram, startCaddy, startNginx } from './testing/proxies.ts';
import { signUp } from './testing/test-people.ts';

const host = 'stories.example';

interface Received {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
}

interface Sent {
  method?: string | undefined;
  headers?: Record<string, string>;
  /** The source address; all of 127.0.0.0/8 is local. */
  from?: string;
  body?: Uint8Array | string | undefined;
}

/** Sends a request through the proxy; returns the response without decompressing it. */
function send(
  proxy: string,
  path: string,
  { method = 'GET', headers = {}, from, body }: Sent = {},
): Promise<Received> {
  return new Promise((resolve, reject) => {
    const outgoing = request(`${proxy}${path}`, {
      method,
      agent: false,
      headers: { host, ...headers },
      ...(from !== undefined && { localAddress: from }),
    });
    outgoing.on('error', reject);
    outgoing.on('response', (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes: Buffer.concat(parts) }),
      );
    });
    outgoing.end(body);
  });
}

function callThrough<C extends Call>(
  proxy: string,
  contractCall: C,
  input: InputOf<C>,
  token: string | null,
  sent: Sent = {},
) {
  const { method, url, headers, payload } = requestOf(contractCall, input, token);
  return send(proxy, String(url), {
    ...sent,
    method,
    headers: { ...(headers as Record<string, string>), 'content-type': 'application/json', ...sent.headers },
    body: payload === undefined ? undefined : JSON.stringify(payload),
  });
}

const decompressors = { br: brotliDecompressSync, gzip: gunzipSync };

const proxies = [
  { name: 'nginx', start: startNginx },
  { name: 'caddy', start: startCaddy },
];

test.for(proxies)(
  'the sample configuration for $name passes everything that Inkling needs [R20] [R67]',
  async ({ name, start }, { skip }) => {
    const program = findProgram(name);
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

    // Pages and calls are compressed once or not at all.
    for (const [encoding, decompress] of Object.entries(decompressors)) {
      const page = await send(proxy, '/', { headers: { accept: 'text/html', 'accept-encoding': encoding } });
      expect([page.status, page.headers['content-encoding']]).toEqual([200, encoding]);
      expect(decompress(page.bytes).toString()).toContain('<h1');
      const genres = await send(proxy, '/api/v1/genres', { headers: { 'accept-encoding': encoding } });
      expect([genres.status, genres.headers['content-encoding']]).toEqual([200, encoding]);
      expect(JSON.parse(decompress(genres.bytes).toString())).toMatchObject({ success: true });
    }
    const plain = await send(proxy, '/', { headers: { accept: 'text/html' } });
    expect([plain.headers['content-encoding'], plain.bytes.includes('<h1')]).toEqual([undefined, true]);

    // Sign-ins are limited by the real source address, whatever a client claims.
    const wrong = { body: { email: ada.username, password: 'not this one' } };
    const signIn = async (from: string, claimed?: string) => {
      const headers: Record<string, string> =
        claimed === undefined ? {} : { 'x-forwarded-for': claimed, 'x-real-ip': claimed };
      return (await callThrough(proxy, login, wrong, null, { from, headers })).status;
    };
    const claims = ['198.51.100.1', '198.51.100.2', '127.0.0.1', '198.51.100.4'];
    const statuses: number[] = [];
    for (const claim of claims) statuses.push(await signIn('127.0.0.2', claim));
    expect(statuses).toEqual([401, 401, 401, 429]);
    expect(await signIn('127.0.0.3')).toBe(401);

    // The editor's live connection from the site's own page, until the session ends.
    const live = await connectLive(proxy, ada.token, { extraHeaders: { host, origin: `http://${host}` } });

    // A book of 15 MB.
    const book = Buffer.from(`# One\n\n${'The lamp burned on.\n\n'.repeat(750_000)}`);
    expect(book.length).toBeGreaterThan(15_000_000);
    const upload = requestOfKey(startImport.key, { file: { name: 'long.md', bytes: book } }, ada.token);
    if (!Buffer.isBuffer(upload.payload)) throw new Error('the upload has no bytes');
    const uploaded = await send(proxy, String(upload.url), {
      method: 'POST',
      headers: upload.headers as Record<string, string>,
      body: new Uint8Array(upload.payload),
    });
    expect([uploaded.status, uploaded.bytes.toString()]).toEqual([202, expect.stringContaining('long.md')]);
    const { data } = startImport.response.parse(JSON.parse(uploaded.bytes.toString()));
    await callThrough(proxy, cancelImport, { params: { id: data._id } }, ada.token);

    await callThrough(proxy, logout, {}, ada.token);
    expect(await live.ended).toBe('io server disconnect');
    expect((await stop(server)).code).toBe(0);
  },
);
