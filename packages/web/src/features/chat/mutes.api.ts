import type { ChatMute } from '@inkling/contract/chat';
import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import { type CallResponse, call } from '../../lib/api.ts';
import { useCall } from '../../lib/query.ts';

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
