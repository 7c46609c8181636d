/** What PostgreSQL allows a statement (ms), unless a session has set something else for itself. */
export const longestStatement = 15_000;
/** PostgreSQL ends a statement by itself and says so. Who hears nothing so long after that, hears nothing any more. */
const more = 3_000;
/** Waits for statements that may take as long as they like; the longest that a timer can be set to. */
const noEnd = 2 ** 31 - 1;

/** How long (ms) an answer is waited for when nobody has set anything. */
export const usualPatience = longestStatement + more;

const units: Record<string, number> = { ms: 1, s: 1_000, min: 60_000, h: 3_600_000 };

/**
 * How long (ms) answers are waited for after this statement: who lets PostgreSQL work for longer, by
 * `set [local] statement_timeout = …`, waits for longer as well.
 */
export function patienceAfter(statement: string, before: number): number {
  if (/^reset statement_timeout$/i.test(statement)) return usualPatience;
  const set = /^set (?:local )?statement_timeout = '?(\d+) ?(ms|s|min|h)?'?$/i.exec(statement);
  if (set === null) return before;
  const longest = Number(set[1]) * (units[set[2] ?? 'ms'] ?? 1);
  return longest === 0 ? noEnd : Math.min(longest + more, noEnd);
}

/** Whether the driver has given up waiting for an answer. */
export const isSilence = (error: unknown): boolean =>
  error instanceof Error && error.message === 'Query read timeout';
