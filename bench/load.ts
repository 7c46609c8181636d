import autocannon from 'autocannon';

/** One request of a target. */
export interface TargetRequest {
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  headers: Record<string, string>;
  body?: string;
  /** Whether each request differs from all earlier ones, so that no cache has its response; the server sees no difference. */
  isUncached?: true;
}

let uncached = 0;
/** A search for the same words, spelt as none before: no sign is part of a word. */
const respelt = (path: string): string => {
  uncached += 1;
  const signs = uncached.toString(4).replace(/\d/g, (digit) => '.,;!'.charAt(Number(digit)));
  return `${path}%20${signs}`;
};

export interface Load {
  /** The number of responses. */
  count: number;
  seconds: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
}

function percentile(sorted: Float64Array, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export const manyConnections = 50;

/** Repeats the requests on each connection as fast as possible; each connection starts at another request. */
export async function load(
  origin: string,
  requests: TargetRequest[],
  seconds: number,
  connections = manyConnections,
): Promise<Load> {
  const times: number[] = [];
  const errors = new Map<number, number>();
  const started = performance.now();
  await new Promise<void>((resolve, reject) => {
    let clients = 0;
    const setupClient = (client: autocannon.Client): void => {
      const start = Math.floor((requests.length * clients) / connections);
      clients += 1;
      const sent = [...requests.slice(start), ...requests.slice(0, start)];
      client.setRequests(
        sent.map(({ isUncached, ...request }) =>
          isUncached
            ? { ...request, setupRequest: (one) => ({ ...one, path: respelt(request.path) }) }
            : request,
        ),
      );
    };
    const options = { url: origin, connections, duration: seconds, setupClient };
    const run = autocannon(options, (error) => (error ? reject(error) : resolve()));
    run.on('response', (_client, status, _bytes, time) => {
      times.push(time);
      if (status >= 300) errors.set(status, (errors.get(status) ?? 0) + 1);
    });
  });
  const elapsed = (performance.now() - started) / 1000;
  if (errors.size > 0 || times.length === 0) {
    throw new Error(
      `${requests[0]?.path} returned ${times.length} responses, with errors: ${JSON.stringify([...errors])}`,
    );
  }
  const sorted = Float64Array.from(times).sort();
  return {
    count: times.length,
    seconds: elapsed,
    p50: percentile(sorted, 0.5),
    p99: percentile(sorted, 0.99),
  };
}
