import { z } from 'zod';
import type { Failure } from './errors.ts';

/**
 * The events of the live connection (docs/product/live.md). An event from the server is only a notification and may be lost;
 * calls return the actual state.
 */
export interface LiveEvent<
  Name extends string = string,
  Payload extends z.ZodType = z.ZodType,
  By extends 'server' | 'browser' = 'server' | 'browser',
> {
  event: Name;
  /** The sender. */
  by: By;
  payload: Payload;
}

/** Declares an event that the server sends. */
export const serverEvent = <const Name extends string, Payload extends z.ZodObject>(
  event: Name,
  payload: Payload,
): LiveEvent<Name, Payload, 'server'> => ({ event, by: 'server', payload });

/** Declares an event that the browser sends; the server acknowledges it with an `Ack`. */
export const clientEvent = <const Name extends string, Payload extends z.ZodType>(
  event: Name,
  payload: Payload,
): LiveEvent<Name, Payload, 'browser'> => ({ event, by: 'browser', payload });

/** The server's acknowledgement of a browser event; `data` is what the event's declaration says, if anything. */
export type Ack<Data = unknown> = { success: true; data?: Data } | (Failure & { retryAfterSeconds?: number });

/** The path of the live connection. It uses only WebSocket, with the token in the handshake's `auth`. */
export const livePath = '/socket.io/';
/** The header with the live connection id of the calling page, which then gets no events about its own call. */
export const connectionIdHeader = 'x-live-id';

export const liveLimits = {
  /** The maximum bytes of a message. */
  message: 16 * 1024,
  connectionsOfPerson: 5,
  roomsOfConnection: 20,
  /** How many characters of events may wait for a connection that does not read. */
  unread: 1024 * 1024,
};

/** The session of this connection has ended; the connection closes. */
export const sessionEnded = serverEvent('session:ended', z.object({ code: z.literal('SIGN_IN_REQUIRED') }));
/** The server is stopping; the connection closes, and the client may reconnect later. */
export const serverClosing = serverEvent('server:closing', z.object({}));
