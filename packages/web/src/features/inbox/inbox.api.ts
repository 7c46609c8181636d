import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { listenLive } from '../../lib/live.ts';
import { callQuery } from '../../lib/query.ts';
import { useOpened } from '../../lib/use-opened.ts';
import { itemsOf, usePositionedList } from '../stories/use-list.ts';
import type { InboxView } from './inbox-view.ts';

/** A page of what people wrote to the author; without `after`, the first one. */
export const inboxQuery = ({ show, kind, story }: InboxView, after?: string, limit = 20) =>
  callQuery(
    'GET /inbox',
    {
      query: {
        show,
        limit,
        ...(kind !== null && { kind }),
        ...(story !== null && { story }),
        ...(after !== undefined && { after }),
      },
    },
    { tags: ['inbox', 'comments', 'reviews'] },
  );

/** The author's inbox as far as it is loaded. */
export function useInbox(view: InboxView) {
  const { first, all, pages } = usePositionedList((after) => inboxQuery(view, after));
  return { first, pages, items: itemsOf(all), hasMore: all.at(-1)?.pagination.next !== undefined };
}

export const inboxStoriesQuery = callQuery('GET /inbox/stories', {}, { tags: ['inbox', 'notifications'] });

/** The author's published stories by id, with the number of what is new; empty while the page opens. */
export function useInboxStories() {
  const { data } = useQuery({ ...inboxStoriesQuery, enabled: useOpened() });
  return new Map(data?.data.map((story) => [story._id, story]));
}

/** How many new items came since the list was fetched; the server says that there may be some. */
export function useAddedToInbox(view: InboxView, listed: { newCount: number; asOf: string } | undefined) {
  const client = useQueryClient();
  const shown = useRef(view);
  shown.current = view;
  const [latest, setLatest] = useState<typeof listed>();
  useEffect(() => {
    const look = () =>
      client.fetchQuery({ ...inboxQuery(shown.current, undefined, 1), staleTime: 0 }).then(
        setLatest,
        // The next event asks again.
        () => undefined,
      );
    const leave = listenLive({
      onConnected: (_emit, reconnected) => reconnected && void look(),
      on: { 'notifications:changed': () => void look() },
    });
    return () => leave(() => undefined);
  }, [client]);
  if (latest === undefined || listed === undefined || latest.asOf < listed.asOf) return 0;
  return Math.max(0, latest.newCount - listed.newCount);
}
