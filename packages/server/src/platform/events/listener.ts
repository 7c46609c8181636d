import type { z } from 'zod';
import type { Db } from '../db/db.ts';
import type { EventDefinition } from './event.ts';

/** An event as a handler receives it. */
interface Delivered<Payload> {
  payload: Payload;
  /** Its position in the log. */
  position: number;
  createdAt: Date;
}

/**
 * Handles one event, or throws to receive it again later. It writes only through `tx`, which also moves the listener's
 * cursor: both are committed or neither. Effects outside the database must be sent as jobs. Handlers must be
 * idempotent: a replay delivers events again.
 */
type Handle<Payload> = (event: Delivered<Payload>, tx: Db) => Promise<void>;

/** A named consumer of events with a cursor of its own. */
export interface Listener {
  /** Its cursor's name in the database: changing it starts from the beginning. */
  name: string;
  handlers: Map<string, Handle<unknown>>;
  /** Where a listener without a cursor starts; 'now': with what is emitted after the first start that knows it. */
  startAt: 'first event' | 'now';
  /** Time limit for one event, in milliseconds. */
  timeout: number;
}

interface Handler {
  type: string;
  handle: Handle<unknown>;
}

/** Handles one type of event; the payload is validated first. */
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
