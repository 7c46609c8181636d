import { isDatabaseUnavailable } from './db/db-errors.ts';
import { outsideRequest, withinBudget } from './db/timeouts.ts';

/**
 * Lets those who ask for the same thing while it is being worked out share the next working-out. Nobody is given
 * a result whose work began before they asked, so it is as current as if each had asked alone. When the database was
 * waited for in vain, those who wait for their turn fail, too.
 */
export function singleFlight<Result>(): (key: string, work: () => Promise<Result>) => Promise<Result> {
  const turns = new Map<string, { running: Promise<unknown>; next: Promise<Result> | null }>();

  const begin = (key: string, work: () => Promise<Result>): Promise<Result> => {
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
    if (turn === undefined) return withinBudget(begin(key, work));
    turn.next ??= turn.running.then(() => begin(key, work));
    return withinBudget(turn.next);
  };
}
