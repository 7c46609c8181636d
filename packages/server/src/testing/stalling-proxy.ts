import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A connection to the test run's PostgreSQL that can be slow, go silent and refuse everybody. */
export interface StallingProxy {
  port: number;
  /** From now on nothing comes through, in either direction; nor do new connections get an answer. */
  stall(): void;
  /** From now on each response comes this many milliseconds late; nothing comes after so many responses. */
  delay(ms: number, responses?: number): void;
  /** How often something was sent to the database since the last `delay`. */
  sent(): number;
  /** Closes all that is open, and takes no connections. */
  refuse(): Promise<void>;
  resume(): Promise<void>;
}

/** Opens the way, for this test, to a PostgreSQL that listens in a folder. */
export async function stallingProxy(to: { host: string; port: number }): Promise<StallingProxy> {
  const pairs = new Set<[Socket, Socket]>();
  let stalled = false;
  let delayMs = 0;
  let responsesLeft = Number.POSITIVE_INFINITY;
  let sent = 0;
  const toDatabase = (far: Socket, chunk: Buffer): void => {
    if (stalled) return;
    sent += 1;
    far.write(chunk);
  };
  const fromDatabase = (near: Socket, chunk: Buffer): void => {
    if (stalled || responsesLeft === 0) return;
    responsesLeft -= 1;
    if (delayMs === 0) near.write(chunk);
    else setTimeout(() => near.write(chunk), delayMs);
  };
  const server = createServer((near) => {
    const far = connect(join(to.host, `.s.PGSQL.${to.port}`));
    const pair: [Socket, Socket] = [near, far];
    pairs.add(pair);
    near.on('data', (chunk: Buffer) => toDatabase(far, chunk));
    far.on('data', (chunk: Buffer) => fromDatabase(near, chunk));
    for (const [one, other] of [pair, [far, near] as const]) {
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
  const hangUp = () => {
    for (const [near, far] of pairs) {
      near.destroy();
      far.destroy();
    }
  };
  const port = await listen(0);
  onTestFinished(() => {
    server.close();
    hangUp();
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
      hangUp();
      await closed;
    },
    async resume() {
      stalled = false;
      delayMs = 0;
      responsesLeft = Number.POSITIVE_INFINITY;
      hangUp();
      if (!server.listening) await listen(port);
    },
  };
}
