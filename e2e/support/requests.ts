import type { Page } from '@playwright/test';

/** Records the requests that a page makes from now on, as `script GET /assets/main.js`. */
export function recordRequests(page: Page): string[] {
  const requests: string[] = [];
  page.on('request', (request) => {
    const { protocol, pathname } = new URL(request.url());
    if (protocol !== 'data:') requests.push(`${request.resourceType()} ${request.method()} ${pathname}`);
  });
  page.on('websocket', (socket) => requests.push(`websocket GET ${new URL(socket.url()).pathname}`));
  return requests;
}
