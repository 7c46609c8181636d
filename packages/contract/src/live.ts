import { z } from 'zod';
import type { Failure } from './errors.ts';

/**
 * The vocabulary of the live connection: what server and browser say to each other without being asked
 * (docs/product.md §1.11). What the server says is a hint, and may be lost; the calls have the truth.
 */
export interface LiveEvent<
  Name extends string = string,
  Payload extends z.ZodObject = z.ZodObject,
  By extends 'server' | 'browser' = 'server' | 'browser',
> {
  event: Name;
  /** Who says it. */
  by: By;
  payload: Payload;
}

/** Declares what the server says. */
export const serverEvent = <const Name extends string, Payload extends z.ZodObject>(
  event: Name,
  payload: Payload,
): LiveEvent<Name, Payload, 'server'> => ({ event, by: 'server', payload });

/** Declares what the browser says; the server acknowledges it with a `Heard`. */
export const clientEvent = <const Name extends string, Payload extends z.ZodObject>(
  event: Name,
  payload: Payload,
): LiveEvent<Name, Payload, 'browser'> => ({ event, by: 'browser', payload });

/** How the server acknowledges what a browser has said. */
export type Ack = { success: true } | (Failure & { retryAfterSeconds?: number });

/** Where the connection is made: by WebSocket alone, with the token in the handshake's `auth`. */
export const livePath = '/socket.io/';
/** The header in which a call names the connection of the page that makes it, which then hears nothing of what it did. */
export const connectionIdHeader = 'x-live-id';

export const liveLimits = {
  /** Bytes of one message. */
  message: 16 * 1024,
  connectionsOfPerson: 5,
  roomsOfConnection: 20,
};

/** The log-in of this connection counts no more; the connection ends. */
export const sessionEnded = serverEvent('session:ended', z.object({ code: z.literal('SIGN_IN_REQUIRED') }));
/** The server is stopping; the connection ends, and may be made anew once there is a server again. */
export const serverClosing = serverEvent('server:closing', z.object({}));
