import type { Timers } from './draft-store.ts';

/** Delays in milliseconds. A pause in typing sends the draft; without a pause it is sent every `interval`. */
export const autosaveDelays = { device: 400, pause: 2500, interval: 15_000, retry: [5000, 15_000, 30_000] };
type TimerKind = 'device' | 'pause' | 'interval' | 'retry';

/** At most one timer of each kind; none starts after `end`. */
export class AutosaveTimers {
  readonly #timers: Timers;
  readonly #running = new Map<TimerKind, unknown>();
  #ended = false;

  constructor(timers: Timers) {
    this.#timers = timers;
  }

  get ended(): boolean {
    return this.#ended;
  }

  isRunning(kind: TimerKind): boolean {
    return this.#running.has(kind);
  }

  /** Restarts a timer that is running. */
  start(kind: TimerKind, ms: number, run: () => void): void {
    this.stop(kind);
    if (this.#ended) return;
    this.#running.set(
      kind,
      this.#timers.set(() => {
        this.#running.delete(kind);
        run();
      }, ms),
    );
  }

  stop(...kinds: TimerKind[]): void {
    for (const kind of kinds) {
      const timer = this.#running.get(kind);
      this.#running.delete(kind);
      if (timer !== undefined) this.#timers.clear(timer);
    }
  }

  stopAll(): void {
    this.stop(...this.#running.keys());
  }

  reset(): void {
    this.#ended = false;
  }

  end(): void {
    this.stopAll();
    this.#ended = true;
  }
}
