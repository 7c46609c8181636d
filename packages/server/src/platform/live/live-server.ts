import type { IncomingHttpHeaders } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { liveLimits, serverClosing } from '@inkling/contract/live';
import { Server as Engine, type Socket as EngineSocket } from 'engine.io';
import { Server, type Socket } from 'socket.io';
import { z } from 'zod';
import { requireNotSuspended, signInRequired } from '../access.ts';
import { AppError } from '../app-error.ts';
import type { AppContext, Authenticate, FilterActive, Viewer } from '../context.ts';
import { toFailure } from '../http/error-handler.ts';
import { onlyWebSockets, type Upgrade } from '../http/web-sockets.ts';
import { resolveViewer } from '../viewer-cache.ts';
import { tokenBucket } from './bucket.ts';
import type { LiveCluster } from './cluster.ts';
import { personRoom, type Transport } from './live-publisher.ts';
import { isOwnOrigin } from './origin.ts';
import { endSession, watchSessions } from './session-watch.ts';
import { type Connection, Connections, handleConnection, type SocketHandlers } from './socket-handlers.ts';

/** How long a connection may take to authenticate. */
const authenticationTimeoutMs = 10_000;
/** How long clients may take to disconnect after the server has announced that it stops. */
const closeTimeoutMs = 500;
/** How long clients may take to close a connection that the server has closed. */
const lingerMs = 2_000;
/** Packets of one connection, whatever their content; a connection that sends more is closed. */
const packetRate = { capacity: 60, perSecond: 20 };

const handshakeQuery = z.object({
  EIO: z.literal('4'),
  transport: z.literal('websocket'),
  sid: z.undefined().optional(),
});

/** Looks up the user of a token, and which of many tokens are still valid; provided by the module `account`. */
export interface SessionLookup {
  authenticate: Authenticate;
  filterActive: FilterActive;
}

export interface LiveServer {
  /** How many connections of signed-in people are open. */
  countConnections(): number;
  /** Throws if a request may not become a connection. */
  checkRequest(request: { headers: IncomingHttpHeaders; query: unknown }): void;
  handleUpgrade(upgrade: Upgrade): void;
  /** Connects to the other processes; called when the server listens, since it keeps the process running. */
  joinCluster(): void;
  /** Announces to all clients that the server stops, and closes their connections, by force after a moment. */
  close(): Promise<void>;
}

/**
 * Serves the live connections of this process: authentication, client events, and server events (`ctx.live`).
 * `requireOpen` throws while connections and client events are to be refused.
 */
export function liveServer(
  ctx: AppContext,
  sessions: SessionLookup,
  handlers: SocketHandlers,
  requireOpen: () => void = () => {},
): LiveServer {
  const engine = new Engine({
    transports: ['websocket'],
    allowUpgrades: false,
    maxHttpBufferSize: liveLimits.message,
  });
  const io = new Server({ serveClient: false, connectTimeout: authenticationTimeoutMs });
  let cluster: LiveCluster | null = null;
  io.bind(engine);
  const connections = new Connections();
  const watch = watchSessions(ctx, sessions.filterActive, connections);
  const openSockets = new Set<Upgrade['socket']>();
  const headersOf = new WeakMap<object, Upgrade['headers']>();
  let closing = false;

  engine.on('headers', (headers: object, request: object) => {
    Object.assign(headers, headersOf.get(request));
  });
  engine.on('connection', (connection: EngineSocket) => {
    closeFloods(ctx, connection);
    closeStalled(ctx, connection);
    destroyClosed(connection);
  });
  io.use(authenticateSocket(ctx, sessions, connections));

  io.on('connection', (socket) => {
    const viewer: Viewer = socket.data;
    // Several connections of one person may have been authenticated at the same moment.
    if (closing || connections.countOf(viewer.id) >= liveLimits.connectionsOfPerson) {
      socket.disconnect(true);
      return;
    }
    const connection = connections.add(socket, viewer);
    socket.on('disconnect', () => {
      connections.remove(connection);
      watch.changed();
    });
    watch.changed();
    void socket.join(personRoom(viewer.id));
    const viewerNow = () => {
      requireOpen();
      return currentViewer(ctx, sessions, connection);
    };
    handleConnection(ctx, connection, handlers, viewerNow, async () => cluster?.joined?.());
  });

  const deliver: Transport = (room, event, payload, except) => {
    io.local
      .to(room)
      .except([...except])
      .emit(event, payload);
  };
  // This process delivers by itself, so that its own pages depend on no connection to others.
  ctx.live.attachTransport((...event) => {
    deliver(...event);
    cluster
      ?.send(...event)
      .catch((error: unknown) =>
        ctx.log.warn({ err: error }, 'a live event could not be sent to other processes'),
      );
  });

  return {
    countConnections: () => connections.all.size,
    joinCluster() {
      cluster = ctx.live.cluster?.(ctx.log, io, deliver) ?? null;
    },
    checkRequest({ headers, query }) {
      // Engine.IO would refuse it too, but not with the contract's error format.
      if (!handshakeQuery.safeParse(query).success) throw new AppError('BAD_INPUT', onlyWebSockets);
      if (!isOwnOrigin(ctx.config, headers)) {
        throw new AppError('NOT_ALLOWED', 'Live connections are only available to this site’s own pages.');
      }
      if (closing) throw new AppError('UNAVAILABLE', 'The server is stopping.', { retryAfterSeconds: 2 });
    },
    handleUpgrade({ request, socket, head, headers }) {
      openSockets.add(socket);
      socket.on('close', () => openSockets.delete(socket));
      headersOf.set(request, headers);
      engine.handleUpgrade(request, socket, head);
    },
    async close() {
      closing = true;
      ctx.live.attachTransport(null);
      watch.stop();
      io.local.emit(serverClosing.event, {});
      // Closes the transport only, so that clients reconnect by themselves.
      for (const { conn } of io.of('/').sockets.values()) conn.close();
      await Promise.race([allClosed(openSockets), sleep(closeTimeoutMs)]);
      for (const socket of openSockets) socket.destroy();
      await io.close();
      await cluster?.close();
    },
  };
}

