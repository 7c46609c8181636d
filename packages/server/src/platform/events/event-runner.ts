import pLimit from 'p-limit';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/db.ts';
import { inBackground } from '../db/timeouts.ts';
import { type Log, outageLog } from '../log.ts';
import { withTimeout } from '../shutdown.ts';
import { deliverBatch } from './deliver.ts';
import { ensureCursor, pendingListeners } from './delivery.queries.ts';
import type { CommitHandler, EventRunner } from './events.ts';
import type { Listener } from './listener.ts';
import { relayEvents } from './outbox.queries.ts';
import { ensurePartitions } from './partitions.queries.ts';

/** Delay (ms) between a commit and the poll, so that a burst of commits shares one poll. */
const wakeDelay = 20;
/** Listeners that one process serves concurrently: each uses a connection of the pool. */
const concurrency = 3;
const maxStopMs = 2_000;

/** Moves events to the log and serves this process's listeners; several processes may do so concurrently. */
export function eventRunner({ db, clock, log }: { db: Db; clock: Clock; log: Log }): EventRunner {
  const listeners = new Map<string, Listener>();
  const commitHandlers = new Map<string, CommitHandler<unknown>[]>();
  const running = new Map<string, Promise<void>>();
  /** Listeners that were running during a poll and may have more events to handle. */
  const passedOver = new Set<string>();
  const stopping = new AbortController();
  const { signal } = stopping;
  let started = false;
  let timer: NodeJS.Timeout | undefined;
  let polling: Promise<void> | null = null;
  let woken = false;
  const limit = pLimit(concurrency);

  const logOutage = outageLog(log, 'events can’t be delivered; trying again');
  const logFailure = (error: unknown): void => {
    if (!signal.aborted) logOutage(error);
  };
  const deliver = (listener: Listener) => deliverBatch({ db, clock, log, listener, signal });
  /** Delivers one batch to a listener in the background, in turn, then polls again if there is more. */
  const serve = (listener: Listener): void => {
    const served = limit(() => deliver(listener))
      .then(({ more }) => more, logFailure)
      .then((more) => {
        running.delete(listener.name);
        if (passedOver.delete(listener.name) || more === true) wake();
      });
    running.set(listener.name, served);
  };
  const pollOnce = async (): Promise<void> => {
    await relayEvents(db, signal);
    const idle = [...listeners.values()].filter(({ name }) => !running.has(name));
    for (const name of running.keys()) passedOver.add(name);
    const pending = new Set(await pendingListeners(db, idle, clock.now()));
    for (const listener of idle) if (pending.has(listener.name)) serve(listener);
  };
  const schedulePoll = (): void => {
    if (woken && polling === null && !signal.aborted) timer = setTimeout(poll, wakeDelay);
  };
  const poll = (): void => {
    woken = false;
    polling = inBackground(pollOnce)
      .catch(logFailure)
      .then(() => {
        polling = null;
        // What was committed during the poll needs another one.
        schedulePoll();
      });
  };
  const wake = (): void => {
    if (!started || woken) return;
    woken = true;
    schedulePoll();
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
      // `committed` is called only with payloads of this type, checked by its schema.
      const handlers = [...(commitHandlers.get(type) ?? []), handle as CommitHandler<unknown>];
      commitHandlers.set(type, handlers);
    },
    committed(type, payloads, live) {
      for (const handle of commitHandlers.get(type) ?? []) {
        for (const payload of payloads) {
          try {
            handle(payload, live);
          } catch (error) {
            log.error({ err: error, event: type }, 'a commit handler of an event failed');
          }
        }
      }
      wake();
    },
    async start() {
      // A failure is harmless: without its partition, a month's events go to the default one.
      await ensurePartitions(db, clock.now()).catch(logFailure);
      // Numbered now, what was committed before the start is past for a listener that begins 'now'.
      await relayEvents(db, signal);
      await ensureCursors();
      started = true;
      wake();
    },
    listeners: () => [...listeners.keys()],
    wake,
    async runAll() {
      await ensureCursors();
      const counts = { handled: 0, failed: 0 };
      for (let more = true; more; ) {
        more = (await relayEvents(db, signal)) > 0;
        const pending = new Set(await pendingListeners(db, [...listeners.values()], clock.now()));
        for (const listener of listeners.values()) {
          if (!pending.has(listener.name)) continue;
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
