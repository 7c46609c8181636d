import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import type { Call } from '@inkling/contract/call';
import autocannon from 'autocannon';

export interface TargetRequest {
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  headers: Record<string, string>;
  body?: string;
}

/** The requests of one target: `next` gives them again after so many, or always others, whose response nothing has. */
export interface Target {
  next(): TargetRequest;
  repeatsAfter?: number;
  /** Of every response. */
  status: number;
}

export interface Load {
  /** The number of responses. */
  count: number;
  seconds: number;
  /** Milliseconds. */
  p50: number;
  p95: number;
  p99: number;
  /** Responses that asked to try again later, beside `count`. */
  refused: number;
}

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

/** A person opens a page. */
export const open = (path: string): TargetRequest => ({
  method: 'GET',
  path,
  headers: {
    ...browserHeaders,
    accept:
      'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8',
    'upgrade-insecure-requests': '1',
    'sec-fetch-site': 'none',
    'sec-fetch-mode': 'navigate',
    'sec-fetch-user': '?1',
    'sec-fetch-dest': 'document',
  },
});

/** A page's script makes a call for a reader, or for a visitor without a token. */
export const ask = (
  path: string,
  token: string | null,
  method: TargetRequest['method'] = 'GET',
  body?: object,
): TargetRequest => ({
  method,
  path,
  headers: {
    ...browserHeaders,
    accept: 'application/json',
    'sec-fetch-site': 'same-origin',
    'sec-fetch-mode': 'cors',
    'sec-fetch-dest': 'empty',
    ...(token !== null && { authorization: `Bearer ${token}` }),
    ...(body && { 'content-type': 'application/json' }),
  },
  ...(body && { body: JSON.stringify(body) }),
});

interface RawResponse {
  headers: IncomingHttpHeaders;
  bytes: Buffer;
}

const agent = new Agent({ keepAlive: true });
/** Sends a request, whose response must have this status, and returns the raw body, which `fetch` would decompress. */
export const send = (
  origin: string,
  { method, path, headers, body }: TargetRequest,
  expected: number,
): Promise<RawResponse> =>
  new Promise((resolve, reject) => {
    const sent = request(origin + path, { method, headers, agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () => {
        const { statusCode, headers } = response;
        const bytes = Buffer.concat(chunks);
        if (statusCode === expected) resolve({ headers, bytes });
        else reject(new Error(`${method} ${path} returned ${statusCode}, not ${expected}: ${bytes}`));
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });

/**
 * Sends requests for so many seconds or, to the last response, in such an amount; on each connection as fast as they are
 * answered. Fails for a response with another status, unless `mayRefuse` allows a 503.
 */
export async function load(
  origin: string,
  { next, status: expected }: Target,
  connections: number,
  length: { duration: number } | { amount: number },
  mayRefuse = false,
): Promise<Load> {
  const times: number[] = [];
  const unexpected = new Map<number, number>();
  let refused = 0;
  const setupRequest = (defaults: autocannon.Request) => ({ ...defaults, ...next() });
  const started = performance.now();
  const { errors } = await new Promise<autocannon.Result>((resolve, reject) => {
    const options = { url: origin, connections, timeout: 60, ...length, requests: [{ setupRequest }] };
    const run = autocannon(options, (error, result) => (error ? reject(error) : resolve(result)));
    run.on('response', (_client, status, _bytes, time) => {
      if (status === expected) times.push(time);
      else if (status === 503 && mayRefuse) refused += 1;
      else unexpected.set(status, (unexpected.get(status) ?? 0) + 1);
    });
  });
  if (unexpected.size > 0 || errors > 0 || times.length === 0) {
    const { method, path } = next();
    const others = JSON.stringify([...unexpected]);
    throw new Error(
      `${method} ${path}: ${times.length} times ${expected}, ${others} others, ${errors} errors`,
    );
  }
  const sorted = Float64Array.from(times).sort();
  const percentile = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? 0;
  return {
    count: times.length,
    seconds: (performance.now() - started) / 1000,
    p50: percentile(0.5),
    p95: percentile(0.95),
    p99: percentile(0.99),
    refused,
  };
}
