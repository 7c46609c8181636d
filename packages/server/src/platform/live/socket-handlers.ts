import { randomUUID } from 'node:crypto';
import { type Ack, type LiveEvent, liveLimits } from '@inkling/contract/live';
import { plainMessage } from '@inkling/contract/messages';
import type { z } from 'zod';
import { AppError } from '../app-error.ts';
import type { AppContext, Viewer } from '../context.ts';
import { budgetFor } from '../db/db.ts';
import { inRequest } from '../db/timeouts.ts';
import { failureOf } from '../http/error-handler.ts';
import type { Connection } from './connections.ts';

export type ClientEvent = LiveEvent<string, z.ZodObject, 'browser'>;

/** Where a connection listens: what is told to a room comes to all that are in it. */
export interface Rooms {
  enter(room: string): void;
  leave(room: string): void;
}

type SocketHandler = (ctx: AppContext, viewer: Viewer, said: unknown, rooms: Rooms) => Promise<void>;
/** What is heard of browsers, by name. A name that is none of these is nothing, whatever it is called. */
export type SocketHandlers = Map<string, SocketHandler>;

/**
 * Hears one event of the contract: who says it and whether it is well-formed is decided before the handler is
 * called; what they may hear is the handler's to decide, before it lets them into a room.
 */
export function on<E extends ClientEvent>(
  ears: SocketHandlers,
  { event, payload }: E,
  handler: (ctx: AppContext, viewer: Viewer, said: z.output<E['payload']>, rooms: Rooms) => Promise<void>,
): void {
  ears.set(event, async (ctx, viewer, said, rooms) => {
    const parsed = payload.safeParse(said, { error: plainMessage });
    if (!parsed.success)
      throw new AppError('BAD_INPUT', parsed.error.issues[0]?.message ?? 'Please check what you sent.');
    await handler(ctx, viewer, parsed.data as z.output<E['payload']>, rooms);
  });
}

/**
 * Listens to one connection: what is known, as often as its person may, one after the other. `whoNow` says who it
 * belongs to by now, and fails when its log-in is over.
 */
export function handleConnection(
  ctx: AppContext,
  connection: Connection,
  ears: SocketHandlers,
  whoNow: () => Promise<Viewer>,
): void {
  const rooms = roomsOf(connection);
  let turn = Promise.resolve();
  // Nothing goes further than this: no name that was made up reaches the emitter of events.
  connection.socket.use(([event, ...args]) => {
    const ear = ears.get(event);
    if (ear === undefined) return;
    const last = args.at(-1);
    const response: (heard: Ack) => void = typeof last === 'function' ? last : () => {};
    const refuse = (error: unknown) =>
      response(failureOf(error, ctx.log, `live-${randomUUID().slice(0, 18)}`));
    if (ctx.config.RATE_LIMIT && !connection.bucket.take()) {
      refuse(new AppError('TOO_MANY_REQUESTS', 'Too many requests.', { retryAfterSeconds: 1 }));
      return;
    }
    turn = turn
      .then(() => inRequest(budgetFor(ctx.db), async () => ear(ctx, await whoNow(), args[0], rooms)))
      .then(() => response({ success: true }), refuse);
  });
}

function roomsOf({ socket, rooms }: Connection): Rooms {
  return {
    enter(room) {
      // Who has gone meanwhile would stay in it for good.
      if (!socket.connected || rooms.has(room)) return;
      if (rooms.size >= liveLimits.roomsOfConnection) {
        throw new AppError('TOO_MANY_REQUESTS', 'This page follows too many topics at once.');
      }
      rooms.add(room);
      void socket.join(room);
    },
    leave(room) {
      if (rooms.delete(room)) void socket.leave(room);
    },
  };
}
