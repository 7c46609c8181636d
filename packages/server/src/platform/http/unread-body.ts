import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** What is left of a body up to this size is read and dropped, so that the connection can be used again. */
const maxDroppedBytes = 64 * 1024;
/** How long (ms) a client may take to read the response and close, before the rest of its body is read instead. */
const graceMs = 500;
/** Some clients read no response before they have sent their whole body: bytes, and ms, that they may have for it. */
const maxLateBytes = 8 * 1024 * 1024;
const maxLateMs = 5_000;

function isLargelyUnread({ complete, headers }: IncomingMessage): boolean {
  if (complete) return false;
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > maxDroppedBytes;
}

/**
 * Closes a connection whose body was refused. Node would either read the body to its end, or close at once: then the
 * client's system may throw the response away, unread, because what the client has sent was not taken.
 */
function closeSlowly(request: IncomingMessage, socket: Socket): void {
  const resume = request.resume.bind(request);
  socket.pause();
  // Node reads on when the response is finished; and it closes by `destroySoon`.
  request.resume = () => request;
  socket.destroySoon = () => {
    socket.end();
    let timer = setTimeout(() => {
      let bytes = 0;
      request.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > maxLateBytes) socket.destroy();
      });
      request.on('end', () => socket.destroy());
      // The client has gone.
      socket.on('end', () => socket.destroy());
      timer = setTimeout(() => socket.destroy(), maxLateMs);
      // Of a body that was to be read elsewhere.
      request.unpipe();
      socket.resume();
      resume();
    }, graceMs);
    socket.on('close', () => clearTimeout(timer));
  };
}

/** Sees to requests that are answered before their body is read: see `closeSlowly`. */
export function handleUnreadBodies(http: FastifyInstance): void {
  http.addHook('onSend', (request, reply, payload, done) => {
    const { raw } = request;
    if (raw.socket instanceof Socket && isLargelyUnread(raw)) {
      reply.header('connection', 'close');
      closeSlowly(raw, raw.socket);
    }
    done(null, payload);
  });
}
