export interface Streaks {
  /** Days read up to today; 0 once more days were missed than a streak allows. */
  current: number;
  longest: number;
}

/** One change of zone shortens or skips at most this many days. */
const maxShortInRow = 3;
/** Days of a week that may be missed, in the first weeks of a streak and later. */
const [restInFirstWeeks, restInWeek, firstWeeks] = [3, 2, 2];

/** The week of a day number, from Monday to Sunday; 1970-01-01 was a Thursday. */
const weekOf = (day: number): number => Math.floor((day + 3) / 7);

/** How many days of a week may be missed in a streak that began in the week `first`. */
const restOf = (week: number, first: number): number =>
  week < first + firstWeeks ? restInFirstWeeks : restInWeek;

/**
 * The missed days between two days of reading, counted by week; null if they end every streak. Days shortened by travel
 * and bought rest days are not missed.
 */
function missedBetween(
  last: number,
  day: number,
  short: ReadonlySet<number>,
  rest: ReadonlySet<number>,
): Map<number, number> | null {
  const missed = new Map<number, number>();
  let free = maxShortInRow;
  for (let between = last + 1; between < day; between += 1) {
    if (rest.has(between)) continue;
    if (short.has(between) && free > 0) {
      free -= 1;
      continue;
    }
    const week = weekOf(between);
    const count = (missed.get(week) ?? 0) + 1;
    if (count > restInFirstWeeks) return null;
    missed.set(week, count);
  }
  return missed;
}

/**
 * Computes streaks: the number of days read while no week, from Monday to Sunday, has more missed days than a streak allows
 * (docs/product/library.md#words-and-days). All days are day numbers. Days of `shortDays`, which a change of time zone
 * shortened or skipped, and of `restDays`, which were bought, are not missed and do not count.
 */
export function readingStreaks(
  days: number[],
  today: number,
  shortDays: number[] = [],
  restDays: number[] = [],
): Streaks {
  const [short, rest] = [new Set(shortDays), new Set(restDays)];
  const inOrder = [...new Set(days)].sort((a, b) => a - b);
  /** The missed days before each day of reading. */
  const gaps: Map<number, number>[] = [];
  /** The missed days of the current streak. A later start allows more, so the start only ever moves on. */
  const missed = new Map<number, number>();
  let start = 0;
  let longest = 0;

  const add = (gap: Map<number, number>, by: 1 | -1): void => {
    for (const [week, count] of gap) missed.set(week, (missed.get(week) ?? 0) + by * count);
  };
  const isTooMany = (gap: Map<number, number>): boolean =>
    [...gap.keys()].some(
      (week) => (missed.get(week) ?? 0) > restOf(week, weekOf(inOrder[start] ?? Number.NaN)),
    );
  /** Moves the start on until the streak survives the missed days after the day at `end`, or begins after it. */
  const pass = (gap: Map<number, number> | null, end: number): void => {
    if (gap === null) {
      missed.clear();
      start = end + 1;
      return;
    }
    add(gap, 1);
    while (start <= end && isTooMany(gap)) {
      start += 1;
      add(start <= end ? (gaps[start] ?? new Map()) : gap, -1);
    }
  };

  inOrder.forEach((day, index) => {
    const last = inOrder[index - 1];
    const gap = last === undefined ? new Map<number, number>() : missedBetween(last, day, short, rest);
    gaps.push(gap ?? new Map());
    pass(gap, index - 1);
    longest = Math.max(longest, index + 1 - start);
  });
  // After travelling west, the last day can be in the future: it counts like today, which is not over.
  pass(missedBetween(inOrder.at(-1) ?? today, today, short, rest), inOrder.length - 1);
  return { current: inOrder.length - start, longest };
}

/** Reading time assumes 200 words per minute (docs/product/stories.md#fields). */
export const minutesOf = (words: number): number => Math.round(words / 200);
