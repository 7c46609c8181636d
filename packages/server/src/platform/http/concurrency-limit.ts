import { AppError } from '../app-error.ts';
import { currentBudget } from '../db/timeouts.ts';

/**
 * Requests of one person that are worked on at once. Each may hold a connection to the database, of which there are
 * few: writes to one story wait for each other, and reads of long texts take long. Without this, one person could
 * take them all.
 */
const usual = { maxAtOnce: 2, waitMs: 5_000 };
/** Reads of one person at once: what the fullest page asks for together. */
export const maxReadsAtOnce = 4;
/** Requests of visitors from one address, which may be many people. */
export const maxVisitsAtOnce = 6;

interface Person {
  active: number;
  waiting: Set<() => void>;
}

const busy = () =>
  new AppError('BUSY', 'You have many requests under way. Please try again in a moment.', {
    retryAfterSeconds: 2,
  });

/**
 * Makes each person's requests take turns, `maxAtOnce` at a time; one waits at most `waitMs`. What it returns resolves with a function that ends the turn, at once when it is
 * free; it fails with BUSY when the wait is too long.
 */
export function concurrencyLimit(
  limits: Partial<typeof usual> = {},
): (person: string) => Promise<() => void> {
  const { maxAtOnce, waitMs } = { ...usual, ...limits };
  const people = new Map<string, Person>();
  const end = (id: string, person: Person): void => {
    const [next] = person.waiting;
    if (next !== undefined) {
      person.waiting.delete(next);
      next();
      return;
    }
    person.active -= 1;
    if (person.active === 0) people.delete(id);
  };
  return (id) => {
    const person = people.get(id) ?? { active: 0, waiting: new Set() };
    people.set(id, person);
    const endTurn = () => end(id, person);
    if (person.active < maxAtOnce) {
      person.active += 1;
      return Promise.resolve(endTurn);
    }
    const { promise, resolve, reject } = Promise.withResolvers<() => void>();
    const budget = currentBudget();
    const begin = () => {
      clearTimeout(timer);
      resolve(endTurn);
    };
    // Less when it waits for the database as well, as those before it do.
    const longest = Math.min(waitMs, Math.max(0, budget?.left() ?? waitMs));
    const timer = setTimeout(() => {
      person.waiting.delete(begin);
      reject(busy());
    }, longest);
    person.waiting.add(begin);
    return budget === null ? promise : budget.charge(() => promise);
  };
}
