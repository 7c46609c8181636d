import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { parseResponse, type RawResponse, rawExchange } from './raw-http.ts';

function decompressed(body: Buffer, encoding: string | undefined): Buffer {
  if (encoding === undefined || body.length === 0) return body;
  return encoding === 'br' ? brotliDecompressSync(body) : gunzipSync(body);
}

/** The response to a GET of a request target as it is written; its body decompressed, status 0 when there is none. */
export async function rawGet(
  url: string,
  target: string,
  headers: Record<string, string> = {},
): Promise<RawResponse> {
  const all = { host: 'localhost', connection: 'close', accept: 'text/html', ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  const said = await rawExchange(url, Buffer.from(`GET ${target} HTTP/1.1\r\n${lines.join('')}\r\n`));
  const response = parseResponse(said);
  if (response === null) return { status: 0, headers: {}, body: '' };
  const bytes = Buffer.from(response.body, 'latin1');
  const body = decompressed(bytes, response.headers['content-encoding']).toString('utf8');
  return { ...response, body };
}
