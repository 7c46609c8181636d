/** The script of the worker that shows push messages, and the scope of its registration, which contains no page. */
export const pushWorker = '/push-worker.js';

export async function findPushRegistration(): Promise<ServiceWorkerRegistration | undefined> {
  const registration = await navigator.serviceWorker?.getRegistration(pushWorker);
  // The worker that keeps stories offline is found too, since its scope is the whole site.
  return registration?.scope.endsWith(pushWorker) ? registration : undefined;
}

/** Ends the subscription of this browser, even if the server cannot be reached. */
export async function unsubscribeDevice(): Promise<void> {
  await (await findPushRegistration())?.unregister();
}
