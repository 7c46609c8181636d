import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A way to the test run's PostgreSQL that can go silent, and can refuse everybody. */
export interface StallingProxy {
  port: number;
  /** From now on nothing comes through, in either direction; nor do new connections get an answer. */
  stall(): void;
  /** Closes all that is open, and takes no connections. */
  refuse(): Promise<void>;
  resume(): Promise<void>;
}

/** Opens the way, for this test, to a PostgreSQL that listens in a folder. */
export async function stallingProxy(to: { host: string; port: number }): Promise<StallingProxy> {
  const pairs = new Set<[Socket, Socket]>();
  let stalled = false;
  const server = createServer((near) => {
    const far = connect(join(to.host, `.s.PGSQL.${to.port}`));
    const pair: [Socket, Socket] = [near, far];
    pairs.add(pair);
    for (const [one, other] of [pair, [far, near] as const]) {
      one.on('data', (chunk: Buffer) => stalled || other.write(chunk));
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
    async refuse() {
      const closed = new Promise((resolve) => server.close(resolve));
      hangUp();
      await closed;
    },
    async resume() {
      stalled = false;
      hangUp();
      if (!server.listening) await listen(port);
    },
  };
}
