import type { LiveEvent } from '@inkling/contract/live';
import type { z } from 'zod';
import type { Standbys } from '../db/standbys.ts';
import type { OpenCluster } from './cluster.ts';

/** The room of all connections of a person, which each joins by itself. */
export const personRoom = (userId: string): string => `person ${userId}`;

type ServerEvent = LiveEvent<string, z.ZodObject, 'server'>;

/** Delivers an event to the connections in a room, except those with these ids or in these rooms. */
export type Transport = (room: string, event: string, payload: object, except: readonly string[]) => void;

/** How many people can be left out of an event, which then is delivered to no one. */
export const maxExceptions = 500;

/**
 * Publishes events to pages that are open, in all processes; they are dropped until a transport is attached. Events may
 * be lost; the API's responses are the source of truth (docs/product/live.md).
 */
export interface LivePublisher {
  /** Call after the change is committed. */
  publish<E extends ServerEvent>(room: string, event: E, payload: z.input<E['payload']>): void;
  attachTransport(transport: Transport | null): void;
  /** What connects the live servers of several processes; null for a process on its own. */
  cluster: OpenCluster | null;
  /** The same publisher without this connection: the page that made the call knows the change already. */
  except(connection: string | null): LivePublisher;
  /** The same publisher without these people; with more than `maxExceptions` of them, nothing is delivered. */
  exceptPeople(ids: readonly string[]): LivePublisher;
}

export function livePublisher(
  cluster: OpenCluster | null = null,
  standbys: Standbys | null = null,
): LivePublisher {
  let transport: Transport | null = null;
  let last = Promise.resolve();
  /** Sends in order, once every standby has the change, so that a page that fetches it finds it. */
  const send = (work: () => void): void => {
    const current = standbys?.current();
    if (current === undefined) work();
    // One that cannot be sent does not stop those after it.
    else
      last = last
        .then(() => current)
        .then(work)
        .catch(() => {});
  };
  const excluding = (excluded: readonly string[], isSilent = false): LivePublisher => ({
    publish: (room, { event, payload: schema }, payload) => {
      if (isSilent || transport === null) return;
      const parsed = schema.parse(payload);
      send(() => transport?.(room, event, parsed, excluded));
    },
    cluster,
    attachTransport: (next) => {
      transport = next;
    },
    except: (connection) => (connection === null ? toAll : excluding([connection])),
    exceptPeople: (ids) =>
      excluding([...excluded, ...ids.map(personRoom)], isSilent || ids.length > maxExceptions),
  });
  const toAll = excluding([]);
  return toAll;
}
