import type { Standby } from './standbys.ts';

/**
 * How long (ms) one request may still wait for the database. Overlapping waits count once; time between waits,
 * such as receiving a body or rendering a page, does not count.
 */
export class WaitBudget {
  /** Where the request reads from: a standby, or null for the primary; undefined until that is decided. */
  standby: Standby | null | undefined;
  /** Whether the request began a transaction, or wrote otherwise. */
  hasWritten = false;
  /** Set once the response is sent: later work has the timeouts of work outside a request. */
  isOver = false;
  readonly #totalMs: number;
  #usedMs = 0;
  #waits = 0;
  #since = 0;

  constructor(totalMs: number) {
    this.#totalMs = totalMs;
  }

  /** The remaining time in whole ms; 0 or less when it is used up. */
  left(): number {
    const current = this.#waits === 0 ? 0 : performance.now() - this.#since;
    // Timers may fire up to 1 ms early; rounding down makes the rest 0 then.
    return Math.floor(this.#totalMs - this.#usedMs - current);
  }

  /** A new budget with the remaining time, counted separately from now on. */
  copy(): WaitBudget {
    return Object.assign(new WaitBudget(this.left()), { standby: this.standby });
  }

  /** Charges the duration of a wait to the budget; does not interrupt the wait. */
  async charge<T>(wait: () => Promise<T>): Promise<T> {
    if (this.#waits === 0) this.#since = performance.now();
    this.#waits += 1;
    try {
      return await wait();
    } finally {
      this.#waits -= 1;
      if (this.#waits === 0) this.#usedMs += performance.now() - this.#since;
    }
  }
}
