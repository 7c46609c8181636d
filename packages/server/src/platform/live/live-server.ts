import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { liveLimits, serverClosing } from '@inkling/contract/live';
import { Server as Engine, type Socket as Line } from 'engine.io';
import { Server, type Socket } from 'socket.io';
import { z } from 'zod';
import { AppError } from '../app-error.ts';
import type { AppContext, Authenticate, FilterActive } from '../context.ts';
import { failureOf } from '../http/error-handler.ts';
import { onlyWebSockets, type Upgrade } from '../http/web-sockets.ts';
import { resolveViewer } from '../viewer-cache.ts';
import { tokenBucket } from './bucket.ts';
import { type Connection, Connections } from './connections.ts';
import { isOwnOrigin } from './origin.ts';
import { endSession, watchSessions } from './session-watch.ts';
import { handleConnection, type SocketHandlers } from './socket-handlers.ts';

/** How long a connection may take to say who it is. */
const maxSilenceMs = 10_000;
/** How long those that are told of the end may take to hang up. */
const maxGoodbyeMs = 500;
/** Packets of one connection, whatever is in them; who sends more is cut off. */
const packets = { atOnce: 60, aSecond: 20 };

const firstRequest = z.object({
  EIO: z.literal('4'),
  transport: z.literal('websocket'),
  sid: z.undefined().optional(),
});

/** Who a token belongs to, and which of many tokens still count; the capability `account` knows both. */
export interface SessionLookup {
  authenticate: Authenticate;
  filterActive: FilterActive;
}

export interface LiveServer {
  /** Refuses, by throwing, what may not become a connection. */
  check(request: { headers: IncomingHttpHeaders; query: unknown }): void;
  take(upgrade: Upgrade): void;
  /** Tells everybody that the server stops, and lets go of them; whoever is silent is cut off. */
  close(): Promise<void>;
}

/** The live connections of this process: whose they are, what they say, and what is told to them (`ctx.live`). */
export function liveServer(ctx: AppContext, sessions: SessionLookup, ears: SocketHandlers): LiveServer {
  const engine = new Engine({
    transports: ['websocket'],
    allowUpgrades: false,
    maxHttpBufferSize: liveLimits.message,
  });
  const io = new Server({ serveClient: false, connectTimeout: maxSilenceMs });
  io.bind(engine);
  const connections = new Connections();
  const watch = watchSessions(ctx, sessions.filterActive, connections);
  const lines = new Set<Upgrade['socket']>();
  const headersOf = new WeakMap<object, Upgrade['headers']>();
  let closing = false;

  engine.on('headers', (headers: object, request: object) => {
    Object.assign(headers, headersOf.get(request));
  });
  engine.on('connection', (line: Line) => cutOffFloods(ctx, line));
  io.use(letIn(ctx, sessions, connections));

  io.on('connection', (socket) => {
    const { viewer, token, tokenHash } = socket.data as Caller;
    // Several of one person may have been let in at one moment.
    if (closing || connections.countOf(viewer.id) >= liveLimits.connectionsOfPerson) {
      socket.disconnect(true);
      return;
    }
    const connection = connections.add(socket, { viewer, token, tokenHash });
    socket.on('disconnect', () => {
      connections.remove(connection);
      watch.changed();
    });
    watch.changed();
    handleConnection(ctx, connection, ears, () => whoNow(ctx, sessions, connection));
  });

  ctx.live.attachTransport((room, event, payload, butNot) => {
    io.to(room)
      .except(butNot ?? [])
      .emit(event, payload);
  });

  return {
    check({ headers, query }) {
      // Engine.IO would refuse the rest itself, but in no words of ours.
      if (!firstRequest.safeParse(query).success) throw new AppError('BAD_INPUT', onlyWebSockets);
      if (!isOwnOrigin(ctx.config, headers)) {
        throw new AppError('NOT_ALLOWED', 'Live connections are only available to this site’s own pages.');
      }
      if (closing) throw new AppError('UNAVAILABLE', 'The server is stopping.', { retryAfterSeconds: 2 });
    },
    take({ request, socket, head, headers }) {
      lines.add(socket);
      socket.on('close', () => lines.delete(socket));
      headersOf.set(request, headers);
      engine.handleUpgrade(request, socket, head);
    },
    async close() {
      closing = true;
      ctx.live.attachTransport(null);
      watch.stop();
      io.emit(serverClosing.event, {});
      // The connection ends, and not the log-in: clients come back by themselves.
      for (const { conn } of io.of('/').sockets.values()) conn.close();
      await Promise.race([allGone(lines), sleep(maxGoodbyeMs)]);
      for (const line of lines) line.destroy();
      await io.close();
    },
  };
}

type Caller = Pick<Connection, 'viewer' | 'token' | 'tokenHash'>;

async function allGone(lines: Set<Upgrade['socket']>): Promise<void> {
  await Promise.all([...lines].map((line) => new Promise((resolve) => line.once('close', resolve))));
}

/** Lets in who has a token that counts; who is refused is told the code, and has to come again. */
function letIn(ctx: AppContext, sessions: SessionLookup, connections: Connections) {
  const tried = new WeakSet<Line>();
  return (socket: Socket, next: (error?: Error) => void): void => {
    const { conn } = socket;
    if (tried.has(conn)) return void conn.close(true);
    tried.add(conn);
    caller(ctx, sessions, socket.handshake.auth.token, connections).then(
      (found) => {
        socket.data = found;
        next();
      },
      (error: unknown) => {
        const { message, ...data } = failureOf(error, ctx.log, `live-${randomUUID().slice(0, 18)}`);
        next(Object.assign(new Error(message), { data }));
        setImmediate(() => conn.close());
      },
    );
  };
}

const signInFirst = () => new AppError('SIGN_IN_REQUIRED', 'Please sign in to do this.');

async function caller(
  ctx: AppContext,
  { authenticate }: SessionLookup,
  token: unknown,
  connections: Connections,
): Promise<Caller> {
  if (typeof token !== 'string' || token === '') throw signInFirst();
  const found = await resolveViewer(ctx, token, () => authenticate(ctx, token));
  if (found === null) throw signInFirst();
  if (connections.countOf(found.viewer.id) >= liveLimits.connectionsOfPerson) {
    throw new AppError(
      'TOO_MANY_REQUESTS',
      'You have too many connections open. Close some tabs and try again.',
      {
        retryAfterSeconds: 60,
      },
    );
  }
  return { viewer: found.viewer, token, tokenHash: found.tokenHash.toString('hex') };
}

/** Whose connection this is by now, as for every call; a log-in that is over ends it. */
async function whoNow(ctx: AppContext, { authenticate }: SessionLookup, connection: Connection) {
  const { token } = connection;
  const found = await resolveViewer(ctx, token, () => authenticate(ctx, token));
  if (found === null) {
    endSession(connection);
    throw signInFirst();
  }
  return found.viewer;
}

/** Cuts a connection off that sends faster than any page does, or what no page sends. */
function cutOffFloods(ctx: AppContext, line: Line): void {
  const bucket = tokenBucket(packets.atOnce, packets.aSecond);
  line.on('packet', ({ data }: { data?: unknown }) => {
    const tooFast = ctx.config.RATE_LIMIT && !bucket.take();
    if (!tooFast && (data === undefined || typeof data === 'string')) return;
    ctx.log.warn({ tooFast }, 'a live connection was cut off');
    line.close(true);
    line.request.socket.destroy();
  });
}
