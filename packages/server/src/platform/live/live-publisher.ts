import type { LiveEvent } from '@inkling/contract/live';
import type { z } from 'zod';

type ServerEvent = LiveEvent<string, z.ZodObject, 'server'>;

/** Brings a hint to the connections in a room, but for one. */
type Transport = (room: string, event: string, payload: object, butNot: string | null) => void;

/**
 * Says what has happened to whoever has it open. A hint may be lost, and reaches the connections of this process
 * alone: the truth is what the calls answer (docs/product.md §1.11).
 */
interface Publisher {
  /** To be called once what is told is committed. */
  publish<E extends ServerEvent>(room: string, event: E, payload: z.input<E['payload']>): void;
}

/** Hints of a process; nobody hears them until they have a carrier. */
export interface LivePublisher extends Publisher {
  attachTransport(carrier: Transport | null): void;
  /** The same, unheard by this connection: the page that makes a call knows what it does. */
  except(connection: string | null): LivePublisher;
}

export function livePublisher(): LivePublisher {
  let carrier: Transport | null = null;
  const from = (butNot: string | null): LivePublisher => ({
    publish: (room, { event, payload: schema }, payload) =>
      carrier?.(room, event, schema.parse(payload), butNot),
    attachTransport: (next) => {
      carrier = next;
    },
    except: (connection) => (connection === null ? toAll : from(connection)),
  });
  const toAll = from(null);
  return toAll;
}
