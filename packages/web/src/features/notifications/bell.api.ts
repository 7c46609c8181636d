import type { NotificationKind } from '@inkling/contract/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { CallResponse } from '../../lib/api.ts';
import { listenLive } from '../../lib/live.ts';
import { callQuery, markStale } from '../../lib/query.ts';
import { firstUnreadKey } from '../../lib/session.ts';

// What every page's bell needs, apart from notifications.api.ts, whose lists only a few pages load.

export type NotificationsPage = CallResponse<'GET /notifications'>;
/** New chapters come without a live event, so they are looked for this often (ms). */
const lookEvery = 5 * 60_000;

/** A page of the reader's notifications, of all kinds or of one. */
export const notificationsQuery = (page = 1, kind?: NotificationKind) =>
  callQuery(
    'GET /notifications',
    { query: { page, ...(kind !== undefined && { kind }) } },
    { tags: ['notifications'] },
  );

/**
 * How many notifications are unread: at first as the account's response says, 0 while that is not known. It reads the
 * cache without observing the query: when its last observer goes, a query that is being fetched is cancelled, and the
 * layout is mounted more than once. `isListed`: 0 until the notifications themselves are loaded.
 */
export function useUnreadCount(isListed = false): number {
  const client = useQueryClient();
  return useSyncExternalStore(
    (onChange) => client.getQueryCache().subscribe(onChange),
    () =>
      client.getQueryData(notificationsQuery().queryKey)?.unreadCount ??
      (isListed ? undefined : client.getQueryData<number>(firstUnreadKey)) ??
      0,
    () => 0,
  );
}

/** How long the first fetch waits for the connection (ms): what happens before that opens is told to nobody. */
const connectionWait = 1000;

/**
 * Keeps the first page of notifications current: it is fetched once the connection is open, or seems not to open, and again
 * with each connection and when something happens elsewhere.
 */
export function useLiveNotifications(): void {
  const client = useQueryClient();
  const [isWaiting, setWaiting] = useState(true);
  useEffect(() => {
    const goOn = () => setWaiting(false);
    const timer = window.setTimeout(goOn, connectionWait);
    const look = () => void markStale(client, ['notifications']);
    const leave = listenLive({
      onConnected() {
        look();
        goOn();
      },
      on: { 'notifications:changed': look },
    });
    return () => {
      window.clearTimeout(timer);
      leave(() => undefined);
    };
  }, [client]);
  useQuery({
    ...notificationsQuery(),
    enabled: !isWaiting,
    refetchInterval: lookEvery,
    refetchOnWindowFocus: true,
    // The reading screen has no bell, but knows whether something is unread.
    gcTime: Number.POSITIVE_INFINITY,
  });
}
