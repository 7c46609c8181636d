import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import {
  allChanges,
  type Change,
  deleteChange,
  forgetCached,
  replaceChanges,
} from '../../lib/offline/offline-store.ts';
import { claim } from '../../lib/offline/offline-stories.ts';
import { clearToken } from '../../lib/session-store.ts';
import { setOnline } from '../../testing/connection.ts';
import { me } from '../../testing/fixtures.ts';
import { emptyDevice } from '../../testing/offline-story.ts';
import { resetBetweenTests, signIn } from '../../testing/render-page.tsx';
import { ConfirmSignOut } from './confirm-sign-out.tsx';

resetBetweenTests();

const note = (number: number, refusal?: string): Change => ({
  userId: me._id,
  storyId: 's1',
  subject: `annotation ${number}`,
  method: 'POST',
  path: '/highlights',
  body: { _id: `h${number}`, note: 'a note made on the train' },
  at: '2026-03-02T10:00:00.000Z',
  ...(refusal !== undefined && { refusal }),
});

const signOut = vi.fn(async () => undefined);
const stay = vi.fn();
const ask = () => render(<ConfirmSignOut onSignOut={signOut} onStay={stay} />);
const dialog = page.getByRole('alertdialog', { name: 'Sign out and delete changes?' });

beforeEach(async () => {
  vi.clearAllMocks();
  signIn();
  setOnline(false);
  await emptyDevice();
  await claim(me._id);
});

test('with nothing to lose, signing out asks nothing', async () => {
  await ask();
  await expect.poll(() => signOut.mock.calls.length).toBe(1);
  await expect.element(dialog).not.toBeInTheDocument();
});

test('changes of another person do not matter', async () => {
  await replaceChanges([], { ...note(1), userId: 'another' });
  await ask();
  await expect.poll(() => signOut.mock.calls.length).toBe(1);
});

test('changes that were not sent are deleted only if the person says so', async () => {
  await replaceChanges([], note(1));
  await replaceChanges([], note(2));
  await ask();
  await expect.element(dialog).toBeVisible();
  await expect
    .element(
      dialog.getByText(
        /2 changes made offline haven’t been sent yet\. They will be sent as soon as we can reach the server, if you stay signed in\./,
      ),
    )
    .toBeVisible();
  // Enter does not delete anything.
  await expect.element(dialog.getByRole('button', { name: 'Stay signed in' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(stay).toHaveBeenCalledTimes(1);
  expect(signOut).not.toHaveBeenCalled();
});

test('while changes are being sent, signing out shows that it is busy', async () => {
  await replaceChanges([], note(1));
  setOnline(true);
  const sent = Promise.withResolvers<void>();
  const worker = {
    scriptURL: '/sw.js',
    postMessage: (_message: object, [port]: MessagePort[]) =>
      void sent.promise.then(() => port?.postMessage('done')),
  };
  const registration = { active: worker } as unknown as ServiceWorkerRegistration;
  const found = vi.spyOn(navigator.serviceWorker, 'getRegistration').mockResolvedValue(registration);
  await ask();
  const busy = page.getByRole('status').getByText('Signing out…');
  await expect.element(busy).toBeVisible();
  sent.resolve();
  await expect.element(dialog).toBeVisible();
  await expect.element(busy).not.toBeInTheDocument();
  found.mockRestore();
});

test('Esc stays signed in; the other button signs out', async () => {
  await replaceChanges([], note(1));
  await ask();
  await expect.element(dialog.getByText(/1 change made offline hasn’t been sent yet\./)).toBeVisible();
  await userEvent.keyboard('{Escape}');
  expect(stay).toHaveBeenCalledTimes(1);
  await dialog.getByRole('button', { name: 'Sign out and delete it' }).click();
  expect(signOut).toHaveBeenCalledTimes(1);
});

test('what the server has refused counts too', async () => {
  await replaceChanges([], note(1, 'This chapter is no longer available.'));
  await ask();
  await expect
    .element(
      dialog.getByText(/1 annotation made offline couldn’t be saved\. Its text is only on this device/),
    )
    .toBeVisible();
  await expect.element(dialog.getByText(/hasn’t been sent/)).not.toBeInTheDocument();
});

test('after the session was ended elsewhere, changes wait for the next sign-in unless the person deletes them', async () => {
  await replaceChanges([], note(1));
  await forgetCached();
  clearToken('a-token');
  await ask();
  await expect.element(dialog.getByText(/It will be sent when you sign in again\./)).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(stay).toHaveBeenCalledTimes(1);
  expect(signOut).not.toHaveBeenCalled();
});

test('with a connection, changes are sent first', async () => {
  await replaceChanges([], note(1));
  setOnline(true);
  const worker = {
    scriptURL: '/sw.js',
    postMessage: vi.fn(async (message: object, [port]: MessagePort[]) => {
      expect(message).toEqual({ send: 'a-token' });
      for (const { id } of await allChanges()) if (id !== undefined) await deleteChange(id);
      port?.postMessage('done');
    }),
  };
  const registration = { active: worker } as unknown as ServiceWorkerRegistration;
  const found = vi.spyOn(navigator.serviceWorker, 'getRegistration').mockResolvedValue(registration);
  await ask();
  await expect.poll(() => signOut.mock.calls.length).toBe(1);
  expect(worker.postMessage).toHaveBeenCalledTimes(1);
  found.mockRestore();
});
