import type { BlockEntry } from '@inkling/contract/blocks';
import { paginate } from '@inkling/contract/page';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { idOf } from '../../testing/fixtures.ts';
import { mockCall, mockEach } from '../../testing/mock-call.ts';
import { renderPage, resetBetweenTests, signIn } from '../../testing/render-page.tsx';
import { BlockedPeople } from './what-you-see-section.tsx';

resetBetweenTests();

const entryOf = (number: number, kind: BlockEntry['kind']): BlockEntry => ({
  kind,
  person: { _id: idOf(500 + number), username: `p${number}`, displayName: `Person ${number}`, avatar: null },
  createdAt: '2026-01-02T00:00:00.000Z',
});
const button = (name: string) => page.getByRole('button', { name, exact: true });

/** The reader's list on the server. */
function serverWith(entries: BlockEntry[]) {
  const server = { entries };
  mockEach('GET /users/me/blocks', (query) => {
    const number = Number(query.get('page'));
    return {
      success: true,
      data: server.entries.slice((number - 1) * 20, number * 20),
      pagination: paginate(number, 20, server.entries.length),
    };
  });
  signIn();
  return server;
}

test('people are listed by page, and each is unblocked or unmuted by a button', async () => {
  const server = serverWith(
    Array.from({ length: 21 }, (_, index) => entryOf(index, index === 1 ? 'mute' : 'block')),
  );
  await renderPage(<BlockedPeople />);
  await expect.element(button('Unblock Person 0')).toBeVisible();
  expect(page.getByRole('listitem').elements().length).toBe(20);
  const unmuted = mockCall('DELETE /users/{id}/mute', { success: true, isBlocked: false, isMuted: false });
  server.entries = server.entries.filter(({ kind }) => kind !== 'mute');
  await button('Unmute Person 1').click();
  await expect.element(button('Unmute Person 1')).not.toBeInTheDocument();
  expect(unmuted.sent.length).toBe(1);
  await expect.element(button('Unblock Person 2')).toHaveFocus();
  const unblocked = mockCall('DELETE /users/{id}/block', { success: true, isBlocked: false, isMuted: false });
  server.entries = server.entries.slice(1);
  await button('Unblock Person 0').click();
  await expect.element(button('Unblock Person 0')).not.toBeInTheDocument();
  expect(unblocked.sent.length).toBe(1);
});

test('an empty list says so, and how people come into it', async () => {
  serverWith([]);
  await renderPage(<BlockedPeople />);
  await expect.element(page.getByText('You haven’t blocked or muted anyone.')).toBeVisible();
  await expect.element(page.getByText(/use the menu on their profile/)).toBeVisible();
});

test('after the last entry of the last page, the page before is shown', async () => {
  const server = serverWith(Array.from({ length: 21 }, (_, index) => entryOf(index, 'block')));
  await renderPage(<BlockedPeople />);
  await button('Next').click();
  await expect.element(button('Unblock Person 20')).toBeVisible();
  mockCall('DELETE /users/{id}/block', { success: true, isBlocked: false, isMuted: false });
  server.entries = server.entries.slice(0, 20);
  await button('Unblock Person 20').click();
  await expect.element(button('Unblock Person 0')).toBeVisible();
});
