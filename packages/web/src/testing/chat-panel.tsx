import { beforeEach, vi } from 'vitest';
import { page } from 'vitest/browser';
import { ChatPanel } from '../features/chat/chat-panel.tsx';
import { chatList, chatMessageOf, fakeLive } from './chat.ts';
import { idOf, me, story } from './fixtures.ts';
import { mockEach } from './mock-call.ts';
import { renderPage } from './render-page.tsx';
import '../styles/chat.css';

let chapters = 70;
/** The chat of a chapter that the test shows. */
export const here = { storyId: story._id, chapterId: idOf(chapters) };

/** Each test has a chapter of its own, since what is not sent is kept while the page is open. */
export function chapterForEachTest(): void {
  beforeEach(() => {
    chapters += 1;
    here.chapterId = idOf(chapters);
  });
}

export const input = page.getByRole('textbox', { name: 'Write a message' });
export const log = page.getByRole('log', { name: 'Messages' });
export const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
/** The texts of the messages that are shown. */
export const messagesOf = () =>
  [...document.querySelectorAll('[role=log] li p[dir=auto]')].map(({ textContent }) => textContent);

/** Opens the panel with the chat of the chapter. */
export async function open(live = fakeLive(), authorId = story.author._id) {
  const onClose = vi.fn();
  const shown = await renderPage(
    <ChatPanel {...here} authorId={authorId} onClose={onClose} listen={live.listen} />,
  );
  return { live, onClose, shown };
}

/** A server with this many messages, to which more can be added. */
export function serverWith(count: number) {
  const server = { last: count };
  const { sent } = mockEach('GET /messages', (query) => {
    const [after, before, limit] = ['after', 'before', 'limit'].map((name) => query.get(name));
    const size = Number(limit ?? 50);
    const first = after === null ? Math.max(1, Number(before ?? server.last + 1) - size) : Number(after) + 1;
    const last = before === null ? Math.min(server.last, first + size - 1) : Number(before) - 1;
    return { ...chatList(first, last), lastNumber: server.last };
  });
  return Object.assign(server, { sent });
}

/** The server stores what is sent over the live connection. */
export function storesAs(live: ReturnType<typeof fakeLive>, number: number): void {
  live.acks.chatMessage = ({ _id, message }) => ({
    success: true,
    data: chatMessageOf(number, {
      _id: String(_id),
      chapterId: here.chapterId,
      message: String(message),
      sender: me._id,
      author: me,
    }),
  });
}
