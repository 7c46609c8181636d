import { createClient } from '@redis/client';
import { createAdapter } from '@socket.io/redis-streams-adapter';
import type { LiveCluster } from './cluster.ts';

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

/** How many commands wait while Redis is away; further ones fail. */
const maxWaiting = 1000;
const maxRetryDelayMs = 5_000;

/** Passes live events to other processes through Redis. `onError` gets each failure. */
export function redisCluster(url: string, onError: (error: unknown) => void): LiveCluster {
  const client = createClient({
    url,
    commandsQueueMaxLength: maxWaiting,
    socket: { reconnectStrategy: (retries) => Math.min(50 * 2 ** Math.min(retries, 7), maxRetryDelayMs) },
  });
  client.on('error', onError);
  // The adapter does not handle a publication that fails.
  const publish = client.publish.bind(client);
  Object.assign(client, {
    publish: (...message: Parameters<typeof publish>) =>
      publish(...message).catch((error: unknown) => {
        onError(error);
        return 0;
      }),
  });
  void client.connect().catch(onError);
  const adapter = createAdapter(client, {
    streamName: 'inkling-live',
    channelPrefix: 'inkling-live',
    // The stream is not used; a reader of it ends after this time.
    blockTimeInMs: 1000,
  });
  return { adapter, close: async () => client.destroy() };
}
