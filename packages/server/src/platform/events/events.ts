import type { z } from 'zod';
import type { LivePublisher } from '../live/live-publisher.ts';
import type { EventDefinition } from './event.ts';
import type { Listener } from './listener.ts';

/** Publishes to open pages right after the commit, in the committing process and without a cursor. */
export type CommitHandler<Payload> = (payload: Payload, live: LivePublisher) => void;

/** Registers listeners for events. Events are emitted by `emit`. */
export interface Events {
  /** Adds a listener, which is served once the server has started. */
  listen(listener: Listener): void;
  /** Calls `handle` right after an event's commit. A call that is lost in a crash is not repeated. */
  onCommit<Fields extends EventDefinition['payload']['shape']>(
    definition: EventDefinition<Fields>,
    handle: CommitHandler<z.output<z.ZodObject<Fields>>>,
  ): void;
  /** Called by `emit` after the commit. */
  committed(type: string, payloads: unknown[], live: LivePublisher): void;
}

/** The part of the events that starts and stops with the process. */
export interface EventRunner extends Events {
  /** Delivers what is there. From then on, events of this process are delivered soon after their commit. */
  start(): Promise<void>;
  /** The names of its listeners. */
  listeners(): string[];
  /** Has it look for events of other processes and for due retries. */
  wake(): void;
  /** Delivers until nothing is due; for tests. */
  runAll(): Promise<{ handled: number; failed: number }>;
  /** Waits briefly for running handlers; events of those that are cut off are delivered after the next start. */
  stop(): Promise<void>;
}
