import * as calls from '@inkling/contract/chat';
import { saveChapterProgress } from '@inkling/contract/library';
import { connectLive, type LiveClient } from '../../testing/live-client.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import type { Person, TestApp } from '../../testing/test-app.ts';
import type { Place } from './rooms.queries.ts';

export const idOf = (id: string) => ({ params: { id } });

/** What tests of the chat do, through calls. */
export function chatting(site: TestApp) {
  const write = writing(site);
  const send = (who: Person | null, place: Place, message = 'Who lit it?', _id?: string) =>
    site.as(who).call(calls.postMessage, { body: { ...place, message, ...(_id !== undefined && { _id }) } });
  const list = (
    who: Person | null,
    { storyId, chapterId }: Place,
    query: { limit?: number; after?: number; before?: number; anyway?: 'true' } = {},
  ) =>
    site
      .as(who)
      .call(calls.listMessages, { query: { storyId, ...(chapterId !== null && { chapterId }), ...query } });
  return {
    write,
    send,
    list,
    async post(who: Person, place: Place, message?: string) {
      return (await send(who, place, message)).body.data;
    },
    async read(who: Person, place: Place, query?: Parameters<typeof list>[2]) {
      return (await list(who, place, query)).body;
    },
    remove: (who: Person, id: string) => site.as(who).call(calls.removeMessage, idOf(id)),
    close: (who: Person, id: string, isClosed = true) =>
      site.as(who).call(calls.closeChat, { ...idOf(id), body: { isClosed } }),
    mute: (who: Person, userId: string, duration: calls.MuteDuration) =>
      site.as(who).call(calls.mutePerson, { params: { userId }, body: { for: duration } }),
    unmute: (who: Person, userId: string) => site.as(who).call(calls.unmutePerson, { params: { userId } }),
    /** Opens a chapter as a reader does, who has thereby reached it. */
    async reach(reader: Person, chapter: string) {
      await site.as(reader).call(saveChapterProgress, { ...idOf(chapter), body: { progress: 10 } });
    },
    /** A published story with its author, and its chats. */
    async story(chapters = 1) {
      const author = await site.person();
      const published = await write.published(author, { chapters });
      const story = published.story._id;
      const ids = published.chapters.map(({ _id }) => _id);
      const onStory: Place = { storyId: story, chapterId: null };
      const onChapter: Place = { storyId: story, chapterId: ids[0] ?? '' };
      return { author, story, chapters: ids, chapter: ids[0] ?? '', onStory, onChapter };
    },
  };
}

/** Joins a chat as a page does. */
export const join = (client: LiveClient, { storyId, chapterId }: Place, anyway = true) =>
  chapterId === null
    ? client.emit(calls.joinStory, storyId)
    : client.emit(calls.joinChapter, { storyId, chapterId, anyway });

/** A person whose page shows these chats. */
export async function showing(url: string, person: Person, ...places: Place[]): Promise<LiveClient> {
  const client = await connectLive(url, person.token);
  for (const place of places) {
    const ack = await join(client, place);
    if (!ack.success) throw new Error(ack.message);
  }
  return client;
}

/** The messages that a page has received. */
export const messagesOf = ({ received }: LiveClient): calls.ChatMessage[] =>
  received
    .filter(({ event }) => event === calls.messageSent.event)
    .map(({ payload }) => payload as calls.ChatMessage);
