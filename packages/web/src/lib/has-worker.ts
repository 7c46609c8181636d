/** Whether a service worker controls this page, which one does only where stories are kept offline. */
export const hasWorker = (): boolean => Boolean(navigator.serviceWorker?.controller);
