import { blockUser, muteUser, unblockUser } from '@inkling/contract/blocks';
import { chatReaders, chatType, chatTyping } from '@inkling/contract/chat';
import { commentsChanged, openComments } from '@inkling/contract/comments';
import { describe, expect, test } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { maxExceptions } from '../../platform/live/live-publisher.ts';
import { addressOf, type LiveClient } from '../../testing/live-client.ts';
import { testApp } from '../../testing/test-app.ts';
import { chatting, idOf, messagesOf, showing } from '../chat/chat-for-tests.fixture.ts';
import { commenting } from '../comments/comments-for-tests.fixture.ts';

const site = testApp();
const chat = chatting(site);
const comments = commenting(site);

/** Three people whose pages show the chat and the comments of a story. */
async function together() {
  const url = await addressOf(site);
  const room = await chat.story();
  const people = [await site.person(), await site.person(), await site.person()] as const;
  const open = async (index: 0 | 1 | 2) => {
    const client = await showing(url, people[index], room.onStory);
    await client.emit(openComments, room.onStory);
    return client;
  };
  const pages = [await open(0), await open(1), await open(2)] as const;
  /** Everything that the server has sent before arrives first. */
  const settle = () => Promise.all(pages.map((page) => page.emit(openComments, room.onStory)));
  return { ...room, people, pages, settle };
}

const added = ({ received }: LiveClient) =>
  received
    .filter(({ event }) => event === commentsChanged.event)
    .map(({ payload }) => (payload as { added: string | null }).added);

describe('what a person writes reaches no open page', () => {
  test.each([
    ['of someone with whom there is a block, on either side', blockUser],
    ['of someone who has muted them', muteUser],
  ] as const)('%s [R40]', async (_, call) => {
    const { people, pages, onStory, story, settle } = await together();
    const [ana, bo, cleo] = people;
    await site.as(ana).call(call, idOf(bo.id));
    const byBo = await chat.post(bo, onStory, 'zqx-bo');
    const byAna = await chat.post(ana, onStory, 'zqx-ana');
    const comment = await comments.post(bo, { story }, 'zqx-bo');
    await settle();
    const ids = (page: LiveClient) => messagesOf(page).map(({ _id }) => _id);
    const isBlock = call === blockUser;
    // The calls were made without the pages' connections, so their own messages reach them, too.
    expect(ids(pages[0])).toEqual([byAna._id]);
    expect(ids(pages[1])).toEqual(isBlock ? [byBo._id] : [byBo._id, byAna._id]);
    expect(ids(pages[2])).toEqual([byBo._id, byAna._id]);
    expect(JSON.stringify(pages[0].received)).not.toContain('zqx-bo');
    expect(pages.map(added)).toEqual([[], [comment._id], [comment._id]]);
    expect(await chat.read(ana, onStory, { after: 0 })).toMatchObject({
      data: [
        { number: 1, isHidden: true, isRemoved: true, message: null, author: null, sender: null },
        { number: 2, isHidden: false, isRemoved: false, message: 'zqx-ana' },
      ],
    });
    await site.as(ana).call(unblockUser, idOf(bo.id));
    const later = await chat.post(cleo, onStory, 'To all');
    await settle();
    for (const page of pages) expect(ids(page)).toContain(later._id);
  });

  test('as text if more people have muted them than can be left out; pages fetch what is new', async () => {
    const { people, pages, onStory, settle } = await together();
    await sql`
      with muters as (
        insert into users (username, username_key, created_at)
        select 'muter' || n, 'muter' || n, now() from generate_series(1, ${maxExceptions}::int) n returning id)
      insert into blocks (user_id, other_id, kind, created_at)
      select id, ${people[1].id}, 'mute', now() from muters`.execute(site.ctx.db);
    await site.as(people[0]).call(muteUser, idOf(people[1].id));
    await chat.post(people[1], onStory, 'zqx-loud');
    await settle();
    for (const page of pages) {
      expect(JSON.stringify(page.received)).not.toContain('zqx-loud');
      expect(page.received).toContainEqual({ event: 'chat:changed', payload: { ...onStory, removed: null } });
    }
    expect((await chat.read(people[2], onStory)).data).toMatchObject([{ message: 'zqx-loud' }]);
    expect((await chat.read(people[0], onStory)).data).toMatchObject([{ message: null, isHidden: true }]);
  });

  test('as typing or by name among the readers, while there is a block', async () => {
    const url = await addressOf(site);
    const { onStory } = await chat.story();
    const [ana, bo, cleo] = [await site.person(), await site.person(), await site.person()];
    await site.as(ana).call(blockUser, idOf(bo.id));
    const pages = [];
    for (const person of [ana, bo, cleo]) pages.push(await showing(url, person, onStory));
    const [first, second, third] = pages as [LiveClient, LiveClient, LiveClient];
    let readers: string[] = [];
    let count = 0;
    while (count < 3) {
      const shown = await third.next(chatReaders);
      [count, readers] = [shown.count, shown.readers.map(({ username }) => username)];
    }
    expect(readers).toEqual([cleo.username]);
    await second.emit(chatType, onStory);
    expect((await third.next(chatTyping)).person._id).toBe(bo.id);
    await first.emit(openComments, onStory);
    expect(first.received.filter(({ event }) => event === chatTyping.event)).toEqual([]);
  });
});
