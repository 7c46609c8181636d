import { readFileSync } from 'node:fs';
import Fastify from 'fastify';
import { type CachedResponse, responseName } from './cached-response.ts';

// Serves Inkling's recorded responses from memory, already compressed: `bare-server.ts <responses file> <port>`.
const [file = '', port] = process.argv.slice(2);
const responses: CachedResponse[] = JSON.parse(readFileSync(file, 'utf8'));
const http = Fastify({ logger: false });

const byName = new Map(
  responses.map((response) => [
    responseName(response.method, response.path, response.encoding !== ''),
    { ...response, bytes: Buffer.from(response.body, 'base64') },
  ]),
);

for (const { method, path } of responses) {
  const url = path.split('?')[0] ?? path;
  if (http.hasRoute({ method, url })) continue;
  const plain = byName.get(responseName(method, path, false));
  const compressed = byName.get(responseName(method, path, true));
  http.route({
    method,
    url,
    handler: (request, reply) => {
      const response = request.headers['accept-encoding'] === undefined ? plain : (compressed ?? plain);
      if (response?.encoding) reply.header('content-encoding', response.encoding);
      return reply.header('content-type', response?.type).send(response?.bytes);
    },
  });
}
await http.listen({ port: Number(port), host: '127.0.0.1' });
