import { readFileSync } from 'node:fs';
import Fastify from 'fastify';

/** A recorded response of Inkling; the body is Base64. */
export interface Recorded {
  method: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
  body: string;
}

// Sends recorded responses from memory, as they were compressed: `bare-server.ts <file> <port>`.
const [file = '', port] = process.argv.slice(2);
const recorded: Recorded[] = JSON.parse(readFileSync(file, 'utf8'));
const http = Fastify({ logger: false });

/** By method and path; the query does not matter. */
const responses = new Map(recorded.map((one) => [`${one.method} ${one.path.split('?')[0]}`, one]));
for (const { method, path, headers, body } of responses.values()) {
  const bytes = Buffer.from(body, 'base64');
  http.route({
    method,
    url: path.split('?')[0] ?? '/',
    handler: (_, reply) => reply.headers(headers).send(bytes),
  });
}
await http.listen({ port: Number(port), host: '127.0.0.1' });
