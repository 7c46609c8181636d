import { type Ack, type LiveEvent, liveLimits } from '@inkling/contract/live';
import { plainMessage } from '@inkling/contract/messages';
import type { Socket } from 'socket.io';
import type { z } from 'zod';
import { AppError } from '../app-error.ts';
import type { AppContext, Viewer } from '../context.ts';
import { budgetFor } from '../db/db.ts';
import { inRequest } from '../db/timeouts.ts';
import { acquireWriteSlot } from '../http/concurrency-limit.ts';
import { toFailure } from '../http/error-handler.ts';
import { type Bucket, tokenBucket } from './bucket.ts';

/** How many events one person may send over all their connections. */
const eventRate = { capacity: 20, perSecond: 5 };

/** One connection of a signed-in person. */
export interface Connection {
  socket: Socket;
  viewer: Viewer;
  /** SHA-256 of the session's token, in hexadecimal. */
  tokenHash: string;
  /** Its rooms, and what to do when it leaves them, also by closing. */
  rooms: Map<string, (() => void) | undefined>;
  /** Limits the person's events; shared by all their connections. */
  bucket: Bucket;
}

/** The connections of this process. */
export class Connections {
  readonly all = new Set<Connection>();
  readonly #byPerson = new Map<string, Set<Connection>>();

  countOf(personId: string): number {
    return this.#byPerson.get(personId)?.size ?? 0;
  }

  add(socket: Socket, viewer: Viewer): Connection {
    const theirs = this.#byPerson.get(viewer.id) ?? new Set();
    const [other] = theirs;
    const bucket = other?.bucket ?? tokenBucket(eventRate.capacity, eventRate.perSecond);
    const tokenHash = viewer.session.tokenHash.toString('hex');
    const connection: Connection = { socket, viewer, tokenHash, rooms: new Map(), bucket };
    this.all.add(connection);
    this.#byPerson.set(viewer.id, theirs.add(connection));
    return connection;
  }

  remove(connection: Connection): void {
    this.all.delete(connection);
    const leaving = [...connection.rooms.values()];
    connection.rooms.clear();
    for (const onLeave of leaving) onLeave?.();
    const theirs = this.#byPerson.get(connection.viewer.id);
    theirs?.delete(connection);
    if (theirs?.size === 0) this.#byPerson.delete(connection.viewer.id);
  }
}

export type ClientEvent = LiveEvent<string, z.ZodType, 'browser'>;

/** The rooms of a connection: an event published to a room reaches all connections in it. */
export interface Rooms {
  /** False if the connection was closed, or is in the room already; `onLeave` is then not used. */
  enter(room: string, onLeave?: () => void): boolean;
  leave(room: string): void;
  has(room: string): boolean;
  /** Whether it is in a room whose name begins like this. */
  hasAny(beginning: string): boolean;
}

type SocketHandler = (ctx: AppContext, viewer: Viewer, input: unknown, rooms: Rooms) => Promise<unknown>;
/** Handlers of client events by name. Events with other names are ignored; a Map is safe from names like `constructor`. */
export type SocketHandlers = Map<string, SocketHandler>;

function parseInput<E extends ClientEvent>({ payload }: E, input: unknown): z.output<E['payload']> {
  const parsed = payload.safeParse(input, { error: plainMessage });
  if (parsed.success) return parsed.data as z.output<E['payload']>;
  throw new AppError('BAD_INPUT', parsed.error.issues[0]?.message ?? 'Please check what you sent.');
}

/**
 * Registers the handler of a client event. The sender is authenticated and the input validated before the call; the
 * handler must check access itself before it adds the connection to a room. What it resolves to is the `data` of the
 * acknowledgement.
 */
export function on<E extends ClientEvent>(
  handlers: SocketHandlers,
  event: E,
  handler: (ctx: AppContext, viewer: Viewer, input: z.output<E['payload']>, rooms: Rooms) => Promise<unknown>,
): void {
  handlers.set(event.event, async (ctx, viewer, input, rooms) => {
    const parsed = parseInput(event, input);
    // The connections of one person together hold no more of the database than their calls.
    const release = await acquireWriteSlot(viewer.id);
    try {
      return await handler(ctx, viewer, parsed, rooms);
    } finally {
      release();
    }
  });
}

/** Registers the handler of an event that leaves rooms, which does not wait for the person's writes. */
export function onLeave<E extends ClientEvent>(
  handlers: SocketHandlers,
  event: E,
  leave: (rooms: Rooms, input: z.output<E['payload']>, viewer: Viewer) => void,
): void {
  handlers.set(event.event, async (_ctx, viewer, input, rooms) =>
    leave(rooms, parseInput(event, input), viewer),
  );
}

/**
 * Handles the events of one connection one after the other, within the person's rate limit. `currentViewer` returns
 * the connection's user, and throws if the session has ended. `joined` resolves once events for the rooms that the
 * connection has entered reach this process, so that a page that then asks for their content misses nothing.
 */
export function handleConnection(
  ctx: AppContext,
  connection: Connection,
  handlers: SocketHandlers,
  currentViewer: () => Promise<Viewer>,
  joined: () => Promise<void>,
): void {
  const rooms = roomsOf(connection);
  // The page knows what it has done itself, as with calls.
  const own = { ...ctx, live: ctx.live.except(connection.socket.id) };
  let queue = Promise.resolve();
  // `next` is never called, so that no client-chosen event name reaches the EventEmitter.
  connection.socket.use(([event, ...args]) => {
    const handler = handlers.get(event);
    if (handler === undefined) return;
    const last = args.at(-1);
    const acknowledge: (ack: Ack) => void = typeof last === 'function' ? last : () => {};
    const refuse = (error: unknown) => acknowledge(toFailure(error, ctx.log));
    if (ctx.config.RATE_LIMIT && !connection.bucket.take()) {
      refuse(
        new AppError('TOO_MANY_REQUESTS', 'Too many requests. Please try again in a second.', {
          retryAfterSeconds: 1,
        }),
      );
      return;
    }
    queue = queue
      .then(() =>
        inRequest(budgetFor(ctx.db), async () => {
          const data = await handler(own, await currentViewer(), args[0], rooms);
          await joined();
          return data;
        }),
      )
      .then((data) => acknowledge({ success: true, ...(data !== undefined && { data }) }), refuse);
  });
}

function roomsOf({ socket, rooms }: Connection): Rooms {
  return {
    enter(room, onLeave) {
      // A connection that was closed in the meantime would stay in the room forever.
      if (!socket.connected || rooms.has(room)) return false;
      if (rooms.size >= liveLimits.roomsOfConnection) {
        throw new AppError(
          'TOO_MANY_REQUESTS',
          'This page has joined too many rooms. Close some parts of it, then try again.',
        );
      }
      rooms.set(room, onLeave);
      void socket.join(room);
      return true;
    },
    leave(room) {
      const onLeave = rooms.get(room);
      if (!rooms.delete(room)) return;
      void socket.leave(room);
      onLeave?.();
    },
    has: (room) => rooms.has(room),
    hasAny: (beginning) => [...rooms.keys()].some((room) => room.startsWith(beginning)),
  };
}
