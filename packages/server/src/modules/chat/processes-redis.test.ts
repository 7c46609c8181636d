import type { ChildProcess } from 'node:child_process';
import * as calls from '@inkling/contract/chat';
import { createClient } from '@redis/client';
import { Server } from 'socket.io';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { personRoom } from '../../platform/live/live-publisher.ts';
import { redisCluster } from '../../platform/live/redis-cluster.ts';
import { freePort, hasRedis, startRedis, stopRedis } from '../../testing/redis.ts';
import { testApp } from '../../testing/test-app.ts';
import { chatRoom } from './chat.live.ts';
import { messagesOf, showing } from './chat-for-tests.fixture.ts';
import { twoProcesses } from './processes.fixture.ts';

const port = await freePort();

const reason = hasRedis ? '' : ' (skipped: redis-server is not installed)';

describe.skipIf(!hasRedis)(`with REDIS_URL${reason}`, () => {
  let redis: ChildProcess;
  beforeAll(async () => {
    redis = await startRedis(port);
  });
  const url = `redis://127.0.0.1:${port}`;
  const site = testApp({ REDIS_URL: url }, { isClustered: true });
  afterAll(() => stopRedis(redis));

  /** How many processes get the events of each room whose name begins like this. */
  async function listening(beginning: string): Promise<number[]> {
    const client = await createClient({ url }).connect();
    onTestFinished(() => client.destroy());
    const channels = await client.pubSubChannels(`inkling-live/0/${beginning}*`);
    return Object.values(channels.length === 0 ? {} : await client.pubSubNumSub(channels)).map(Number);
  }

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

  test('a process gets the events of a room only while it has a connection in it, from the response to the page on', async () => {
    const { chat, author, story, onStory, urls, ana, near, far, connect } = await twoProcesses(site);
    const room = chatRoom({ storyId: story, chapterId: null });
    expect(await listening(personRoom(ana.id))).toEqual([1]);
    near.socket.disconnect();
    await expect.poll(() => listening(personRoom(ana.id))).toEqual([]);
    expect(await listening(room)).toEqual([1]);
    // The last page of a room goes, and another one comes at once, again and again.
    for (let time = 0; time < 20; time += 1) {
      const page = await connect(urls[0], ana.token);
      page.socket.disconnect();
    }
    const back = await showing(urls[0], ana, onStory);
    onTestFinished(() => void back.socket.disconnect());
    expect(await listening(room)).toEqual([2]);
    expect(await listening(personRoom(ana.id))).toEqual([1]);
    const sent = await chat.post(author, onStory, 'Here');
    await expect.poll(() => messagesOf(far).some(({ number }) => number === sent.number)).toBe(true);
  });

  test('two sites on one Redis with a database each do not get each other’s events', async () => {
    const received: unknown[] = [];
    const connected = ['/1', '/2'].map((database) => {
      const { adapter } = new Server().of('/');
      const cluster = redisCluster(
        url + database,
        () => {},
        adapter,
        (...event) => received.push([database, ...event]),
      );
      onTestFinished(() => cluster.close());
      void adapter.addAll('socket', new Set(['room']));
      return { adapter, cluster };
    });
    const other = redisCluster(
      `${url}/1`,
      () => {},
      new Server().of('/').adapter,
      () => {},
    );
    onTestFinished(() => other.close());
    await expect
      .poll(async () => {
        await other.send('room', 'event', {}, []);
        return received.length;
      })
      .toBeGreaterThan(0);
    // A room that is left and entered again at once is subscribed to.
    for (const { adapter } of connected) {
      adapter.delAll('socket');
      void adapter.addAll('socket', new Set(['room']));
    }
    received.splice(0);
    for (const { cluster } of connected) await cluster.joined?.();
    await other.send('room', 'event', {}, []);
    await expect.poll(() => received.map(String)).toEqual(['/1,room,event,[object Object],']);
  });
});
