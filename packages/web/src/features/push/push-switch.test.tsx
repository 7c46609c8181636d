import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { mockCall } from '../../testing/mock-call.ts';
import { renderPage, resetBetweenTests, signIn } from '../../testing/render-page.tsx';
import { PushSwitch } from './push-switch.tsx';

resetBetweenTests();

const endpoint = 'https://fcm.googleapis.com/fcm/send/ada';
const keys = { p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) };
const label = 'Push notifications on this device';
const pushSwitch = page.getByRole('switch', { name: label });

/** A browser with the push service of its maker. `allows` is what the person says when asked. */
function mockBrowser(permission: NotificationPermission, allows: NotificationPermission = permission) {
  let asked = permission;
  let subscription: object | null = null;
  const pushManager = {
    getSubscription: async () => subscription,
    subscribe: vi.fn(async () => {
      subscription = { endpoint, unsubscribe: async () => true, toJSON: () => ({ endpoint, keys }) };
      return subscription;
    }),
  };
  const unregister = vi.fn(async () => {
    subscription = null;
    return true;
  });
  const scope = `${location.origin}/push-worker.js`;
  const registration = { scope, active: {}, installing: null, pushManager, unregister };
  const workers = navigator.serviceWorker;
  const found = registration as unknown as ServiceWorkerRegistration;
  vi.spyOn(workers, 'getRegistration').mockImplementation(async () => found);
  vi.spyOn(workers, 'register').mockResolvedValue(found);
  vi.spyOn(Notification, 'permission', 'get').mockImplementation(() => asked);
  vi.spyOn(Notification, 'requestPermission').mockImplementation(async () => {
    asked = allows;
    return allows;
  });
  return { subscribe: pushManager.subscribe, unregister };
}

const mockState = (stored: string | null) =>
  mockCall('GET /push', { success: true, data: { publicKey: 'key', endpoint: stored } });

beforeEach(() => {
  vi.stubEnv('PROD', true);
  signIn();
});
afterEach(() => vi.unstubAllGlobals());

test('it is turned on and off', async () => {
  const { subscribe, unregister } = mockBrowser('default', 'granted');
  mockState(null);
  const { sent } = mockCall('PUT /push/subscription', { success: true, isSubscribed: true });
  await renderPage(<PushSwitch />);
  await expect.element(pushSwitch).not.toBeChecked();
  await expect.element(page.getByText(/even when Inkling is closed. Your browser may ask/)).toBeVisible();
  mockState(endpoint);
  await pushSwitch.click();
  await expect.element(pushSwitch).toBeChecked();
  await expect.element(page.getByText(/but not between 10 PM and 8 AM/)).toBeVisible();
  expect(sent).toEqual([{ endpoint, keys }]);
  expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: 'key' });
  mockCall('DELETE /push/subscription', { success: true, isSubscribed: false });
  mockState(null);
  await pushSwitch.click();
  await expect.element(pushSwitch).not.toBeChecked();
  expect(unregister).toHaveBeenCalled();
});

test('it is off in a browser whose subscription belongs to another session', async () => {
  mockBrowser('granted');
  mockState('https://fcm.googleapis.com/fcm/send/other');
  await renderPage(<PushSwitch />);
  await expect.element(pushSwitch).not.toBeChecked();
});

test('it says when the browser blocks notifications, also after it was asked', async () => {
  const { subscribe } = mockBrowser('default', 'denied');
  mockState(null);
  await renderPage(<PushSwitch />);
  await pushSwitch.click();
  await expect.element(page.getByText(/Allow them in your browser’s settings/)).toBeVisible();
  await expect.element(pushSwitch).toHaveAttribute('aria-disabled', 'true');
  await expect.element(pushSwitch).toHaveFocus();
  expect(subscribe).not.toHaveBeenCalled();
});

test('it says when the push service cannot be reached', async () => {
  const { subscribe } = mockBrowser('granted');
  subscribe.mockRejectedValue(new DOMException('Registration failed', 'AbortError'));
  mockState(null);
  await renderPage(<PushSwitch />);
  await pushSwitch.click();
  await expect
    .element(
      page.getByText(
        'We couldn’t turn push notifications on or off in this browser. Please try again later.',
      ),
    )
    .toBeVisible();
  await expect.element(pushSwitch).not.toBeChecked();
});

test('it says when the browser cannot be pushed to, and that an iPhone needs the installed app', async () => {
  vi.stubEnv('PROD', false);
  const { unmount } = await renderPage(<PushSwitch />);
  await expect.element(page.getByText('This browser doesn’t support push notifications.')).toBeVisible();
  await expect.element(pushSwitch).toBeDisabled();
  unmount();
  Object.assign(navigator, { standalone: false });
  try {
    await renderPage(<PushSwitch />);
    await expect.element(page.getByText(/first add Inkling to your Home Screen/)).toBeVisible();
  } finally {
    Reflect.deleteProperty(navigator, 'standalone');
  }
});
