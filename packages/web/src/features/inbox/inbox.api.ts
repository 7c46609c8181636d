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

const isSameView = (one: InboxView | undefined, other: InboxView): boolean =>
  one?.show === other.show && one.kind === other.kind && one.story === other.story;

/** How many new items came since the list was fetched; the server says that there may be some. */
export function useAddedToInbox(view: InboxView, listed: { newCount: number; asOf: string } | undefined) {
  const client = useQueryClient();
  const shown = useRef(view);
  shown.current = view;
  const [latest, setLatest] = useState<{ view: InboxView; found: typeof listed }>();
  useEffect(() => {
    const look = () => {
      const of = shown.current;
      return client.fetchQuery({ ...inboxQuery(of, undefined, 1), staleTime: 0 }).then(
        (found) => setLatest({ view: of, found }),
        // The next event asks again.
        () => undefined,
      );
    };
    const leave = listenLive({
      onConnected: (_emit, mayHaveMissed) => mayHaveMissed && void look(),
      on: { 'notifications:changed': () => void look() },
    });
    return () => leave(() => undefined);
  }, [client]);
  const found = isSameView(latest?.view, view) ? latest?.found : undefined;
  if (found === undefined || listed === undefined || found.asOf < listed.asOf) return 0;
  return Math.max(0, found.newCount - listed.newCount);
}
