import { databaseSilent } from './timeouts.ts';

const tickMs = 100;
const probeAfter = 3;
const silentAfter = 10;

/**
 * Notices within about a second that the database has stopped responding at all, and fails the waits of requests until
 * it responds again. A slow statement or a wait for a busy connection is no sign of that: `probe`, which asks on a
 * connection of its own, is answered then. It counts ticks instead of time, because nothing arrives here either while
 * the event loop is blocked.
 *
 * `probe` resolves when the database has responded in any way.
 */
export class SilenceWatch {
  readonly #probe: () => Promise<void>;
  readonly #waits = new Set<(error: Error) => void>();
  #quietTicks = 0;
  #isSilent = false;
  #isProbing = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(probe: () => Promise<void>) {
    this.#probe = probe;
  }

  /** Waits for a response; rejects once the database is silent, without starting if it already is. */
  wait<T>(start: () => Promise<T>): Promise<T> {
    if (this.#isSilent) return Promise.reject(databaseSilent());
    this.#timer ??= setInterval(() => this.#tick(), tickMs).unref();
    return new Promise((resolve, reject) => {
      this.#waits.add(reject);
      start()
        .then(resolve, reject)
        .finally(() => this.#waits.delete(reject));
    });
  }

  /** Call it for each response of the database. */
  heard(): void {
    this.#quietTicks = 0;
    this.#isSilent = false;
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.heard();
  }

  #tick(): void {
    if (this.#waits.size === 0 && !this.#isSilent) {
      this.stop();
      return;
    }
    this.#quietTicks += 1;
    if (this.#quietTicks >= probeAfter && !this.#isProbing) {
      this.#isProbing = true;
      this.#probe()
        .then(() => this.heard())
        .catch(() => {})
        .finally(() => {
          this.#isProbing = false;
        });
    }
    // After the responses that arrived while the event loop was blocked.
    if (this.#quietTicks >= silentAfter) setImmediate(() => this.#failIfQuiet());
  }

  #failIfQuiet(): void {
    if (this.#quietTicks < silentAfter) return;
    this.#isSilent = true;
    for (const reject of this.#waits) reject(databaseSilent());
    this.#waits.clear();
  }
}
