import { readFileSync } from 'node:fs';
import Fastify from 'fastify';
import { answerName, type KeptAnswer } from './kept-answer.ts';

// Answers what Inkling answered, from memory and compressed as Inkling did: `bare-server.ts <file of answers> <port>`.
const [file = '', port] = process.argv.slice(2);
const answers: KeptAnswer[] = JSON.parse(readFileSync(file, 'utf8'));
const http = Fastify({ logger: false });

const named = new Map(
  answers.map((answer) => [
    answerName(answer.method, answer.path, answer.encoding !== ''),
    { ...answer, bytes: Buffer.from(answer.body, 'base64') },
  ]),
);

for (const { method, path } of answers) {
  const url = path.split('?')[0] ?? path;
  if (http.hasRoute({ method, url })) continue;
  const plain = named.get(answerName(method, path, false));
  const compressed = named.get(answerName(method, path, true));
  http.route({
    method,
    url,
    handler: (request, reply) => {
      const answer = request.headers['accept-encoding'] === undefined ? plain : (compressed ?? plain);
      if (answer?.encoding) reply.header('content-encoding', answer.encoding);
      return reply.header('content-type', answer?.type).send(answer?.bytes);
    },
  });
}
await http.listen({ port: Number(port), host: '127.0.0.1' });
