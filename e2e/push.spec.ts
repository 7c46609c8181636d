import { axeViolations } from './support/axe.ts';
import { callAs, expect, signUpViaApi, test } from './support/test.ts';

/** What the page under test says of its browser's push service, which tests cannot reach. */
const endpoint = 'https://fcm.googleapis.com/fcm/send/e2e';
const p256dh = 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4';

test('push notifications are turned on, shown, and end with the session', async ({ page, site }) => {
  await page.context().grantPermissions(['notifications'], { origin: site.url });
  await page.addInitScript(
    ([address, key]) => {
      const subscription = {
        endpoint: address,
        unsubscribe: async () => true,
        toJSON: () => ({ endpoint: address, keys: { p256dh: key, auth: 'BTBZMqHH6r4Tts7J_aSIgg' } }),
      };
      const { prototype } = PushManager;
      Object.assign(prototype, {
        subscribe: async () => sessionStorage.setItem('subscribed', 'yes') ?? subscription,
        getSubscription: async () => (sessionStorage.getItem('subscribed') ? subscription : null),
      });
      // Chromium without a window has no one to ask.
      Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
      Notification.requestPermission = async () => 'granted';
    },
    [endpoint, p256dh] as const,
  );
  const ana = await signUpViaApi(page, site, 'ana');
  const stored = () =>
    callAs<{ data: { endpoint: string | null } }>(page, site, ana.token, 'GET', '/push').then(
      ({ data }) => data.endpoint,
    );
  await page.goto('/notifications');
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  const push = page.getByRole('switch', { name: 'Push notifications on this device' });

  await test.step('the switch registers a worker and tells the server', async () => {
    await expect(push).not.toBeChecked();
    await push.click();
    await expect(push).toBeChecked();
    await expect.poll(stored).toBe(endpoint);
    expect(await axeViolations(page)).toEqual([]);
  });

  await test.step('the worker shows what is pushed, the newest only', async () => {
    const client = await page.context().newCDPSession(page);
    const registered = new Promise<string>((resolve) => {
      client.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const found = registrations.find(({ scopeURL }) => scopeURL.endsWith('/push-worker.js'));
        if (found) resolve(found.registrationId);
      });
    });
    await client.send('ServiceWorker.enable');
    const registrationId = await registered;
    const texts = () =>
      page.evaluate(async () => {
        const registration = await navigator.serviceWorker.getRegistration('/push-worker.js');
        const shown = await registration?.getNotifications();
        return shown?.map(({ title, body, data }) => [title, body, data]);
      });
    for (const title of ['Inkling', '2 new notifications']) {
      const data = JSON.stringify({ title, body: 'Bo followed you.', link: '/notifications' });
      await client.send('ServiceWorker.deliverPushMessage', { origin: site.url, registrationId, data });
      await expect.poll(texts).toEqual([[title, 'Bo followed you.', '/notifications']]);
    }
  });

  await test.step('turning it off tells the server and removes the worker', async () => {
    await push.click();
    await expect(push).not.toBeChecked();
    await expect.poll(stored).toBeNull();
    const scopes = await page.evaluate(async () =>
      (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope),
    );
    expect(scopes).toEqual([]);
  });
});
