import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import type { Call } from '@inkling/contract/call';
import type { TargetRequest } from './load.ts';

export const pathOf = (call: Call, params: Record<string, string> = {}, query = ''): string =>
  `/api/v1${call.path.replace(/\{(\w+)\}/g, (_all, name: string) => params[name] ?? '')}${query}`;

/** What Chrome sends with every request. */
const browserHeaders = {
  'sec-ch-ua': '"Chromium";v="140", "Not=A?Brand";v="24", "Google Chrome";v="140"',
  'sec-ch-ua-mobile': '?0',
  'sec-ch-ua-platform': '"Windows"',
  'user-agent':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  'accept-encoding': 'gzip, deflate, br, zstd',
  'accept-language': 'en-US,en;q=0.9',
};

/** What it sends when a page's script makes a call. */
const callHeaders = {
  ...browserHeaders,
  accept: 'application/json',
  'sec-fetch-site': 'same-origin',
  'sec-fetch-mode': 'cors',
  'sec-fetch-dest': 'empty',
};

/** What it sends when a person opens a page. */
export const pageHeaders = {
  ...browserHeaders,
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8',
  'upgrade-insecure-requests': '1',
  'sec-fetch-site': 'none',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-user': '?1',
  'sec-fetch-dest': 'document',
};

/** A call of a reader, or of a visitor without a token. */
export const ask = (
  path: string,
  token: string | null,
  method: 'GET' | 'POST' | 'PUT' = 'GET',
  body?: object,
) => ({
  method,
  path,
  headers: {
    ...callHeaders,
    ...(token !== null && { authorization: `Bearer ${token}` }),
    ...(body && { 'content-type': 'application/json' }),
  },
  ...(body && { body: JSON.stringify(body) }),
});

interface RawResponse {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
}

const agent = new Agent({ keepAlive: true });
/** Sends a request and returns the raw body, which `fetch` would decompress. */
export const send = (origin: string, { method, path, headers, body }: TargetRequest): Promise<RawResponse> =>
  new Promise((resolve, reject) => {
    const sent = request(origin + path, { method, headers, agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () => {
        const { statusCode: status = 0, headers } = response;
        resolve({ status, headers, bytes: Buffer.concat(chunks) });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
