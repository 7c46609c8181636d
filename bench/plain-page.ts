import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const assets = join(import.meta.dirname, '../packages/web/build/client/assets');

export interface PlainPage {
  url: string;
  stop: () => Promise<void>;
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Serves a text as one HTML page without scripts and with the site's style sheet: the least that its opening costs. */
export async function servePlainPage(text: string): Promise<PlainPage> {
  const sheet = readdirSync(assets).find((name) => /^style-.*\.css$/.test(name)) ?? '';
  const lines = text.split('\n').map((line) => `<p>${escaped(line)}</p>`);
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>A chapter</title><link rel="stylesheet" href="/style.css"><body class="reading-screen" data-reading-size="md"><main class="mx-auto max-w-(--measure) px-4 pt-8"><div class="chapter-text">${lines.join('')}</div></main></body></html>`;
  const [page, style] = [gzipSync(html), gzipSync(readFileSync(join(assets, sheet)))];
  const server = createServer(({ url }, response) => {
    const [type, body] = url === '/style.css' ? ['text/css', style] : ['text/html; charset=utf-8', page];
    response.writeHead(url === '/style.css' || url === '/' ? 200 : 404, {
      'content-type': type,
      'content-encoding': 'gzip',
    });
    response.end(body);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}/`,
    stop: () =>
      new Promise((stopped) => {
        server.close(() => stopped());
        server.closeAllConnections();
      }),
  };
}
