import type { PayloadOf } from '@inkling/contract/all';
import type { ChatMessage, ChatMute } from '@inkling/contract/chat';
import type { Ack } from '@inkling/contract/live';
import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import {
  type ApiError,
  apiErrorOf,
  type CallResponse,
  call,
  type Input,
  offlineError,
} from '../../lib/api.ts';
import { type Emit, reconnectLive } from '../../lib/live.ts';
import { useCall } from '../../lib/query.ts';

/** The chat of a story, or of one of its chapters. */
export interface Place {
  storyId: string;
  chapterId: string | null;
}

export type Range = Pick<NonNullable<Input<'GET /messages'>['query']>, 'after' | 'before' | 'limit'>;

/** A part of a chat, and what its viewer may do there. */
export const fetchMessages = ({ storyId, chapterId }: Place, range: Range, anyway: boolean) =>
  call('GET /messages', {
    query: { storyId, ...range, ...(chapterId !== null && { chapterId }), ...(anyway && { anyway: 'true' }) },
  });

/** A message on its way to the server. */
export type NewMessage = PayloadOf<'chatMessage'> & { _id: string };

export const postMessage = async (body: NewMessage): Promise<ChatMessage> =>
  (await call('POST /messages', { body })).data;

/** How long an acknowledgement may take; after that nothing is known about its message. */
const ackTimeoutMs = 10_000;
/** The statuses that decide whether sending again may help (`mayPass`). */
const statusOf: Record<string, number> = {
  SIGN_IN_REQUIRED: 401,
  TOO_MANY_REQUESTS: 429,
  INTERNAL: 500,
  BUSY: 503,
  UNAVAILABLE: 503,
};

/** The error of a refused event. */
function errorOf(ack: Extract<Ack, { success: false }>): ApiError {
  const { retryAfterSeconds, ...failure } = ack;
  return apiErrorOf(statusOf[ack.code] ?? 400, failure, retryAfterSeconds?.toString() ?? null);
}

/** Sends a message over the live connection, until `disconnected`. */
export async function emitMessage(
  emit: Emit,
  message: NewMessage,
  disconnected: AbortSignal,
): Promise<ChatMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<ChatMessage>();
  const lose = () => reject(offlineError());
  const timer = setTimeout(() => {
    lose();
    reconnectLive();
  }, ackTimeoutMs);
  disconnected.addEventListener('abort', lose);
  emit('chatMessage', message, (ack) =>
    ack.success ? resolve(ack.data as ChatMessage) : reject(errorOf(ack)),
  );
  return promise.finally(() => {
    clearTimeout(timer);
    disconnected.removeEventListener('abort', lose);
  });
}

/** Removes one's own message or, as the author of the story, anyone's. */
export const useRemoveMessage = (onSuccess: () => void) =>
  useCall('DELETE /messages/{id}', { fallback: 'Failed to remove the message.' }, onSuccess);

/** Closes and opens the chats of one's own story. */
export const useCloseChat = (onSuccess: () => void) =>
  useCall('PUT /stories/{id}/chat', { fallback: 'That couldn’t be changed.' }, onSuccess);

type MutesPage = CallResponse<'GET /chat/mutes'>;

/** Each person once, the latest first. */
const peopleOf = ({ pages }: InfiniteData<MutesPage, number>): ChatMute[] => [
  ...new Map(pages.flatMap(({ data }) => data.map((mute) => [mute.person._id, mute]))).values(),
];

/** The people whom one has muted, by page. */
export const useMutedPeople = () =>
  useInfiniteQuery({
    queryKey: ['GET /chat/mutes'],
    queryFn: ({ pageParam, signal }): Promise<MutesPage> =>
      call('GET /chat/mutes', { query: { page: pageParam } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ pagination: { page, hasMore } }: MutesPage) => (hasMore ? page + 1 : undefined),
    select: peopleOf,
    staleTime: 0,
    meta: { tags: ['chatMutes'] },
  });

const touches = ['chatMutes'];

/** Mutes a person in the chats of one's stories. */
export const useMute = () =>
  useCall('PUT /chat/mutes/{userId}', { fallback: 'Failed to mute this person.', touches });

/** Lets a person write in the chats of one's stories again. */
export const useUnmute = () =>
  useCall('DELETE /chat/mutes/{userId}', {
    fallback: 'Failed to unmute this person.',
    success: 'This person can write in the chats of your stories again.',
    touches,
  });
