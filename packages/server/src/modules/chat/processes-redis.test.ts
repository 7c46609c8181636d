import type { ChildProcess } from 'node:child_process';
import * as calls from '@inkling/contract/chat';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort, hasRedis, startRedis, stopRedis } from '../../testing/redis.ts';
import { testApp } from '../../testing/test-app.ts';
import { messagesOf } from './chat-for-tests.fixture.ts';
import { twoProcesses } from './processes.fixture.ts';

const port = await freePort();

const reason = hasRedis ? '' : ' (skipped: redis-server is not installed)';

describe.skipIf(!hasRedis)(`with REDIS_URL${reason}`, () => {
  let redis: ChildProcess;
  beforeAll(async () => {
    redis = await startRedis(port);
  });
  const site = testApp({ REDIS_URL: `redis://127.0.0.1:${port}` }, { isClustered: true });
  afterAll(() => stopRedis(redis));

  test('live events reach the other process through Redis, once, and go on after it was restarted', async () => {
    const { chat, author, onStory, near, far, arrives } = await twoProcesses(site);
    await arrives();
    const sent = await chat.post(author, onStory, '\u{1f3ee}'.repeat(1000));
    const received = () => messagesOf(far).filter(({ number }) => number === sent.number);
    await expect.poll(received).toEqual([sent]);
    await stopRedis(redis);
    near.received.splice(0);
    // The process itself delivers without Redis.
    const alone = await chat.post(author, onStory, 'Alone');
    expect(await near.next(calls.messageSent)).toEqual(alone);
    redis = await startRedis(port);
    await arrives();
  });
});
