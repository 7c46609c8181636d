import { useQuery } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { Emit, Listener } from '../../lib/live.ts';
import { serverNow } from '../../lib/server-time.ts';
import { communityResponse, onePage, postOf } from '../../testing/communities.ts';
import { idOf } from '../../testing/fixtures.ts';
import { mockCall } from '../../testing/mock-call.ts';
import { renderPage, resetBetweenTests } from '../../testing/render-page.tsx';
import { communityQuery, useBanWatch } from './communities.api.ts';
import { useNewPosts } from './use-new-posts.ts';

const listeners = new Set<Listener>();
const sent: string[] = [];
const emit: Emit = (event, payload, onAck) => {
  sent.push(`${event} ${JSON.stringify(payload)}`);
  onAck?.({ success: true });
};
vi.mock('../../lib/live.ts', () => ({
  listenLive: (listener: Listener) => {
    listeners.add(listener);
    listener.onConnected(emit, false);
    return (beforeLeave: (emit: Emit) => void) => {
      listeners.delete(listener);
      beforeLeave(emit);
    };
  },
}));

resetBetweenTests();

const communityId = idOf(70);

function NewPosts({ isPrivate }: { isPrivate: boolean }) {
  const count = useNewPosts({ _id: communityId, isPrivate }, (id) => id === postOf(1)._id);
  return <p>{count} new</p>;
}

test('new posts of a public community are looked for when the server reports one, or was out of reach', async () => {
  const shown = await renderPage(<NewPosts isPrivate={false} />);
  const place = JSON.stringify({ communityId });
  expect(sent).toEqual([`posts:open ${place}`]);
  const createdAt = new Date(serverNow() + 1000).toISOString();
  const look = mockCall('GET /community/{id}/posts', onePage([1, 2].map((n) => postOf(n, { createdAt }))));
  for (const { on } of listeners) {
    on['posts:changed']?.({ communityId: idOf(99), added: idOf(802) });
    on['posts:changed']?.({ communityId, added: idOf(802) });
  }
  await expect.element(page.getByText('1 new')).toBeVisible();
  expect(look.sent).toHaveLength(1);
  mockCall('GET /community/{id}/posts', onePage([2, 3].map((n) => postOf(n, { createdAt }))));
  for (const { onConnected } of listeners) onConnected(emit, true);
  await expect.element(page.getByText('2 new')).toBeVisible();
  await shown.unmount();
  expect(sent.at(-1)).toBe(`posts:close ${place}`);
  expect(listeners.size).toBe(0);
});

function Watch() {
  const membership = useQuery(communityQuery(communityId)).data?.data.membership ?? 'unknown';
  useBanWatch({ membership: membership === 'unknown' ? 'none' : membership });
  return <p>{membership}</p>;
}

test('an open page notices a ban when the person is notified of it', async () => {
  mockCall('GET /community/{id}', communityResponse());
  await renderPage(<Watch />);
  await expect.element(page.getByText('none')).toBeVisible();
  mockCall('GET /community/{id}', communityResponse({ membership: 'banned' }));
  for (const { on } of listeners) on['notifications:changed']?.({});
  await expect.element(page.getByText('banned')).toBeVisible();
});

test('of a private community nothing is asked for over the live connection', async () => {
  sent.length = 0;
  await renderPage(<NewPosts isPrivate />);
  await expect.element(page.getByText('0 new')).toBeVisible();
  expect([sent, listeners.size]).toEqual([[], 0]);
});
