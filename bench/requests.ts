import { type IncomingHttpHeaders, request } from 'node:http';
import type { Call, ResponseOf } from '@inkling/contract/call';
import { type CachedResponse, responseName } from './cached-response.ts';
import type { TargetRequest } from './load.ts';

const api = '/api/v1';

export const pathOf = (call: Call, params: Record<string, string> = {}, query = ''): string =>
  api + call.path.replace(/\{(\w+)\}/g, (_all, name: string) => params[name] ?? '') + query;

export async function callJson<C extends Call>(
  origin: string,
  call: C,
  { params, query, body }: { params?: Record<string, string>; query?: string; body?: object } = {},
): Promise<ResponseOf<C>> {
  const response = await fetch(origin + pathOf(call, params, query), {
    method: call.method,
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  if (!response.ok) throw new Error(`${call.key} returned ${response.status}: ${await response.text()}`);
  return (await response.json()) as ResponseOf<C>;
}

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
export const callHeaders = (origin: string) => ({
  ...browserHeaders,
  accept: 'application/json',
  'sec-fetch-site': 'same-origin',
  'sec-fetch-mode': 'cors',
  'sec-fetch-dest': 'empty',
  referer: `${origin}/`,
});

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

export const get = (path: string, headers: Record<string, string>): TargetRequest => ({
  method: 'GET',
  path,
  headers,
});

/** The same request from a client that does not decompress. */
export function plain(request: TargetRequest): TargetRequest {
  const { 'accept-encoding': _, ...headers } = request.headers;
  return { ...request, headers };
}

/** Sends a request and returns the raw body, which `fetch` would decompress. */
const fetchRaw = (origin: string, { method, path, headers, body }: TargetRequest) =>
  new Promise<{ status: number; headers: IncomingHttpHeaders; bytes: Buffer }>((resolve, reject) => {
    const sent = request(origin + path, { method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          bytes: Buffer.concat(chunks),
        }),
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });

/** Records the response to each request, for the bare server to replay. */
export async function responsesOf(
  origin: string,
  targets: Record<string, TargetRequest[]>,
): Promise<CachedResponse[]> {
  const recorded = new Map<string, CachedResponse>();
  const requests = Object.values(targets).flat();
  for (const request of [...requests, ...requests.map(plain)]) {
    const { method, path } = request;
    const name = responseName(method, path, request.headers['accept-encoding'] !== undefined);
    if (recorded.has(name)) continue;
    const { status, headers, bytes } = await fetchRaw(origin, request);
    if (status >= 300) throw new Error(`${name} returned ${status}`);
    const { 'content-type': type = 'text/plain', 'content-encoding': encoding = '' } = headers;
    recorded.set(name, { method, path, type, encoding, body: bytes.toString('base64') });
  }
  return [...recorded.values()];
}
