import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import type pg from 'pg';
import { databaseSilent, endedWait, noConnection } from './timeouts.ts';

/** How often (ms) the database is asked while work waits for it, and while it is not ready. */
export const pollInterval = 200;
/** A process that is this late (ms) was too busy itself to say that the database is silent. */
const maxLate = 300;

/**
 * What all requests of a process know about their database. While one of them waits, the watch asks on a connection of
 * its own. If neither that nor any statement is answered in time, the database is silent: whoever waits is refused, and
 * whoever comes at once, until it answers. A read-only database is asked by a new connection each time, which finds a
 * new primary, until it accepts writes.
 */
export class DatabaseWatch {
  state: 'ready' | 'read-only' | 'silent' = 'ready';
  readonly #pool: pg.Pool;
  readonly #silentMs: number;
  readonly #dropConnections: () => void;
  readonly #isStandby: boolean;
  readonly #waits = new Set<(error: Error) => void>();
  #answers = 0;
  #isPolling = false;

  /** `pool` is for this alone, and gives up an answer after `silentMs`. */
  constructor(pool: pg.Pool, silentMs: number, dropConnections: () => void, isStandby = false) {
    this.#isStandby = isStandby;
    this.#pool = pool;
    this.#silentMs = silentMs;
    this.#dropConnections = dropConnections;
  }

  /** A statement was answered, or a new connection was accepted. */
  noteAnswer(): void {
    this.#answers += 1;
  }

  /** Waits for the database, at most `ms`; throws as soon as it is silent. */
  wait<T>(work: () => Promise<T>, ms?: number): Promise<T> {
    if (this.state === 'silent') return Promise.reject(new Error(databaseSilent));
    return new Promise<T>((resolve, reject) => {
      const timer = ms === undefined ? undefined : setTimeout(() => reject(new Error(noConnection)), ms);
      this.#waits.add(reject);
      // It ends when nobody waits, so it begins after this wait was added.
      void this.#poll();
      void work()
        .then(resolve, reject)
        .finally(() => {
          clearTimeout(timer);
          this.#waits.delete(reject);
        });
    });
  }

  /** A statement was refused because the database is read-only, or a connection says that it is. */
  foundReadOnly(): void {
    if (this.state !== 'ready') return;
    this.state = 'read-only';
    this.#dropConnections();
    void this.#poll();
  }

  get #isNeeded(): boolean {
    return !this.#pool.ending && (this.#waits.size > 0 || this.state !== 'ready');
  }

  async #poll(): Promise<void> {
    if (this.#isPolling) return;
    this.#isPolling = true;
    while (this.#isNeeded) {
      await sleep(pollInterval, undefined, { ref: false });
      if (this.#isNeeded) await this.#ask();
    }
    this.#isPolling = false;
  }

  async #ask(): Promise<void> {
    const [answers, startedAt] = [this.#answers, performance.now()];
    const finding = this.#find().catch((error: unknown) => (endedWait(error) ? 'silent' : 'away'));
    // Once it is silent, a new connection may take its time: nobody waits for it, and it ends the silence.
    const limits = this.state === 'silent' ? [] : [sleep(this.#silentMs, 'silent' as const, { ref: false })];
    const found = await Promise.race([finding, ...limits]);
    // Answers that have arrived in the meantime are read after timers.
    await turn();
    if (found === 'silent') {
      const isLate = performance.now() - startedAt > this.#silentMs + maxLate;
      if (this.#answers !== answers) {
        // Others are answered, so it is not; only the watch's own connection takes too long.
        if (this.state === 'silent') this.state = 'ready';
      } else if (!isLate) this.#refuseAll();
    } else if (found !== 'away') {
      if ((found === 'read-only') !== (this.state === 'read-only')) this.#dropConnections();
      this.state = found;
    } else if (this.state === 'silent') {
      // It refuses connections, which each request finds out at once.
      this.state = 'ready';
    }
  }

  async #find(): Promise<'ready' | 'read-only'> {
    const client = await this.#pool.connect();
    try {
      const { rows } = await client.query<{ transaction_read_only: string }>(askReadOnly);
      client.release(this.state !== 'ready');
      return rows[0]?.transaction_read_only === 'on' && !this.#isStandby ? 'read-only' : 'ready';
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  #refuseAll(): void {
    this.state = 'silent';
    for (const refuse of this.#waits) refuse(new Error(databaseSilent));
    this.#waits.clear();
  }
}

/** Also `on` for each transaction of a standby. */
export const askReadOnly = 'show transaction_read_only';
