import type { Page, Request } from '@playwright/test';

/** Records the requests that a page makes from now on, as `script GET /assets/main.js`. */
export function recordRequests(page: Page): string[] {
  const requests: string[] = [];
  const nameOf = (request: Request) => {
    const { pathname, searchParams } = new URL(request.url());
    // The quests of a day, a week and a month are asked for by three requests, which differ in their bodies.
    const body = pathname.endsWith('/quests/auto-assign') ? ` ${request.postData()}` : '';
    // The hub of communities asks for one's own as well.
    const own = searchParams.has('mine') ? ' mine' : '';
    return `${request.resourceType()} ${request.method()} ${pathname}${own}${body}`;
  };
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
