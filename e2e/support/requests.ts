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

/** Leaves out script imports that came from the cache, because lib/part-scripts.ts had fetched them. */
export async function withoutCached(page: Page, requests: string[]): Promise<string[]> {
  const cached = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((entry) => 'deliveryType' in entry && entry.deliveryType === 'cache')
      .map(({ name }) => `script GET ${new URL(name).pathname}`),
  );
  return requests.filter((request) => !cached.includes(request));
}
