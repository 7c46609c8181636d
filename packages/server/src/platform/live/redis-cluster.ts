import { createClient } from '@redis/client';
import { createAdapter } from '@socket.io/redis-streams-adapter';
import type { LiveCluster } from './cluster.ts';

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
