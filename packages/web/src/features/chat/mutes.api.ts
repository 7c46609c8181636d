import type { ChatMute } from '@inkling/contract/chat';
import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { type CallResponse, call } from '../../lib/api.ts';
import { useCall } from '../../lib/query.ts';

type MutesPage = CallResponse<'GET /chat/mutes'>;
type Pages = InfiniteData<MutesPage, number>;

const queryKey = ['GET /chat/mutes'];

/** Each person once, the latest first. */
const peopleOf = ({ pages }: Pages): ChatMute[] => [
  ...new Map(pages.flatMap(({ data }) => data.map((mute) => [mute.person._id, mute]))).values(),
];

/** The people whom one has muted, by page. */
export const useMutedPeople = () =>
  useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }): Promise<MutesPage> =>
      call('GET /chat/mutes', { query: { page: pageParam } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ pagination: { page, hasMore } }: MutesPage) => (hasMore ? page + 1 : undefined),
    select: peopleOf,
    staleTime: 0,
  });

/** Mutes people in the chats of one's stories, and lets them write again; `onUnmuted` is called before the list changes. */
export function useMutes(onUnmuted?: () => void) {
  const client = useQueryClient();
  const update = (id: string, added: ChatMute[]) => {
    const list = client.setQueryData<Pages>(
      queryKey,
      (list) =>
        list && {
          ...list,
          pages: list.pages.map((page, index) => ({
            ...page,
            data: [...(index === 0 ? added : []), ...page.data.filter(({ person }) => person._id !== id)],
          })),
        },
    );
    // The server may have read a list that is on its way before this change.
    if (client.isFetching({ queryKey }) > 0)
      void client.cancelQueries({ queryKey }).then(() => client.refetchQueries({ queryKey }));
    return list;
  };
  const mute = useCall('PUT /chat/mutes/{userId}', { fallback: 'Failed to mute this person.' }, ({ data }) =>
    update(data.person._id, [data]),
  );
  const unmute = useCall(
    'DELETE /chat/mutes/{userId}',
    {
      fallback: 'Failed to unmute this person.',
      success: 'This person can write in the chats of your stories again.',
    },
    (_, { params: { userId } }) => {
      onUnmuted?.();
      const list = update(userId, []);
      // The others have moved up by one, from the next page too.
      if (list?.pages.at(-1)?.pagination.hasMore) void client.refetchQueries({ queryKey });
    },
  );
  return { mute, unmute: (userId: string) => unmute.mutate({ params: { userId } }) };
}
