import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

export interface PlainPage {
  url: string;
  stop: () => Promise<void>;
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Serves a text as one HTML page without scripts and with the style sheet of the site at `url`: the least that its opening costs. */
export async function servePlainPage(text: string, url: string): Promise<PlainPage> {
  const terms = await (await fetch(`${url}/terms`)).text();
  const [style = ''] = /<style>[\s\S]*?<\/style>/.exec(terms) ?? [];
  const lines = text.split('\n').map((line) => `<p>${escaped(line)}</p>`);
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>A chapter</title>${style}<body class="reading-screen" data-reading-size="md"><main class="mx-auto max-w-(--measure) px-4 pt-8"><div class="chapter-text">${lines.join('')}</div></main></body></html>`;
  const page = gzipSync(html);
  const server = createServer((request, response) => {
    response.writeHead(request.url === '/' ? 200 : 404, {
      'content-type': 'text/html; charset=utf-8',
      'content-encoding': 'gzip',
    });
    response.end(page);
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
