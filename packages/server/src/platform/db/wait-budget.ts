/**
 * How long (ms) one request may still wait for the database. Waits that overlap count once; what a request does
 * between them, such as receiving a body or rendering a page, does not count.
 */
export class WaitBudget {
  /** Set once the response is sent: what goes on after that is bounded like work without a request. */
  isOver = false;
  readonly #totalMs: number;
  #usedMs = 0;
  #waits = 0;
  #since = 0;

  constructor(totalMs: number) {
    this.#totalMs = totalMs;
  }

  /** What is left, in whole ms; 0 or less when it is used up. */
  left(): number {
    const current = this.#waits === 0 ? 0 : performance.now() - this.#since;
    // Timers may be up to a millisecond early: what is left then is nothing.
    return Math.floor(this.#totalMs - this.#usedMs - current);
  }

  /** As much as is left now, counted apart from here on. */
  copy(): WaitBudget {
    return new WaitBudget(this.left());
  }

  /** Counts the time until the wait ends; does not end it by itself. */
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
