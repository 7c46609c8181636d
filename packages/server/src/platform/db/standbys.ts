import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Log } from '../log.ts';

/** How often (ms) each server is asked for its position. */
const pollInterval = 50;
/** How long (ms) an answer counts. A withdrawal is complete once all older answers are void. */
export const leaseMs = 300;
/** A standby that is further behind (ms) is not read from. */
const maxLagMs = 10_000;
/** How long (ms) a live event waits for standbys at most. */
const maxEventDelayMs = 1_000;
/** How long (ms) the primary must be missing before a promoted standby takes its place. */
const failoverMs = 1_000;

/** Asks a server for its state; positions are bytes of the write-ahead log. */
export const askPosition = `
  select pg_is_in_recovery() as "isStandby", (case when pg_is_in_recovery() then coalesce(pg_last_wal_replay_lsn(), '0/0')
      else pg_current_wal_insert_lsn() end - '0/0')::float8 as position,
    (select (value->>'position')::float8 from site_state where name = 'withdrawn') as withdrawn`;
interface Said {
  isStandby: boolean;
  position: number;
  withdrawn: number | null;
}

/** Why a request that may read from a standby reads from the primary, or `standby`; for /metrics. */
export type ReadPlace = 'standby' | 'own-write' | 'withdrawal' | 'unavailable' | 'busy' | 'repeated';

/** Connections in use, as part of all that a pool may have. */
const use = (pool: pg.Pool): number => (pool.totalCount - pool.idleCount) / pool.options.max;

/** One standby, and its state when it last answered. */
export class Standby {
  readonly connection: { connectionString: string };
  /** The position up to which it has replayed. */
  replayed = -1;
  /** When it was asked for its last answer; `performance.now()`. */
  askedAt = Number.NEGATIVE_INFINITY;
  /** A time at which the primary had not passed the standby's position; `performance.now()`. */
  caughtUpAt = Number.NEGATIVE_INFINITY;
  /** The connections that requests read with. */
  pool: pg.Pool | undefined;
  #mark = { position: Number.POSITIVE_INFINITY, at: Number.NEGATIVE_INFINITY };

  constructor(connectionString: string) {
    this.connection = { connectionString };
  }

  note(position: number, askedAt: number, primary: { position: number; at: number }): void {
    this.replayed = position;
    this.askedAt = askedAt;
    if (position >= this.#mark.position) this.caughtUpAt = this.#mark.at;
    if (position >= this.#mark.position || this.#mark.at === Number.NEGATIVE_INFINITY)
      this.#mark = { ...primary };
  }

  /** Forgets its state, because another server has taken its place. */
  forget(): void {
    this.fail();
    this.replayed = -1;
    this.caughtUpAt = Number.NEGATIVE_INFINITY;
    this.#mark = { position: Number.POSITIVE_INFINITY, at: Number.NEGATIVE_INFINITY };
  }

  /** Notes that it failed a statement: it is not read from until it answers again. */
  fail(): void {
    this.askedAt = Number.NEGATIVE_INFINITY;
  }
}

/**
 * What a process knows of the primary and its standbys (docs/decisions/0170-reading-from-standbys.md). Every server is
 * asked every 50 ms; what is known for longer than the lease is void, and the primary is read from.
 */
export class Standbys {
  readonly all: readonly Standby[];
  readonly counts = new Map<ReadPlace, number>();
  #primary = { position: 0, withdrawn: 0, at: Number.NEGATIVE_INFINITY };
  #primarySeenAt = performance.now();
  #primaryPool: pg.Pool | undefined;
  #next = 0;
  readonly #stopping = new AbortController();
  readonly #log: Log;
  readonly #moved: (() => void)[] = [];

  constructor(urls: readonly string[], log: Log) {
    this.all = urls.map((url) => new Standby(url));
    this.#log = log;
  }

  /** Adds a listener for when the primary and a standby change places, after which connections must be opened again. */
  onMoved(listener: () => void): void {
    this.#moved.push(listener);
  }

  /**
   * Starts asking each server, over its own connection (`polling`); requests use those of `pool`. `address` is the primary's,
   * if a standby may take its place.
   */
  start(
    primary: { pool: pg.Pool; polling: pg.Pool },
    address: { connectionString: string } | null,
    standbys: { standby: Standby; pool: pg.Pool; polling: pg.Pool }[],
  ): void {
    this.#primaryPool = primary.pool;
    void this.#watch(primary.polling, (said, at) => {
      if (said.isStandby) return;
      // After a restore into another cluster, the stored position may be beyond this server's.
      const withdrawn = said.withdrawn !== null && said.withdrawn <= said.position ? said.withdrawn : 0;
      this.#primary = { position: said.position, withdrawn, at };
      this.#primarySeenAt = at;
    });
    for (const { standby, pool, polling } of standbys) {
      standby.pool = pool;
      void this.#watch(polling, (said, at) => {
        if (said.isStandby) standby.note(said.position, at, this.#primary);
        // A server that this process has not known as a standby may have other data.
        else if (address !== null && standby.replayed >= 0 && at - this.#primarySeenAt > failoverMs)
          this.#promote(standby, address);
      });
    }
  }

