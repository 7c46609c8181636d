/** Where the time comes from. Rules never ask the system directly, so that tests can set it. */
export interface Clock {
  now(): Date;
  /** Milliseconds for which the system's clock has not jumped; at most since the start of the process. */
  steadyFor(): number;
}

const second = 1000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

/** A change of the system's clock that is followed at once; a larger one is a jump. */
const smallChange = minute;
/** How long a jump must last before it is followed (docs/product.md §1.13). */
const settlingTime = 10 * minute;

/**
 * A clock that follows the system's clock, but not its jumps until they have lasted. `counter` is a count of
 * milliseconds that setting the clock does not change, by which the time goes on in the meantime. A time that has
 * itself just been set, or just been read for the first time, is worth no more than the next: that one is followed.
 */
export function steadyClock(system: () => number, counter: () => number): Clock {
  let steadySince = counter();
  let followedSince = steadySince;
  let offset = system() - steadySince;
  let jumped: { offset: number; since: number } | null = null;
  const read = (): number => {
    const at = counter();
    const found = system() - at;
    const agrees = (other: number) => Math.abs(found - other) <= smallChange;
    if (agrees(offset)) {
      offset = found;
      jumped = null;
      return at;
    }
    steadySince = at;
    if (jumped === null || !agrees(jumped.offset)) jumped = { offset: found, since: at };
    if (at - jumped.since >= settlingTime || jumped.since - followedSince < settlingTime) {
      offset = found;
      followedSince = at;
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
  /** Lets the time pass until then. */
  set(at: Date): void;
  /** Lets so much time pass. */
  advance(milliseconds: number): void;
  /** Sets the system's clock by so much, in which no time passes. */
  jump(milliseconds: number): void;
  /** What the system's clock says. */
  system(): Date;
}

/** A fake clock has been steady for a day when it begins. */
export function fakeClock(start: Date): FakeClock {
  let at = start.getTime() - day;
  let counted = 0;
  const clock = steadyClock(
    () => at,
    () => counted,
  );
  const advance = (milliseconds: number): void => {
    at += milliseconds;
    counted += milliseconds;
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
