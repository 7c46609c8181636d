import { updateChapter } from '@inkling/contract/chapters';
import * as calls from '@inkling/contract/chat';
import { setExclusive } from '@inkling/contract/stories';
import { expect, test } from 'vitest';
import { day } from '../../platform/clock.ts';
import { addressOf, type LiveClient } from '../../testing/live-client.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { givePlan, takeBackPlan } from '../plans/index.ts';
import { chatting, idOf, messagesOf, showing } from './chat-for-tests.fixture.ts';

const site = testApp({ PLANS: 'on' });
const chat = chatting(site);

/** A story of three chapters; a subscriber’s and another reader’s page show the chats of the last one and of the story. */
async function opened() {
  const url = await addressOf(site);
  const made = await chat.story(3);
  const onLast = { storyId: made.story, chapterId: made.chapters[2] ?? '' };
  const [subscriber, reader] = [await site.person(), await site.person()];
  await givePlan(site.ctx, subscriber.username, 'premium', new Date(site.clock.now().getTime() + day));
  const pages = {
    subscriber: await showing(url, subscriber, onLast, made.onStory),
    reader: await showing(url, reader, onLast, made.onStory),
    author: await showing(url, made.author, onLast, made.onStory),
  };
  const setFrom = (fromChapter: number | null) =>
    site.as(made.author).call(setExclusive, { ...idOf(made.story), body: { fromChapter } });
  return { ...made, onLast, subscriber, reader, pages, setFrom };
}

const asked = async (page: LiveClient) => page.next(calls.chatChanged);
/** What these pages receive of a message to the chat of the last chapter, and of one to that of the story. */
async function received({ author, onLast, onStory, pages }: Awaited<ReturnType<typeof opened>>) {
  await chat.post(author, onLast, 'zqxlast');
  await chat.post(author, onStory, 'zqxstory');
  const texts = (page: LiveClient) => messagesOf(page).map(({ message }) => message);
  await expect.poll(() => texts(pages.reader)).toContain('zqxstory');
  await expect.poll(() => texts(pages.subscriber)).toContain('zqxstory');
  return { subscriber: texts(pages.subscriber), reader: texts(pages.reader) };
}

test('who has no plan leaves the chat of a chapter that becomes exclusive; others stay [R40]', async () => {
  const made = await opened();
  expect((await made.setFrom(3)).status).toBe(200);
  await asked(made.pages.reader);
  expect(await received(made)).toEqual({ subscriber: ['zqxlast', 'zqxstory'], reader: ['zqxstory'] });
  // Nor does anyone hear of their typing.
  made.pages.subscriber.received.splice(0);
  expect(await made.pages.reader.emit(calls.chatType, made.onLast)).toMatchObject({ success: true });
  await made.pages.subscriber.emit(calls.leaveStory, made.onStory);
  expect(made.pages.subscriber.received.filter(({ event }) => event === calls.chatTyping.event)).toEqual([]);
});

const ends: [string, (who: Person) => Promise<unknown>][] = [
  ['is taken back', (who) => takeBackPlan(site.ctx, who.username)],
  ['runs out', async () => site.clock.advance(2 * day)],
];
test.each(ends)('who has a plan leaves the chats of exclusive chapters when it %s [R40]', async (_, end) => {
  const made = await opened();
  await made.setFrom(3);
  await asked(made.pages.reader);
  await end(made.subscriber);
  await asked(made.pages.subscriber);
  expect(await received(made)).toEqual({ subscriber: ['zqxstory'], reader: ['zqxstory'] });
});

test('everyone leaves the chat of a chapter that is unpublished, and gets nothing once it is there again [R40]', async () => {
  const made = await opened();
  const publish = (isPublished: boolean) =>
    site.as(made.author).call(updateChapter, { ...idOf(made.onLast.chapterId), body: { isPublished } });
  await publish(false);
  for (const page of Object.values(made.pages)) await asked(page);
  await publish(true);
  expect(await received(made)).toEqual({ subscriber: ['zqxstory'], reader: ['zqxstory'] });
});