  #promote(standby: Standby, address: { connectionString: string }): void {
    this.#log.warn(
      { standby: this.all.indexOf(standby) + 1 },
      'a standby was promoted and is the primary now',
    );
    [address.connectionString, standby.connection.connectionString] = [
      standby.connection.connectionString,
      address.connectionString,
    ];
    this.#primarySeenAt = performance.now();
    standby.forget();
    for (const moved of this.#moved) moved();
  }

  async #watch(pool: pg.Pool, note: (said: Said, askedAt: number) => void): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      const askedAt = performance.now();
      const found = await pool.query<Said>(askPosition).catch(() => null);
      if (found?.rows[0] !== undefined) note(found.rows[0], askedAt);
      await sleep(pollInterval, undefined, { ref: false });
    }
  }

  /**
   * A standby that has everything up to `written` and every withdrawal; null for the primary, which helps when all connections
   * to such standbys are in use, with at most half of its own.
   */
  pick(written: number): Standby | null {
    const now = performance.now();
    const oldest = now - leaseMs;
    const ready =
      this.#primary.at < oldest
        ? []
        : this.all.filter((one) => one.askedAt >= oldest && one.caughtUpAt >= now - maxLagMs);
    const current = ready.filter((one) => one.replayed >= this.#primary.withdrawn);
    const usable = current.filter((one) => one.replayed >= written);
    const free = usable.filter(({ pool }) => pool === undefined || use(pool) < 1);
    const isHelped = free.length === 0 && this.#primaryPool !== undefined && use(this.#primaryPool) < 0.5;
    this.#next += 1;
    const among = free.length > 0 || isHelped ? free : usable;
    const picked = among[this.#next % among.length] ?? null;
    if (picked !== null) this.count('standby');
    else if (usable.length > 0) this.count('busy');
    else this.count(ready.length === 0 ? 'unavailable' : current.length === 0 ? 'withdrawal' : 'own-write');
    return picked;
  }

  count(place: ReadPlace): void {
    this.counts.set(place, (this.counts.get(place) ?? 0) + 1);
  }

  /** Waits until no process reads from a standby before this position: all have replayed it, or every lease has ended. */
  async passed(position: number): Promise<void> {
    const until = performance.now() + leaseMs;
    const hasPassed = (one: Standby) => one.replayed >= position && one.askedAt > until - 2 * leaseMs;
    while (performance.now() < until && !this.all.every(hasPassed)) await sleep(10);
  }

  /** Waits until the standbys that are read from have what the primary has now, for a second at most. */
  async current(): Promise<void> {
    const from = performance.now();
    let position: number | undefined;
    const hasCaughtUp = (one: Standby) =>
      one.askedAt < performance.now() - leaseMs || (position !== undefined && one.replayed >= position);
    while (performance.now() - from < maxEventDelayMs) {
      if (position === undefined && this.#primary.at >= from) position = this.#primary.position;
      if (this.all.every(hasCaughtUp)) return;
      await sleep(10);
    }
  }

  stop(): void {
    this.#stopping.abort();
  }
}
