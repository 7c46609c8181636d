import { z } from 'zod';
import { defineCall } from './call.ts';
import { chatLimits } from './limits.ts';
import { type Ack, clientEvent, serverEvent } from './live.ts';
import { dataResponse, emptyResponse, listResponse, pageQuery, topResponse, wholeNumber } from './page.ts';
import { chosenId, id, isoDate, prose } from './text.ts';
import { author } from './users.ts';

/** The chat of a story or, with `chapterId`, of one of its chapters (docs/product/chat.md). */
const room = { storyId: id, chapterId: id.nullable() };

/**
 * A message. `number` is its place in its room: from 1, without gaps, the same for everyone. A removed message keeps
 * its number; its sender, author and text are null.
 */
export const chatMessage = z.object({
  _id: id,
  ...room,
  number: z.int(),
  /** The id of its author. */
  sender: id.nullable(),
  author: author.nullable(),
  message: z.string().nullable(),
  timestamp: isoDate,
  isRemoved: z.boolean(),
  /**
   * Its sender is hidden from the viewer (docs/product/blocking.md), or it is held and not the viewer's, who gets it as if
   * it were removed.
   */
  isHidden: z.boolean(),
  /** It is the viewer's, and only they see it until it was reviewed (docs/product/spam.md). */
  isHeld: z.boolean(),
});
export type ChatMessage = z.output<typeof chatMessage>;

const number = wholeNumber('A number', 0, 2_147_483_647).optional();
export const listMessages = defineCall('GET /messages', {
  summary:
    'List the chat of a story or chapter in order: the newest messages, those after or those before a number',
  access: 'user',
  errors: ['NOT_FOUND'],
  query: z.object({
    storyId: id,
    chapterId: id.optional(),
    limit: wholeNumber('A limit', 1, 100).default(chatLimits.history),
    /** The first messages with higher numbers. */
    after: number,
    /** The last messages with lower numbers. */
    before: number,
    /** Also in the room of a chapter that I have not reached, which is empty otherwise. */
    anyway: z.enum(['true', 'false']).default('false'),
  }),
  response: topResponse({
    /** Ascending by number. */
    data: z.array(chatMessage),
    /** That of the newest message; 0 in an empty room. */
    lastNumber: z.int(),
    /** The author of the story has closed its chat: no one sends. */
    isClosed: z.boolean(),
    /** The author of the story has muted me, until `mutedUntil` or, if that is null, for good. */
    isMuted: z.boolean(),
    mutedUntil: isoDate.nullable(),
    /** I cannot write here for another reason. */
    isRefused: z.boolean(),
    /** I have not reached this chapter, and did not ask for it `anyway`. */
    isFolded: z.boolean(),
  }),
});

const newMessage = z.object({
  _id: chosenId.optional(),
  storyId: id,
  chapterId: id.nullish(),
  message: prose(chatLimits.text, 'Please write a message.'),
});
export const postMessage = defineCall('POST /messages', {
  summary:
    'Send a message to the chat of a story or chapter; a repeated request with the same id sends it once',
  access: 'user',
  errors: ['CHAT_CLOSED', 'FOLDED', 'MUTED', 'NOT_ALLOWED', 'NOT_FOUND', 'QUOTA_REACHED'],
  limit: 'write',
  body: newMessage,
  response: dataResponse(chatMessage),
  status: 201,
});
export const removeMessage = defineCall('DELETE /messages/{id}', {
  withdraws: true,
  summary: 'Remove my chat message, or one in the chat of my story',
  access: 'owner',
  response: emptyResponse,
});
export const closeChat = defineCall('PUT /stories/{id}/chat', {
  withdraws: true,
  summary: 'Close or open the chat of my story and all its chapters',
  access: 'owner',
  body: z.object({ isClosed: z.boolean() }),
  response: topResponse({ isClosed: z.boolean() }),
});

/** `until` is null for a mute without end. */
export const chatMute = z.object({ person: author, until: isoDate.nullable(), createdAt: isoDate });
export type ChatMute = z.output<typeof chatMute>;
export const muteDuration = z.enum(['hour', 'day', 'week', 'forever']);
export type MuteDuration = z.output<typeof muteDuration>;

export const listMutes = defineCall('GET /chat/mutes', {
  summary: 'List the people whom I have muted in the chats of my stories, the latest first',
  access: 'user',
  query: pageQuery(50),
  response: listResponse(chatMute),
});
export const mutePerson = defineCall('PUT /chat/mutes/{userId}', {
  withdraws: true,
  summary: 'Mute a person in the chats of all my stories from now on, for an hour, a day, a week or for good',
  access: 'user',
  errors: ['QUOTA_REACHED'],
  body: z.object({ for: muteDuration }),
  response: dataResponse(chatMute),
});
export const unmutePerson = defineCall('DELETE /chat/mutes/{userId}', {
  summary: 'Let a person whom I have muted write again',
  access: 'user',
  response: emptyResponse,
});

/** The acknowledgement of `joinStory` and `joinChapter`: the number of the room's newest message at that moment. */
export type JoinAck = Ack<{ lastNumber: number }>;
/** The acknowledgement of `chatMessage`: the message as it was stored. */
export type ChatMessageAck = Ack<ChatMessage>;

const chapterRoom = z.object({ storyId: id, chapterId: id });
/** The page shows the chat of a story, whose id is the payload: `message`, `chat:changed`, `chat:typing` and `chat:readers` follow until it leaves. */
export const joinStory = clientEvent('joinStory', id);
/** The page no longer shows the chat of the story. */
export const leaveStory = clientEvent('leaveStory', z.object({ storyId: id }));
/** The page shows the chat of a chapter; otherwise as `joinStory`. Refused with FOLDED for a chapter that the reader has not reached, unless `anyway`. */
export const joinChapter = clientEvent('joinChapter', chapterRoom.extend({ anyway: z.boolean().optional() }));
/** The page no longer shows the chat of the chapter. */
export const leaveChapter = clientEvent('leaveChapter', chapterRoom);
/** As `POST /messages`. The sender is always the user of the connection. */
export const sendChatMessage = clientEvent('chatMessage', newMessage);
/** The person is typing in a room that this connection has joined; send it at most every three seconds. */
export const chatType = clientEvent('chat:type', z.object(room));

/** A new message, complete; not sent to the connection that sent it. A gap between numbers is filled by `GET /messages`. */
export const messageSent = serverEvent('message', chatMessage);
/**
 * Something else has changed: the message `removed` was removed or, if that is null, what `GET /messages` says of the
 * room. `storyId` is null where all rooms may have changed: for a person who was muted, or no longer is.
 */
export const chatChanged = serverEvent(
  'chat:changed',
  z.object({ storyId: id.nullable(), chapterId: id.nullable(), removed: id.nullable() }),
);
/** Someone else is typing; at most one in three seconds for each person. */
export const chatTyping = serverEvent('chat:typing', z.object({ ...room, person: author }));
/**
 * Who is reading now: the number of people who are reading this chapter (for a story's chat: any of its chapters) or have
 * the chat open, and the first few of those in the chat; at most once a second.
 */
export const chatReaders = serverEvent(
  'chat:readers',
  z.object({ ...room, count: z.int(), readers: z.array(author) }),
);
