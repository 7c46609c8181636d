import type { InboxKind } from '@inkling/contract/inbox';
import type { NotificationKind } from '@inkling/contract/notifications';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef } from 'react';
import type { CallResponse, Input } from '../../lib/api.ts';
import { callQuery, markStale, useCall } from '../../lib/query.ts';
import { useList } from '../stories/use-list.ts';
import { type NotificationsPage, notificationsQuery, useUnreadCount } from './bell.api.ts';

/** The notifications as far as they are loaded. */
export function useNotifications(kind?: NotificationKind) {
  const { first, all, pages } = useList(notificationsQuery(1, kind), ({ pagination }, number) =>
    pagination.hasMore ? notificationsQuery(number, kind) : null,
  );
  const items = new Map<string, CallResponse<'GET /notifications'>['data'][number]>();
  for (const item of all.flatMap(({ data }) => data)) items.set(item._id, item);
  return { first, pages, items: [...items.values()], hasMore: all.at(-1)?.pagination.hasMore ?? false };
}

/** Shows entries as read before the server has said so. */
function showRead(client: QueryClient, ids: string[]): void {
  const read = ({ data, ...page }: NotificationsPage): NotificationsPage => {
    const changed = data.map((item) => (ids.includes(item._id) ? { ...item, isRead: true } : item));
    const count = data.filter((item, index) => !item.isRead && changed[index]?.isRead).length;
    return { ...page, data: changed, unreadCount: Math.max(0, page.unreadCount - count) };
  };
  const queryKey = notificationsQuery().queryKey.slice(0, 1);
  client.setQueriesData<NotificationsPage>({ queryKey }, (page) => page && read(page));
}

/** Marks notifications as read: some, or all. */
export function useMarkRead() {
  const client = useQueryClient();
  const { mutate } = useCall('POST /notifications/read', {
    fallback: 'Failed to mark as read.',
    touches: ['notifications', 'inbox'],
  });
  return {
    some: (ids: string[]) => {
      showRead(client, ids);
      mutate({ body: { ids } });
    },
    all: () => mutate({ body: { all: true } }),
    /** Those about these comments and reviews. */
    subjects: (subjects: string[]) => mutate({ body: { subjects } }),
    /** Those about what the inbox listed then, of all stories or of one. */
    inbox: (until: string, { story, kind }: { story: string | null; kind: InboxKind | null }) =>
      mutate({
        body: { inbox: { until, ...(story !== null && { story }), ...(kind !== null && { kind }) } },
      }),
  };
}

/** As many as one call takes. */
const seenPerCall = 100;

/**
 * Marks notifications about comments or reviews as read once these are in view; without unread notifications, no call is
 * made. `groups`: the ids in each item of the list.
 */
export function useMarkSeen(groups: readonly (readonly string[])[], list: RefObject<Element | null>): void {
  const client = useQueryClient();
  // Not earlier, since a page that is rendered again once its reader is known would send the same again.
  const unread = useUnreadCount(true);
  const sent = useRef(new Set<string>());
  const { mutate } = useCall(
    'POST /notifications/read',
    { errors: 'inline' },
    ({ unreadCount }: CallResponse<'POST /notifications/read'>) =>
      unreadCount === client.getQueryData(notificationsQuery().queryKey)?.unreadCount
        ? undefined
        : markStale(client, ['notifications', 'inbox']),
  );
  // With each render, since items and their ids change.
  useEffect(() => {
    if (unread === 0 || list.current === null) return;
    const items = [...list.current.children];
    const observer = new IntersectionObserver((entries) => {
      const inView = entries.filter(({ isIntersecting }) => isIntersecting);
      const ids = inView.flatMap(({ target }) => groups[items.indexOf(target)] ?? []);
      const subjects = ids.filter((id) => !sent.current.has(id)).slice(0, seenPerCall);
      if (subjects.length === 0) return;
      for (const id of subjects) sent.current.add(id);
      mutate({ body: { subjects } });
    });
    for (const item of items) observer.observe(item);
    return () => observer.disconnect();
  });
}

export const settingsQuery = callQuery('GET /notifications/settings', {}, { tags: ['notifications'] });

const saveMeta = { fallback: 'Failed to save your notification settings.', touches: ['notifications'] };

type Settings = CallResponse<'GET /notifications/settings'>;

/** Changes some of the settings, which are shown before the server has answered. Schedules of other topics stay. */
export function useChangeSettings() {
  const client = useQueryClient();
  const { mutate } = useCall('PUT /notifications/settings', saveMeta);
  return (change: Input<'PUT /notifications/settings'>['body']) => {
    const changed = ({ data, ...rest }: Settings): Settings => {
      const schedules = { ...data.schedules, ...change.schedules };
      return { ...rest, data: { ...data, ...change, schedules } };
    };
    client.setQueryData<Settings>(settingsQuery.queryKey, (before) => before && changed(before));
    mutate({ body: change }, { onError: () => void markStale(client, ['notifications']) });
  };
}

/** Ends the emails of a link's list. */
export const useUnsubscribe = () => useCall('POST /unsubscribe/{token}', { errors: 'inline' });

/** Mutes a story, and takes that back. */
export function useMuteStory() {
  return {
    mute: useCall('PUT /notifications/muted-stories/{storyId}', saveMeta),
    unmute: useCall('DELETE /notifications/muted-stories/{storyId}', saveMeta),
  };
}
