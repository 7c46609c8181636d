import autocannon from 'autocannon';

/** One request of a target's series. */
export interface TargetRequest {
  method: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
  body?: string;
}

export interface Load {
  /** Answered requests. */
  count: number;
  seconds: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
}

const connections = 50;

function percentile(sorted: Float64Array, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Sends the series over and over on 50 connections, each beginning elsewhere in it, as fast as answers come. */
export async function load(origin: string, requests: TargetRequest[], seconds: number): Promise<Load> {
  const times: number[] = [];
  const wrong = new Map<number, number>();
  const started = performance.now();
  await new Promise<void>((resolve, reject) => {
    let begun = 0;
    const setupClient = (client: autocannon.Client): void => {
      const start = Math.floor((requests.length * begun) / connections);
      begun += 1;
      client.setRequests([...requests.slice(start), ...requests.slice(0, start)]);
    };
    const options = { url: origin, connections, duration: seconds, setupClient };
    const run = autocannon(options, (error) => (error ? reject(error) : resolve()));
    run.on('response', (_client, status, _bytes, time) => {
      times.push(time);
      if (status >= 300) wrong.set(status, (wrong.get(status) ?? 0) + 1);
    });
  });
  const took = (performance.now() - started) / 1000;
  if (wrong.size > 0 || times.length === 0) {
    throw new Error(
      `${requests[0]?.path} answered ${times.length} times, wrongly: ${JSON.stringify([...wrong])}`,
    );
  }
  const sorted = Float64Array.from(times).sort();
  return { count: times.length, seconds: took, p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99) };
}
