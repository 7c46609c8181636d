import type { PayloadOf } from '@inkling/contract/all';
import type { ChatMessage, ChatMute } from '@inkling/contract/chat';
import type { Ack } from '@inkling/contract/live';
import { useQueryClient } from '@tanstack/react-query';
import { type ApiError, apiErrorOf, call, type Input, offlineError } from '../../lib/api.ts';
import type { Emit } from '../../lib/live.ts';
import { callQuery, useCall } from '../../lib/query.ts';

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
  const lost = AbortSignal.any([disconnected, AbortSignal.timeout(ackTimeoutMs)]);
  lost.addEventListener('abort', () => reject(offlineError()));
  emit('chatMessage', message, (ack) =>
    ack.success ? resolve(ack.data as ChatMessage) : reject(errorOf(ack)),
  );
  return promise;
}

/** Removes one's own message or, as the author of the story, anyone's. */
export const useRemoveMessage = (onSuccess: () => void) =>
  useCall('DELETE /messages/{id}', { fallback: 'Failed to remove the message.' }, onSuccess);

/** Closes and opens the chats of one's own story. */
export const useCloseChat = (onSuccess: () => void) =>
  useCall('PUT /stories/{id}/chat', { fallback: 'Failed to change who can write.' }, onSuccess);

/** The people whom one has muted, the latest first. */
export const mutesQuery = { ...callQuery('GET /chat/mutes', {}), staleTime: 0 };

/** Mutes people in the chats of one's stories, and lets them write again. */
export function useMutes() {
  const client = useQueryClient();
  const update = (change: (mutes: ChatMute[]) => ChatMute[]) =>
    client.setQueryData(mutesQuery.queryKey, (list) => list && { ...list, data: change(list.data) });
  const without = (id: string | undefined) => (mutes: ChatMute[]) =>
    mutes.filter(({ person }) => person._id !== id);
  const mute = useCall('PUT /chat/mutes/{userId}', { fallback: 'Failed to mute this person.' }, ({ data }) =>
    update((mutes) => [data, ...without(data.person._id)(mutes)]),
  );
  const unmute = useCall('DELETE /chat/mutes/{userId}', { fallback: 'Failed to unmute this person.' });
  return {
    mute,
    unmute: (userId: string) =>
      unmute.mutate({ params: { userId } }, { onSuccess: () => update(without(userId)) }),
  };
}
