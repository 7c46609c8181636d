import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { parseResponse, type RawResponse, rawExchange } from './raw-http.ts';

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
