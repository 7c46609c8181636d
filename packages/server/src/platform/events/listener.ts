import type { z } from 'zod';
import type { Db } from '../db/db.ts';
import type { EventDefinition } from './event.ts';

/** An event as a handler gets it. */
interface Delivered<Payload> {
  payload: Payload;
  /** Its place in the log. */
  position: number;
  createdAt: Date;
}

/**
 * Handles one event, or throws to get it again later. It works in `tx` alone, which also moves the listener's cursor:
 * both are committed or neither. What leaves the database is sent as a job. Handling an event again, in a replay,
 * must change nothing.
 */
type Handle<Payload> = (event: Delivered<Payload>, tx: Db) => Promise<void>;

/** A named consumer of events with a cursor of its own. */
export interface Listener {
  /** Its cursor's name in the database: changing it starts from the beginning. */
  name: string;
  handlers: Map<string, Handle<unknown>>;
  /** Where a listener that has no cursor yet begins. */
  startAt: 'first event' | 'now';
  /** Milliseconds that one event may take. */
  timeout: number;
}

interface Handler {
  type: string;
  handle: Handle<unknown>;
}

/** What a listener does with one kind of event; the payload is checked before. */
export const on = <Fields extends EventDefinition['payload']['shape']>(
  { type, payload: schema }: EventDefinition<Fields>,
  handle: Handle<z.output<z.ZodObject<Fields>>>,
): Handler => ({
  type,
  handle: async ({ payload, ...event }, tx) => handle({ ...event, payload: schema.parse(payload) }, tx),
});

export const defineListener = (
  name: string,
  handlers: Handler[],
  { startAt = 'first event', timeout = 20_000 }: Partial<Pick<Listener, 'startAt' | 'timeout'>> = {},
): Listener => ({
  name,
  handlers: new Map(handlers.map(({ type, handle }) => [type, handle])),
  startAt,
  timeout,
});
