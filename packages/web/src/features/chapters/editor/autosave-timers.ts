import type { Timers } from './draft-store.ts';

/** Waits, in milliseconds. A pause in typing sends the draft; without a pause it goes every `latest`. */
export const autosaveDelays = { device: 400, pause: 2500, latest: 15_000, retry: [5000, 15_000, 30_000] };
type Wait = 'device' | 'pause' | 'latest' | 'retry';

/** What is to be done after a while: of each kind one at a time, and nothing after the end. */
export class AutosaveTimers {
  readonly #timers: Timers;
  readonly #running = new Map<Wait, unknown>();
  #over = false;

  constructor(timers: Timers) {
    this.#timers = timers;
  }

  get over(): boolean {
    return this.#over;
  }

  runs(wait: Wait): boolean {
    return this.#running.has(wait);
  }

  /** Begins anew if it runs already. */
  start(wait: Wait, ms: number, run: () => void): void {
    this.stop(wait);
    if (this.#over) return;
    this.#running.set(
      wait,
      this.#timers.set(() => {
        this.#running.delete(wait);
        run();
      }, ms),
    );
  }

  stop(...kinds: Wait[]): void {
    for (const wait of kinds) {
      const timer = this.#running.get(wait);
      this.#running.delete(wait);
      if (timer !== undefined) this.#timers.clear(timer);
    }
  }

  stopAll(): void {
    this.stop(...this.#running.keys());
  }

  begin(): void {
    this.#over = false;
  }

  end(): void {
    this.stopAll();
    this.#over = true;
  }
}
