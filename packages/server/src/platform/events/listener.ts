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
 * idempotent: a replay delivers events again, as does an error of another event in the same transaction, after a
 * rollback.
 */
type Handle<Payload> = (event: Delivered<Payload>, tx: Db) => Promise<void>;

const endings = new WeakMap<Db, (() => Promise<void>)[]>();

/** Runs the handlers of a transaction's events, then what they have left for its end. */
export async function withEndings<T>(tx: Db, work: () => Promise<T>): Promise<T> {
  const own: (() => Promise<void>)[] = [];
  endings.set(tx, own);
  const result = await work();
  for (const ending of own) await ending();
  return result;
}

/**
 * Has `work` run once for all events that are delivered in one transaction, after their handlers, with what these have
 * passed on, in order; outside such a transaction at once.
 */
export function together<Item>(
  work: (items: Item[], tx: Db) => Promise<void>,
): (item: Item, tx: Db) => Promise<void> {
  const passed = new WeakMap<Db, Item[]>();
  return async (item, tx) => {
    const own = endings.get(tx);
    if (own === undefined) return work([item], tx);
    const items = passed.get(tx) ?? [];
    if (items.length === 0) own.push(() => work(items, tx));
    passed.set(tx, items);
    items.push(item);
  };
}

/** A named consumer of events with a cursor of its own. */
export interface Listener {
  /** Its cursor's name in the database: changing it starts from the beginning. */
  name: string;
  handlers: Map<string, Handle<unknown>>;
  /** Where a listener without a cursor starts; 'now': with what is emitted after the first start that knows it. */
  startAt: 'first event' | 'now';
  /** Time limit for one event, and for those that are delivered in one transaction, in milliseconds. */
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
