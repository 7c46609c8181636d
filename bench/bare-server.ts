import { readFileSync } from 'node:fs';
import Fastify from 'fastify';
import type { CachedResponse } from './cached-response.ts';

// Serves Inkling's recorded responses from memory, already compressed: `bare-server.ts <responses file> <port>`.
const [file = '', port] = process.argv.slice(2);
const responses: CachedResponse[] = JSON.parse(readFileSync(file, 'utf8'));
const http = Fastify({ logger: false });

type Recorded = CachedResponse & { bytes: Buffer };

/** What a path sends: the response of its query, or that of its first query for one that was not recorded. */
const byPath = new Map<string, Map<string, { plain?: Recorded; compressed?: Recorded }>>();

for (const response of responses) {
  const url = `${response.method} ${response.path.split('?')[0]}`;
  const queries = byPath.get(url) ?? new Map();
  byPath.set(url, queries);
  const both = queries.get(response.path) ?? {};
  queries.set(response.path, both);
  both[response.encoding === '' ? 'plain' : 'compressed'] = {
    ...response,
    bytes: Buffer.from(response.body, 'base64'),
  };
}

for (const [name, queries] of byPath) {
  const [method = 'GET', url = '/'] = name.split(' ') as ['GET' | 'POST', string];
  const [first] = queries.values();
  http.route({
    method,
    url,
    handler: (request, reply) => {
      const { plain, compressed } = (queries.size > 1 ? queries.get(request.url) : undefined) ?? first ?? {};
      const response = request.headers['accept-encoding'] === undefined ? plain : (compressed ?? plain);
      if (response?.encoding) reply.header('content-encoding', response.encoding);
      return reply.header('content-type', response?.type).send(response?.bytes);
    },
  });
}
await http.listen({ port: Number(port), host: '127.0.0.1' });
