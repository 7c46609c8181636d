import type { Clock } from '../clock.ts';
import type { Db } from '../db/db.ts';
import { inBackground } from '../db/timeouts.ts';
import type { Log } from '../log.ts';
import { withTimeout } from '../shutdown.ts';
import { deliverBatch } from './deliver.ts';
import { ensureCursor, pendingListeners } from './delivery.queries.ts';
import type { CommitHandler, EventRunner } from './events.ts';
import type { Listener } from './listener.ts';
import { ensurePartitions } from './partitions.queries.ts';
import { relayEvents } from './relay.ts';

/** How often (ms) a process looks for events of others, and for retries that are due. */
const pollInterval = 1_000;
/** How long (ms) a process waits after a commit, so that commits that follow each other share a look. */
const wakeDelay = 20;
/** Listeners that one process serves at once: each has a connection of the pool. */
const concurrency = 3;
const maxStopMs = 2_000;
/** While the database is away, every look fails: one line in so many milliseconds is enough. */
const quietMs = 30_000;

/** Moves events to the log and serves this process's listeners; other processes may do the same at the same time. */
export function eventRunner({ db, clock, log }: { db: Db; clock: Clock; log: Log }): EventRunner {
  const listeners = new Map<string, Listener>();
  const commitHandlers = new Map<string, CommitHandler<unknown>[]>();
  const running = new Map<string, Promise<void>>();
  const stopping = new AbortController();
  const { signal } = stopping;
  let started = false;
  let timer: NodeJS.Timeout | undefined;
  let polling: Promise<void> | null = null;
  let woken = false;
  let loggedAt = Number.NEGATIVE_INFINITY;

  const logFailure = (error: unknown): void => {
    if (signal.aborted || performance.now() - loggedAt < quietMs) return;
    loggedAt = performance.now();
    log.error({ err: error }, 'events cannot be delivered just now');
  };
  const deliver = (listener: Listener) => deliverBatch({ db, clock, log, listener, signal });
  /** Serves a listener in the background, one batch; the next poll sees whether there is more. */
  const serve = (listener: Listener): void => {
    const served = deliver(listener)
      .then(({ more }) => more, logFailure)
      .then((more) => {
        running.delete(listener.name);
        if (more === true) wake();
      });
    running.set(listener.name, served);
  };
  const look = async (): Promise<void> => {
    await relayEvents(db, signal);
    const idle = [...listeners.keys()].filter((name) => !running.has(name));
    const pending = new Set(await pendingListeners(db, idle, clock.now()));
    for (const name of idle) {
      const listener = listeners.get(name);
      if (listener === undefined || !pending.has(name)) continue;
      if (running.size >= concurrency || signal.aborted) return;
      // Last in the order from now on, so that each has its turn.
      listeners.delete(name);
      listeners.set(name, listener);
      serve(listener);
    }
  };
  const poll = (): void => {
    woken = false;
    polling = inBackground(look)
      .catch(logFailure)
      .then(() => {
        polling = null;
        if (!signal.aborted) timer = setTimeout(poll, woken ? wakeDelay : pollInterval);
      });
  };
  const wake = (): void => {
    if (!started || signal.aborted || woken) return;
    woken = true;
    // A look that is under way is followed by another one.
    if (polling !== null) return;
    clearTimeout(timer);
    timer = setTimeout(poll, wakeDelay);
  };
  const ensureCursors = async (): Promise<void> => {
    for (const { name, startAt } of listeners.values()) await ensureCursor(db, name, startAt);
  };

  return {
    listen(listener) {
      if (listeners.has(listener.name)) throw new Error(`There are two listeners named ${listener.name}.`);
      listeners.set(listener.name, listener);
    },
    onCommit({ type }, handle) {
      // `committed` is called with payloads of this type alone, checked by its schema.
      const handlers = [...(commitHandlers.get(type) ?? []), handle as CommitHandler<unknown>];
      commitHandlers.set(type, handlers);
    },
    committed(type, payloads, live) {
      for (const handle of commitHandlers.get(type) ?? []) {
        for (const payload of payloads) {
          try {
            handle(payload, live);
          } catch (error) {
            log.error({ err: error, event: type }, 'an event could not be told after its commit');
          }
        }
      }
      wake();
    },
    async start() {
      // Without its partition, a month's events go to the default one.
      await ensurePartitions(db, clock.now()).catch(logFailure);
      await ensureCursors();
      started = true;
      poll();
    },
    async runAll() {
      await ensureCursors();
      const counts = { handled: 0, failed: 0 };
      for (let more = true; more; ) {
        more = (await relayEvents(db, signal)) > 0;
        for (const name of await pendingListeners(db, [...listeners.keys()], clock.now())) {
          const listener = listeners.get(name);
          if (listener === undefined) continue;
          const { handled, failed } = await deliver(listener);
          counts.handled += handled;
          counts.failed += failed;
          more = true;
        }
      }
      return counts;
    },
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await withTimeout(maxStopMs, Promise.allSettled([polling, ...running.values()]));
    },
  };
}
