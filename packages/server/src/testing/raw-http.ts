import { connect } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

export interface RawResponse {
  /** 0 when the connection was closed without a response. */
  status: number;
  headers: Record<string, string>;
  /** As text, decompressed. */
  body: string;
}

function decompressed(body: Buffer, encoding: string | undefined): Buffer {
  if (encoding === undefined || body.length === 0) return body;
  return encoding === 'br' ? brotliDecompressSync(body) : gunzipSync(body);
}

function parse(received: Buffer): RawResponse {
  const text = received.toString('latin1');
  const end = text.indexOf('\r\n\r\n');
  const [statusLine = '', ...lines] = text.slice(0, end < 0 ? undefined : end).split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const body = end < 0 ? Buffer.alloc(0) : received.subarray(end + 4);
  const plain = decompressed(body, headers['content-encoding']);
  return { status: Number(statusLine.split(' ')[1] ?? 0), headers, body: plain.toString('utf8') };
}

/**
 * Sends bytes over a TCP connection as they are, which HTTP clients would normalise first, and resolves with the
 * response when the server has closed the connection.
 */
export const rawHttp = (port: number, bytes: string | Buffer): Promise<RawResponse> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('close', () => resolve(parse(Buffer.concat(chunks))));
  });

/** A GET of a request target as it is written. */
export const rawGet = (
  port: number,
  target: string,
  headers: Record<string, string> = {},
): Promise<RawResponse> => {
  const all = { host: 'localhost', connection: 'close', accept: 'text/html', ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return rawHttp(port, Buffer.from(`GET ${target} HTTP/1.1\r\n${lines.join('')}\r\n`));
};
