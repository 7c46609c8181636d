import autocannon from 'autocannon';
import { send } from './requests.ts';

export interface TargetRequest {
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  headers: Record<string, string>;
  body?: string;
}

/** The requests of one target. `next` gives another one each time, whose response nothing has; without it, they repeat. */
export interface Target {
  requests: TargetRequest[];
  next?: () => TargetRequest;
}

export interface Load {
  /** The number of responses. */
  count: number;
  seconds: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  /** Responses that asked to try again later, beside `count`. */
  refused: number;
}

const percentile = (sorted: Float64Array, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

function summary(times: number[], seconds: number, refused = 0): Load {
  const sorted = Float64Array.from(times).sort();
  return {
    count: times.length,
    seconds,
    p50: percentile(sorted, 0.5),
    p99: percentile(sorted, 0.99),
    refused,
  };
}

/** Repeats requests on each connection as fast as they are answered; each begins at another one. */
async function repeat(
  origin: string,
  requests: TargetRequest[],
  seconds: number,
  connections: number,
): Promise<Load> {
  const times: number[] = [];
  const errors = new Map<number, number>();
  const started = performance.now();
  await new Promise<void>((resolve, reject) => {
    let clients = 0;
    const setupClient = (client: autocannon.Client): void => {
      const start = Math.floor((requests.length * clients) / connections);
      clients += 1;
      client.setRequests([...requests.slice(start), ...requests.slice(0, start)]);
    };
    const options = { url: origin, connections, duration: seconds, setupClient };
    const run = autocannon(options, (error) => (error ? reject(error) : resolve()));
    run.on('response', (_client, status, _bytes, time) => {
      times.push(time);
      if (status >= 300) errors.set(status, (errors.get(status) ?? 0) + 1);
    });
  });
  if (errors.size > 0 || times.length === 0) {
    const [first] = requests;
    throw new Error(`${first?.path}: ${times.length} responses, with errors ${JSON.stringify([...errors])}`);
  }
  return summary(times, (performance.now() - started) / 1000);
}

/** Sends another request each time; the last ones are waited for, since each may be much of the whole. */
async function vary(
  origin: string,
  next: () => TargetRequest,
  seconds: number,
  connections: number,
): Promise<Load> {
  const times: number[] = [];
  let refused = 0;
  const started = performance.now();
  const people = Array.from({ length: connections }, async () => {
    while (performance.now() - started < seconds * 1000) {
      const request = next();
      const sent = performance.now();
      const { status, bytes } = await send(origin, request);
      if (status === 503) refused += 1;
      else if (status >= 300)
        throw new Error(`${request.method} ${request.path} returned ${status}: ${bytes}`);
      else times.push(performance.now() - sent);
    }
  });
  await Promise.all(people);
  return summary(times, (performance.now() - started) / 1000, refused);
}

export const load = (
  origin: string,
  { requests, next }: Target,
  seconds: number,
  connections: number,
): Promise<Load> =>
  next === undefined
    ? repeat(origin, requests, seconds, connections)
    : vary(origin, next, seconds, connections);
