import * as comments from '@inkling/contract/comments';
import { notificationsChanged } from '@inkling/contract/notifications';
import { expect, onTestFinished } from 'vitest';
import { addressOf, connectLive } from '../../testing/live-client.ts';
import { secondApp } from '../../testing/more-apps.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { chatRoom } from './chat.live.ts';
import { chatting, messagesOf, showing } from './chat-for-tests.fixture.ts';

/** Two processes of a site, and a reader's page at each that shows the same chat. */
export async function twoProcesses(site: TestApp) {
  const chat = chatting(site);
  const second = await secondApp(site);
  onTestFinished(() => second.close());
  const urls = [await addressOf(site), await addressOf({ app: second })] as const;
  const { author, story, onStory } = await chat.story();
  const [ana, bo] = [await site.person(), await site.person()];
  const [near, far] = [await showing(urls[0], ana, onStory), await showing(urls[1], bo, onStory)];
  await far.emit(comments.openComments, onStory);
  onTestFinished(() => {
    near.socket.disconnect();
    far.socket.disconnect();
  });
  // They hear of each other a moment after the second one has begun to listen.
  for (const [{ live }, page] of [
    [site.ctx, far],
    [second.ctx, near],
  ] as const)
    await expect
      .poll(() => {
        live.publish(chatRoom(onStory), notificationsChanged, {});
        return page.received.some(({ event }) => event === notificationsChanged.event);
      })
      .toBe(true);
  return {
    chat,
    second,
    urls,
    author,
    story,
    onStory,
    ana,
    bo,
    near,
    far,
    connect: connectLive,
    /** Sends messages until one arrives at the other process, which may be reconnecting. */
    async arrives(): Promise<void> {
      const before = messagesOf(far).length;
      await expect
        .poll(
          async () => {
            await chat.post(author, onStory);
            return messagesOf(far).length;
          },
          { interval: 300 },
        )
        .toBeGreaterThan(before);
    },
  };
}
