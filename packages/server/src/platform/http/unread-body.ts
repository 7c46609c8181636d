import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** The rest of a body up to this size is read and discarded, so that the connection can be reused. */
const maxDiscardedBytes = 64 * 1024;
/** How long (ms) a client may take to read the response and close, before the rest of its body is read. */
const graceMs = 500;
/** Some clients read the response only after they have sent their whole body; these limit how much is read for them. */
const maxLateBytes = 8 * 1024 * 1024;
const maxLateMs = 5_000;

function isLargelyUnread({ complete, headers }: IncomingMessage): boolean {
  if (complete) return false;
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > maxDiscardedBytes;
}

/**
 * Closes a connection whose body was refused. Node would either read the whole body or close at once. A close with
 * unread data resets the connection, and the client may lose the response.
 */
function closeSlowly(request: IncomingMessage, socket: Socket): void {
  const resume = request.resume.bind(request);
  socket.pause();
  // Node resumes the request when the response is finished, and closes with `destroySoon`; both are overridden.
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
      // The client closed its side.
      socket.on('end', () => socket.destroy());
      timer = setTimeout(() => socket.destroy(), maxLateMs);
      // Something else may have been reading the body.
      request.unpipe();
      socket.resume();
      resume();
    }, graceMs);
    socket.on('close', () => clearTimeout(timer));
  };
}

/** Handles responses that are sent before the request's body was read: see `closeSlowly`. */
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
