import { type IncomingHttpHeaders, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

/** The response on a connection, up to its end. */
export interface RawResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Parses the first response in the received text; null if there is none. */
export function parseResponse(text: string): RawResponse | null {
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const status = /^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1];
  if (status === undefined) return null;
  const fields = head
    .split('\r\n')
    .slice(1)
    .map((line): [string, string] => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    });
  return { status: Number(status), headers: Object.fromEntries(fields), body: rest.join('\r\n\r\n') };
}

/** Opens a TCP connection to a server without sending anything. */
export function rawConnection(url: string): { socket: Socket; ended: Promise<string> } {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  let text = '';
  socket.setEncoding('latin1').on('data', (more: string) => {
    text += more;
  });
  // A reset connection counts as ended.
  socket.on('error', () => {});
  return { socket, ended: new Promise((resolve) => socket.on('close', () => resolve(text))) };
}

/** Sends bytes on a new connection; returns everything the server sends until it closes the connection. */
export function rawExchange(url: string, bytes: string | Buffer): Promise<string> {
  const { socket, ended } = rawConnection(url);
  socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
  return ended;
}

/** The response to a WebSocket upgrade request. A successful one (101) is closed at once. */
export function webSocketHandshake(
  url: string,
  headers: Record<string, string> = {},
  path = '/socket.io/?EIO=4&transport=websocket',
): Promise<{ status: number | undefined; headers: IncomingHttpHeaders; body: string }> {
  return new Promise((resolve, reject) => {
    const upgradeRequest = request(`${url}${path}`, {
      agent: false,
      headers: {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
        ...headers,
      },
    });
    upgradeRequest.on('error', reject);
    upgradeRequest.on('upgrade', (response, socket) => {
      socket.destroy();
      resolve({ status: response.statusCode, headers: response.headers, body: '' });
    });
    upgradeRequest.on('response', (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (text: string) => {
        body += text;
      });
      response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, body }));
    });
    upgradeRequest.end();
  });
}

function decompressed(body: Buffer, encoding: string | undefined): Buffer {
  if (encoding === undefined || body.length === 0) return body;
  return encoding === 'br' ? brotliDecompressSync(body) : gunzipSync(body);
}

/** Sends a GET with an unmodified request target. Decompresses the body; status 0 means no response. */
export async function rawGet(
  url: string,
  target: string,
  headers: Record<string, string> = {},
): Promise<RawResponse> {
  const all = { host: 'localhost', connection: 'close', accept: 'text/html', ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  const received = await rawExchange(url, Buffer.from(`GET ${target} HTTP/1.1\r\n${lines.join('')}\r\n`));
  const response = parseResponse(received);
  if (response === null) return { status: 0, headers: {}, body: '' };
  const bytes = Buffer.from(response.body, 'latin1');
  const body = decompressed(bytes, response.headers['content-encoding']).toString('utf8');
  return { ...response, body };
}
