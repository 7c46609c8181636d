import { AppError } from '../app-error.ts';
import { currentBudget } from '../db/timeouts.ts';

/**
 * Writes of one person that are worked on at once. Those on one story wait for each other, each with a connection to
 * the database, of which there are few: without this, one person's writes could take them all.
 */
const maxAtOnce = 2;
/** How long (ms) a write waits for its turn; less when it waits for the database as well, as those before it do. */
const waitMs = 5_000;

interface Person {
  active: number;
  waiting: Set<() => void>;
}

const busy = () =>
  new AppError('BUSY', 'You have many changes under way. Please try again in a moment.', {
    retryAfterSeconds: 2,
  });

/**
 * Makes people's writes take turns. What it returns resolves with a function that ends the turn, at once when it is
 * free; it fails with BUSY when the wait is too long.
 */
export function writeLimiter(limits: { waitMs?: number } = {}): (person: string) => Promise<() => void> {
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
    const timer = setTimeout(
      () => {
        person.waiting.delete(begin);
        reject(busy());
      },
      Math.min(limits.waitMs ?? waitMs, Math.max(0, budget?.left() ?? waitMs)),
    );
    person.waiting.add(begin);
    return budget === null ? promise : budget.charge(() => promise);
  };
}
