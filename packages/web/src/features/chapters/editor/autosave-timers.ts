/** Delays in milliseconds. A pause in typing sends the draft; without a pause it is sent every `interval`. */
export const autosaveDelays = { device: 400, pause: 2500, interval: 15_000, retry: [5000, 15_000, 30_000] };
type TimerKind = keyof typeof autosaveDelays;

export interface Timers {
  /** Milliseconds. */
  now(): number;
  set(run: () => void, ms: number): unknown;
  clear(timer: unknown): void;
}

/** One timer of each kind. */
export class AutosaveTimers {
  readonly #timers: Timers;
  readonly #running = new Map<TimerKind, unknown>();

  constructor(timers: Timers) {
    this.#timers = timers;
  }

  isRunning(kind: TimerKind): boolean {
    return this.#running.has(kind);
  }

  /** Starts a timer, again if it is running. */
  start(kind: TimerKind, ms: number, run: () => Promise<void>): void {
    this.stop(kind);
    const onTime = () => {
      this.#running.delete(kind);
      void run();
    };
    this.#running.set(kind, this.#timers.set(onTime, ms));
  }

  /** Stops these timers. */
  stop(...kinds: readonly TimerKind[]): void {
    for (const kind of kinds) {
      this.#timers.clear(this.#running.get(kind));
      this.#running.delete(kind);
    }
  }

  stopAll(): void {
    this.stop(...this.#running.keys());
  }
}

/** Runs `work` when asked, once more if it is asked again in the meantime. Resolves when there is nothing left to do. */
export function repeating(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let isAsked = false;
  const run = async (): Promise<void> => {
    try {
      while (isAsked) {
        isAsked = false;
        await work();
      }
    } finally {
      running = null;
    }
  };
  return () => {
    isAsked = true;
    running ??= run();
    return running;
  };
}
