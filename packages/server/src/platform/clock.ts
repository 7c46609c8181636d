/** Where the time comes from. Rules never ask the system directly, so that tests can set it. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** A clock that tests set and move. */
export interface FakeClock extends Clock {
  set(at: Date): void;
  advance(milliseconds: number): void;
}

export function fakeClock(start: Date): FakeClock {
  let at = start.getTime();
  return {
    now: () => new Date(at),
    set: (to) => {
      at = to.getTime();
    },
    advance: (milliseconds) => {
      at += milliseconds;
    },
  };
}

const second = 1000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;
