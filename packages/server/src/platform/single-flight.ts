import { isDatabaseUnavailable } from './db/db-errors.ts';
import { outsideRequest, withinBudget } from './db/timeouts.ts';

/**
 * Calls with the same key during a running computation share the next one. A result never comes from work that
 * started before the call, so it is as fresh as without sharing. If the database is unavailable, the waiting calls
 * fail too.
 */
export function singleFlight<Result>(): (key: string, work: () => Promise<Result>) => Promise<Result> {
  const turns = new Map<string, { running: Promise<unknown>; next: Promise<Result> | null }>();

  const start = (key: string, work: () => Promise<Result>): Promise<Result> => {
    const turn: { running: Promise<unknown>; next: Promise<Result> | null } = {
      running: Promise.resolve(),
      next: null,
    };
    turns.set(key, turn);
    const result = outsideRequest(work);
    turn.running = result.then(
      () => turn.next === null && turns.delete(key),
      (error: unknown) => {
        if (turn.next === null || isDatabaseUnavailable(error)) turns.delete(key);
        if (turn.next !== null && isDatabaseUnavailable(error)) throw error;
      },
    );
    turn.running.catch(() => {});
    return result;
  };
  return (key, work) => {
    const turn = turns.get(key);
    if (turn === undefined) return withinBudget(start(key, work));
    turn.next ??= turn.running.then(() => start(key, work));
    return withinBudget(turn.next);
  };
}
