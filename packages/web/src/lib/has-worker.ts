/** Whether the service worker of browsers that keep stories offline controls this page. */
export const hasWorker = (): boolean =>
  navigator.serviceWorker?.controller?.scriptURL.endsWith('/sw.js') === true;
