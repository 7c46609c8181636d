import { expect, test } from 'vitest';
import { listeningPages } from '../../testing/listening-pages.ts';
import { rawExchange } from '../../testing/raw-http.ts';
import { testApp } from '../../testing/test-app.ts';

const site = testApp();

test('a connection that pipelines many requests is closed after at most 16 responses [R63]', async () => {
  const pages = await listeningPages(site);
  let received = 0;
  pages.http.server.on('request', () => {
    received += 1;
  });
  const statuses: number[] = [];
  pages.http.server.prependListener('request', (_request, response) => {
    response.once('finish', () => statuses.push(response.statusCode));
  });
  try {
    const request = 'GET /livez HTTP/1.1\r\nhost: x\r\n\r\n';
    await rawExchange(pages.url, request.repeat(1000));
    expect(received).toBeGreaterThan(16);
    expect(statuses.length).toBeLessThanOrEqual(16);
    // A few pipelined requests are served, as HTTP/1.1 allows.
    const few = await rawExchange(
      pages.url,
      `${request.repeat(9)}GET /livez HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`,
    );
    expect(few.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(10);
  } finally {
    await pages.close();
  }
});
