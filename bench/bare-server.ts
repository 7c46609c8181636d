import { readFileSync } from 'node:fs';
import Fastify from 'fastify';
import type { KeptAnswer } from './targets.ts';

// Answers what Inkling answered, from memory: `bare-server.ts <file of answers> <port>`.
const [file = '', port] = process.argv.slice(2);
const answers: KeptAnswer[] = JSON.parse(readFileSync(file, 'utf8'));
const http = Fastify({ logger: false });

for (const { method, path, type, body } of answers) {
  const url = path.split('?')[0] ?? path;
  if (http.hasRoute({ method, url })) continue;
  const bytes = Buffer.from(body);
  http.route({ method, url, handler: (_request, reply) => reply.header('content-type', type).send(bytes) });
}
await http.listen({ port: Number(port), host: '127.0.0.1' });