async function allClosed(sockets: Set<Upgrade['socket']>): Promise<void> {
  await Promise.all([...sockets].map((socket) => new Promise((resolve) => socket.once('close', resolve))));
}

/** Accepts a socket with a valid token. A refused one gets the error code and must open a new connection. */
function authenticateSocket(ctx: AppContext, sessions: SessionLookup, connections: Connections) {
  const attempted = new WeakSet<EngineSocket>();
  return (socket: Socket, next: (error?: Error) => void): void => {
    const { conn } = socket;
    if (attempted.has(conn)) return void conn.close(true);
    attempted.add(conn);
    findViewer(ctx, sessions, socket.handshake.auth.token, connections).then(
      (viewer) => {
        socket.data = viewer;
        next();
      },
      (error: unknown) => {
        const { message, ...data } = toFailure(error, ctx.log);
        next(Object.assign(new Error(message), { data }));
        setImmediate(() => conn.close());
      },
    );
  };
}

async function findViewer(
  ctx: AppContext,
  { authenticate }: SessionLookup,
  token: unknown,
  connections: Connections,
): Promise<Viewer> {
  if (typeof token !== 'string' || token === '') throw signInRequired();
  const viewer = await resolveViewer(ctx, authenticate, token);
  if (viewer === null) throw signInRequired();
  requireNotSuspended(viewer);
  if (connections.countOf(viewer.id) >= liveLimits.connectionsOfPerson) {
    throw new AppError(
      'TOO_MANY_REQUESTS',
      'You have too many connections open. Close some tabs and try again.',
      {
        retryAfterSeconds: 60,
      },
    );
  }
  return viewer;
}

/** The connection's current viewer, looked up for each event as for each call; ends the connection of an ended session. */
async function currentViewer(ctx: AppContext, { authenticate }: SessionLookup, connection: Connection) {
  const viewer = await resolveViewer(ctx, authenticate, connection.viewer.session.token);
  if (viewer === null) {
    endSession(connection);
    throw signInRequired();
  }
  requireNotSuspended(viewer);
  return viewer;
}

/** Closes a connection that sends faster than any page does, or sends binary data, which no page does. */
function closeFloods(ctx: AppContext, connection: EngineSocket): void {
  const bucket = tokenBucket(packetRate.capacity, packetRate.perSecond);
  connection.on('packet', ({ data }: { data?: unknown }) => {
    const tooFast = ctx.config.RATE_LIMIT && !bucket.take();
    if (!tooFast && (data === undefined || typeof data === 'string')) return;
    ctx.log.warn({ tooFast }, 'a live connection was closed because it sent too fast or sent binary data');
    cut(connection);
  });
}

/** Ends a connection at once, with everything that waits for it. */
function cut(connection: EngineSocket): void {
  connection.close(true);
  connection.request.socket.destroy();
}

/** Frees the socket of a closed connection whose client does not close it too, for which `ws` would wait 30 seconds. */
function destroyClosed(connection: EngineSocket): void {
  connection.once('close', () => {
    setTimeout(() => connection.request.socket.destroy(), lingerMs).unref();
  });
}

/**
 * Closes a connection that does not read what it is sent: its events would wait in memory for as long as it answers
 * pings, which it can do without reading.
 */
function closeStalled(ctx: AppContext, connection: EngineSocket): void {
  let waiting = 0;
  connection.on('packetCreate', ({ data }: { data?: string }) => {
    waiting += data?.length ?? 0;
    if (waiting <= liveLimits.unread) return;
    ctx.log.info('a live connection was closed because it did not read what it was sent');
    cut(connection);
  });
  // Engine.IO hands over what waits once all that it handed over before was sent.
  connection.on('flush', () => {
    waiting = 0;
  });
}
