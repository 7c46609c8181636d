/** The source of time. Services never read the system clock directly, so that tests can set the time. */
export interface Clock {
  now(): Date;
  /** Milliseconds since the system clock last jumped, or since the process started. */
  steadyFor(): number;
}

export const second = 1000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

/** The time that a device names for what it did without a connection; its clock may be fast. */
export const noLaterThan = (now: Date, iso: string): Date =>
  new Date(Math.min(now.getTime(), Date.parse(iso)));

/** Changes of the system clock up to this size are followed at once; a larger one is a jump. */
const smallChange = minute;
/** A jump is followed once it has lasted this long (docs/product/time.md#clocks). */
const settlingTime = 10 * minute;

/**
 * A clock that follows the system clock, but ignores a jump until it has lasted `settlingTime`. In the meantime time
 * advances by `counter`, a monotonic count of milliseconds. If the current time was itself adopted less than
 * `settlingTime` ago (a jump or the start), the next jump is followed at once.
 */
export function steadyClock(system: () => number, counter: () => number): Clock {
  let steadySince = counter();
  let adoptedAt = steadySince;
  let offset = system() - steadySince;
  let jumped: { offset: number; since: number } | null = null;
  const read = (): number => {
    const at = counter();
    const measured = system() - at;
    const agrees = (other: number) => Math.abs(measured - other) <= smallChange;
    if (agrees(offset)) {
      offset = measured;
      jumped = null;
      return at;
    }
    steadySince = at;
    if (jumped === null || !agrees(jumped.offset)) jumped = { offset: measured, since: at };
    if (at - jumped.since >= settlingTime || jumped.since - adoptedAt < settlingTime) {
      offset = measured;
      adoptedAt = at;
      jumped = null;
    }
    return at;
  };
  return {
    now() {
      const at = read();
      return new Date(at + offset);
    },
    steadyFor: () => read() - steadySince,
  };
}

export const systemClock: Clock = steadyClock(
  () => Date.now(),
  () => performance.now(),
);

/** A clock that tests set and move. */
export interface FakeClock extends Clock {
  /** Advances the time to `at`. */
  set(at: Date): void;
  /** Advances the time. */
  advance(milliseconds: number): void;
  /** Changes the system clock without any time passing. */
  jump(milliseconds: number): void;
  /** The time of the system clock. */
  system(): Date;
}

/** A fake clock starts as steady for a day. */
export function fakeClock(start: Date): FakeClock {
  let at = start.getTime() - day;
  let elapsed = 0;
  const clock = steadyClock(
    () => at,
    () => elapsed,
  );
  const advance = (milliseconds: number): void => {
    at += milliseconds;
    elapsed += milliseconds;
  };
  advance(day);
  return {
    ...clock,
    advance,
    set: (to) => advance(to.getTime() - at),
    jump: (milliseconds) => {
      at += milliseconds;
    },
    system: () => new Date(at),
  };
}
