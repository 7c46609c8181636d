import { createServer } from 'node:net';
import { onTestFinished } from 'vitest';

/** One message of PostgreSQL's protocol: a letter, its length, its content. */
function message(letter: string, ...content: (string | number[])[]): Buffer {
  const body = Buffer.concat(content.map((part) => Buffer.from(part as string)));
  const head = Buffer.alloc(5);
  head.write(letter);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

const ready = message('Z', 'I');
const authenticationOk = Buffer.concat([message('R', [0, 0, 0, 0]), ready]);

/** The response to `show server_version_num`. */
const version = (number: string): Buffer =>
  Buffer.concat([
    message(
      'T',
      [0, 1],
      'server_version_num\0',
      [0, 0, 0, 0, 0, 0],
      [0, 0, 0, 25, 255, 255, 255, 255, 255, 255, 0, 0],
    ),
    message('D', [0, 1], [0, 0, 0, number.length], number),
    message('C', 'SHOW\0'),
    ready,
  ]);

/** Starts a fake PostgreSQL server that answers each client's first message, then all others; returns its port. */
function startFake(first: Buffer, others: Buffer): Promise<number> {
  const server = createServer((socket) => {
    let isFirst = true;
    socket.on('error', () => {});
    socket.on('data', () => {
      socket.write(isFirst ? first : others);
      isFirst = false;
    });
  });
  onTestFinished(() => {
    server.close();
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
}

/** A fake PostgreSQL server of another version. */
export const postgresOfVersion = (number: string): Promise<number> =>
  startFake(authenticationOk, version(number));

/** A fake connection pooler that refuses every connection with this message. */
export function poolerThatSays(text: string): Promise<number> {
  const refusal = message('E', 'SFATAL\0', 'C08P01\0', `M${text}\0`, '\0');
  return startFake(refusal, refusal);
}
