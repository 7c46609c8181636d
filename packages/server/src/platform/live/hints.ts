import type { LiveEvent } from '@inkling/contract/live';
import type { z } from 'zod';

type ToldByServer = LiveEvent<string, z.ZodObject, 'server'>;

/** Brings a hint to the connections in a room, but for one. */
type Carrier = (room: string, event: string, payload: object, butNot: string | null) => void;

/**
 * Says what has happened to whoever has it open. A hint may be lost, and reaches the connections of this process
 * alone: the truth is what the calls answer (docs/product.md §1.11).
 */
interface Hints {
  /** To be called once what is told is committed. */
  tell<E extends ToldByServer>(room: string, event: E, payload: z.input<E['payload']>): void;
}

/** Hints of a process; nobody hears them until they have a carrier. */
export interface HintSource extends Hints {
  carryBy(carrier: Carrier | null): void;
  /** The same, unheard by this connection: the page that makes a call knows what it does. */
  butNotTo(connection: string | null): HintSource;
}

export function hintSource(): HintSource {
  let carrier: Carrier | null = null;
  const from = (butNot: string | null): HintSource => ({
    tell: (room, { event, payload: schema }, payload) =>
      carrier?.(room, event, schema.parse(payload), butNot),
    carryBy: (next) => {
      carrier = next;
    },
    butNotTo: (connection) => (connection === null ? toAll : from(connection)),
  });
  const toAll = from(null);
  return toAll;
}
