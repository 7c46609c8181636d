/** After this long without a movement, no one is assumed to be reading (docs/product/reading-sessions.md#browser). */
export const stillAfterMs = 120_000;

/**
 * Counts the time that a reader spends on a visible page, until 120 seconds after their last movement. All times are of a
 * clock that never jumps, in milliseconds.
 */
export class ActiveTime {
  #visible: boolean;
  #lastMove: number;
  #countedUntil: number;
  #counted = 0;

  constructor(now: number, visible: boolean) {
    this.#visible = visible;
    this.#lastMove = now;
    this.#countedUntil = now;
  }

  #count(now: number): void {
    if (this.#visible) {
      const until = Math.min(now, this.#lastMove + stillAfterMs);
      this.#counted += Math.max(0, until - this.#countedUntil);
    }
    this.#countedUntil = Math.max(this.#countedUntil, now);
  }

  /** The reader has moved something: scrolled, pressed a key, touched the screen. */
  move(now: number): void {
    this.#count(now);
    this.#lastMove = now;
  }

  /** Coming back to the page is a movement. */
  show(now: number, visible: boolean): void {
    if (visible === this.#visible) return;
    this.#count(now);
    this.#visible = visible;
    if (visible) this.#lastMove = now;
  }

  isActive(now: number): boolean {
    return this.#visible && now - this.#lastMove < stillAfterMs;
  }

  /** The milliseconds counted since the last call. */
  take(now: number): number {
    this.#count(now);
    const counted = this.#counted;
    this.#counted = 0;
    return counted;
  }
}
