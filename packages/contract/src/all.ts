import type { z } from 'zod';
import type { Call } from './call.ts';
import * as capabilities from './capabilities.ts';
import type { LiveEvent } from './live.ts';
import * as live from './live.ts';

type Exports<T> = T[keyof T];
type EventsIn<T> = T extends unknown ? Extract<Exports<T>, LiveEvent> : never;
/** Every live event, as a union. The browser uses only the types. */
export type AnyEvent = EventsIn<Exports<typeof capabilities> | typeof live>;

export type PayloadOf<Name extends AnyEvent['event']> = z.output<
  Extract<AnyEvent, { event: Name }>['payload']
>;

const isEvent = (value: unknown): value is LiveEvent =>
  typeof value === 'object' && value !== null && 'event' in value && 'payload' in value && 'by' in value;

export const allEvents: LiveEvent[] = [live, ...Object.values(capabilities)].flatMap((exports) =>
  Object.values(exports).filter(isEvent),
);

type CallsIn<T> = T extends unknown ? Extract<Exports<T>, Call> : never;
/** Every call, as a union. The browser uses only the types, so that it loads no schemas. */
export type AnyCall = CallsIn<Exports<typeof capabilities>>;
export type CallByKey<Key extends string> = Extract<AnyCall, { key: Key }>;

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'key' in value && 'response' in value && 'access' in value;

/** Every call with its capability. */
export const allCalls: { capability: string; call: Call }[] = Object.entries(capabilities).flatMap(
  ([capability, exports]) =>
    Object.values(exports)
      .filter(isCall)
      .map((call) => ({ capability, call })),
);
