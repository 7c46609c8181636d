import type { Page, Request } from '@playwright/test';

/** Records the requests that a page makes from now on, as `script GET /assets/main.js`. */
export function recordRequests(page: Page): string[] {
  const requests: string[] = [];
  const nameOf = (request: Request) =>
    `${request.resourceType()} ${request.method()} ${new URL(request.url()).pathname}`;
  page.on('request', (request) => {
    if (!request.url().startsWith('data:')) requests.push(nameOf(request));
  });
  // On a slow machine the server may be busy; a page then asks again, as it should.
  page.on('response', (response) => {
    if (response.status() === 503) requests.splice(requests.indexOf(nameOf(response.request())), 1);
  });
  page.on('websocket', (socket) => requests.push(`websocket GET ${new URL(socket.url()).pathname}`));
  return requests;
}
