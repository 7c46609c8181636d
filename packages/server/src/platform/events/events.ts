import type { z } from 'zod';
import type { LivePublisher } from '../live/live-publisher.ts';
import type { EventDefinition } from './event.ts';
import type { Listener } from './listener.ts';

/** What is told at once, in the process that has committed an event, without a cursor: live to open pages. */
export type CommitHandler<Payload> = (payload: Payload, live: LivePublisher) => void;

/** Where events are listened to. They are emitted by `emit`. */
export interface Events {
  /** Adds a listener, which is served once the server has started. */
  listen(listener: Listener): void;
  /** Calls `handle` right after the commit of an event. What is lost with the process is not made up for. */
  onCommit<Fields extends EventDefinition['payload']['shape']>(
    definition: EventDefinition<Fields>,
    handle: CommitHandler<z.output<z.ZodObject<Fields>>>,
  ): void;
  /** Called by `emit` after the commit. */
  committed(type: string, payloads: unknown[], live: LivePublisher): void;
}

/** The side of the events that starts and stops with the process. */
export interface EventRunner extends Events {
  start(): Promise<void>;
  /** Delivers until nothing is left to do now; for tests. */
  runAll(): Promise<{ handled: number; failed: number }>;
  /** Begins nothing more, and waits a moment for what is under way; what is cut off is delivered after the next start. */
  stop(): Promise<void>;
}
