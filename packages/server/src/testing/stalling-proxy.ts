import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';

/** A proxy to the PostgreSQL of the test run that can delay, stall and refuse connections. */
export interface StallingProxy {
  port: number;
  /** Blocks all traffic in both directions, including on new connections. */
  stall(): void;
  /** Delays each response by `ms`, and blocks after this number of responses. */
  delay(ms: number, responses?: number): void;
  /** The number of chunks sent to the database since the last `delay`. */
  sent(): number;
  /** Closes all connections and accepts no new ones. */
  refuse(): Promise<void>;
  resume(): Promise<void>;
}

/** Starts a proxy for this test to a PostgreSQL with a socket in a folder. */
export async function stallingProxy(to: { host: string; port: number }): Promise<StallingProxy> {
  const pairs = new Set<[Socket, Socket]>();
  let stalled = false;
  let delayMs = 0;
  let responsesLeft = Number.POSITIVE_INFINITY;
  let sent = 0;
  const toDatabase = (upstream: Socket, chunk: Buffer): void => {
    if (stalled) return;
    sent += 1;
    upstream.write(chunk);
  };
  const fromDatabase = (client: Socket, chunk: Buffer): void => {
    if (stalled || responsesLeft === 0) return;
    responsesLeft -= 1;
    if (delayMs === 0) client.write(chunk);
    else setTimeout(() => client.write(chunk), delayMs);
  };
  const server = createServer((client) => {
    const upstream = connect(join(to.host, `.s.PGSQL.${to.port}`));
    const pair: [Socket, Socket] = [client, upstream];
    pairs.add(pair);
    client.on('data', (chunk: Buffer) => toDatabase(upstream, chunk));
    upstream.on('data', (chunk: Buffer) => fromDatabase(client, chunk));
    for (const [one, other] of [pair, [upstream, client] as const]) {
      one.on('error', () => {});
      one.on('close', () => {
        pairs.delete(pair);
        other.destroy();
      });
    }
  });
  const listen = (port: number) =>
    new Promise<number>((resolve) => {
      server.listen(port, '127.0.0.1', () => {
        const address = server.address();
        resolve(typeof address === 'object' && address !== null ? address.port : 0);
      });
    });
  const closeAll = () => {
    for (const [client, upstream] of pairs) {
      client.destroy();
      upstream.destroy();
    }
  };
  const port = await listen(0);
  onTestFinished(() => {
    server.close();
    closeAll();
  });
  return {
    port,
    stall() {
      stalled = true;
    },
    delay(ms, responses = Number.POSITIVE_INFINITY) {
      delayMs = ms;
      responsesLeft = responses;
      sent = 0;
    },
    sent: () => sent,
    async refuse() {
      const closed = new Promise((resolve) => server.close(resolve));
      closeAll();
      await closed;
    },
    async resume() {
      stalled = false;
      delayMs = 0;
      responsesLeft = Number.POSITIVE_INFINITY;
      closeAll();
      // Else the next request could get a connection whose end the application has not noticed yet.
      await sleep(200);
      if (!server.listening) await listen(port);
    },
  };
}
