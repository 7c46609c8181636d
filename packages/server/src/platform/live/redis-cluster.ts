import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@redis/client';
import type { Namespace } from 'socket.io';
import type { LiveCluster } from './cluster.ts';
import type { Transport } from './live-publisher.ts';

const pingMs = 5_000;

/** Connects to Redis and signs in; null if it answers, otherwise the code of the failure. */
export async function pingRedis(url: string): Promise<string | null> {
  const client = createClient({ url, socket: { connectTimeout: pingMs, reconnectStrategy: false } });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.ping();
    return null;
  } catch (error) {
    if (!(error instanceof Error)) return 'unknown';
    return 'code' in error ? String(error.code) : (error.message.split(' ', 1)[0] ?? error.name);
  } finally {
    client.destroy();
  }
}

/** How many events wait while Redis is away; further ones are lost. */
const maxWaiting = 1000;
const maxRetryDelayMs = 5_000;
/** How long (ms) the response to a page that joins a room waits for Redis. */
const maxJoinMs = 300;

/**
 * Passes live events to other processes through Redis: each room has a channel, to which a process subscribes while it
 * has a connection in the room. `report` gets each failure.
 */
export function redisCluster(
  url: string,
  report: (error: unknown) => void,
  adapter: Namespace['adapter'],
  deliver: Transport,
): LiveCluster {
  const reconnectStrategy = (retries: number) => Math.min(50 * 2 ** Math.min(retries, 7), maxRetryDelayMs);
  const publisher = createClient({ url, commandsQueueMaxLength: maxWaiting, socket: { reconnectStrategy } });
  const subscriber = createClient({ url, socket: { reconnectStrategy } });
  let isClosed = false;
  const onError = (error: unknown): void => {
    if (!isClosed) report(error);
  };
  const id = randomUUID();
  // Redis channels are shared by all databases of a server, so two sites need names that differ.
  const site = `inkling-live/${new URL(url).pathname.slice(1) || '0'}/`;
  const receive = (message: string): void => {
    const [from, ...event] = JSON.parse(message) as [string, ...Parameters<Transport>];
    if (from !== id) deliver(...event);
  };
  let subscribed: Promise<void> = Promise.resolve();
  // Each connection also has a room of its own.
  const isShared = (room: string) => !adapter.sids.has(room);
  const subscribe = (room: string): void => {
    if (isShared(room)) subscribed = subscriber.subscribe(site + room, receive).catch(onError);
  };
  adapter.on('create-room', subscribe);
  adapter.on('delete-room', (room: string) => {
    // Pass the listener: without it, the client forgets a room that is entered again at once.
    if (isShared(room)) subscriber.unsubscribe(site + room, receive).catch(onError);
  });
  // Includes subscriptions that were requested when the connection was lost.
  subscriber.on('ready', () => {
    for (const room of adapter.rooms.keys()) subscribe(room);
  });
  for (const client of [publisher, subscriber]) {
    client.on('error', onError);
    void client.connect().catch(onError);
  }
  return {
    async send(...event) {
      await publisher.publish(site + event[0], JSON.stringify([id, ...event])).catch(onError);
    },
    async joined() {
      if (subscriber.isReady) await Promise.race([subscribed, sleep(maxJoinMs)]);
    },
    async close() {
      isClosed = true;
      for (const client of [publisher, subscriber]) client.destroy();
    },
  };
}
