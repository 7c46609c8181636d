import { findPushRegistration, pushWorker } from './push-registration.ts';

/** Whether this browser can be pushed to; `install`: once the site is on the Home Screen of an iPhone or iPad. */
export function pushSupport(): 'yes' | 'install' | 'no' {
  const isAble = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  // During development the worker is not built.
  if (isAble && window.isSecureContext && import.meta.env.PROD) return 'yes';
  return 'standalone' in navigator && navigator.standalone === false ? 'install' : 'no';
}

/** Whether the person allows notifications, and the address to which messages for this browser are sent. */
export async function readPushDevice(): Promise<{
  permission: NotificationPermission;
  endpoint: string | null;
}> {
  const subscription = await (await findPushRegistration())?.pushManager.getSubscription();
  return { permission: Notification.permission, endpoint: subscription?.endpoint ?? null };
}

/** Resolves when the worker of a new registration is active, or has failed. */
const settled = (installing: ServiceWorker): Promise<void> =>
  new Promise((resolve) => {
    installing.addEventListener('statechange', () => {
      if (installing.state === 'activated' || installing.state === 'redundant') resolve();
    });
  });

/**
 * Asks for permission and subscribes this browser; null if the person does not allow it. Must follow a click at once.
 * Throws if the browser's push service cannot be reached.
 */
export async function subscribeDevice(
  publicKey: string,
): Promise<{ endpoint: string; keys: { p256dh: string; auth: string } } | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  const options = { scope: pushWorker, updateViaCache: 'none' } as const;
  const { installing, active, pushManager } = await navigator.serviceWorker.register(pushWorker, options);
  if (installing !== null && active === null) await settled(installing);
  // One that was made with another key, or for another person, is of no use.
  await (await pushManager.getSubscription())?.unsubscribe();
  const subscription = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  });
  const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON();
  return { endpoint, keys: { p256dh, auth } };
}
