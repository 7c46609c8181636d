import { notificationsQuery } from '../features/notifications/bell.api.ts';
import { getQueryClient } from '../lib/query.ts';
import { commentList } from './comments.ts';
import { me } from './fixtures.ts';
import { mockCall } from './mock-call.ts';
import { signIn } from './render-page.tsx';

/** Signs in, as a reader unless `changes` say otherwise. */
export function asMember(changes: Partial<typeof me> = {}): void {
  signIn();
  mockCall('GET /auth/me', { success: true, unreadCount: 0, user: { ...me, ...changes } });
}

export const mockComments = (listed: Parameters<typeof commentList>[0]) =>
  mockCall('GET /comments', commentList(listed));

/** Something is unread, as the bell has found out. */
export const unread = (unreadCount: number) =>
  getQueryClient().setQueryData(notificationsQuery().queryKey, {
    success: true,
    data: [],
    pagination: { page: 1, limit: 20, total: 0, totalPages: 0, hasMore: false },
    kinds: [],
    unreadCount,
  });

/** The texts of the comments in the list, in its order. */
export const shownContents = () =>
  [...document.querySelectorAll('ul[aria-label=Comments] > li')].map(
    (item) => item.querySelector('p[dir=auto]')?.textContent,
  );
