import type { FastifyInstance } from 'fastify';
import { createApp } from '../app.ts';
import { builtPages } from '../pages/built-pages.ts';

import { type RawResponse, rawGet } from './raw-http.ts';
import type { TestApp } from './test-app.ts';

export interface ListeningPages {
  http: FastifyInstance;
  url: string;
  get(target: string, headers?: Record<string, string>): Promise<RawResponse>;
  close(): Promise<void>;
}

/** The test's application with the built pages, on its own port. */
export async function listeningPages(site: TestApp): Promise<ListeningPages> {
  const { http, close } = await createApp(site.ctx, builtPages);
  await http.listen({ port: 0, host: '127.0.0.1' });
  const address = http.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const url = `http://127.0.0.1:${port}`;
  return { http, url, get: (target, headers) => rawGet(url, target, headers), close };
}
