import { type ChatMessage, chatChanged, messageSent } from '@inkling/contract/chat';
import { type LivePublisher, maxExceptions, personRoom } from '../../platform/live/live-publisher.ts';
import type { Place } from './rooms.queries.ts';

/** The pages that show the chat of a story, or of one of its chapters. */
export const chatRoom = ({ storyId, chapterId }: Place): string => `chat ${storyId} ${chapterId ?? ''}`;
/** The pages that show any chat of a story. */
export const chatsRoom = (storyId: string): string => `chats ${storyId}`;

/**
 * Sends a stored message to the pages that show its chat, except those of the people who do not see its sender; call it
 * after the commit. If they are too many to be left out, all pages fetch what is new.
 */
export function publishMessage(live: LivePublisher, message: ChatMessage, hiddenTo: string[]): void {
  live.exceptPeople(hiddenTo).publish(chatRoom(message), messageSent, message);
  if (hiddenTo.length > maxExceptions) publishChange(live, message);
}

/** Has the pages that show a chat fetch its last messages again. */
export const publishChange = (live: LivePublisher, { storyId, chapterId }: Place): void =>
  live.publish(chatRoom({ storyId, chapterId }), chatChanged, { storyId, chapterId, removed: null });

export const publishRemoval = (live: LivePublisher, place: Place, removed: string): void =>
  live.publish(chatRoom(place), chatChanged, { ...place, removed });

/** Says that the chats of a story were closed or opened. */
export const publishClosing = (live: LivePublisher, storyId: string): void =>
  live.publish(chatsRoom(storyId), chatChanged, { storyId, chapterId: null, removed: null });

/** Has a person's own pages fetch their chats again: they were muted, may write again, or have lost a chat. */
export const publishChangeTo = (live: LivePublisher, userId: string): void =>
  live.publish(personRoom(userId), chatChanged, { storyId: null, chapterId: null, removed: null });
