import { isDatabaseUnavailable } from './db-errors.ts';
import { outsideRequest, withinBudget } from './timeouts.ts';

interface Waiting<Asked, Row> {
  asked: Asked;
  resolve: (row: Row | undefined) => void;
  reject: (error: unknown) => void;
}

interface Bounds {
  most?: number;
  atOnce?: number;
}

/**
 * Gathers look-ups that arrive while one is under way into one query, whose rows stand where what was asked for
 * stands. A look-up is only ever answered by a query that began after it arrived, so it sees everything committed
 * before it was asked. `atOnce` queries may be under way: one gathers most; what may wait for a lock had better not
 * hold up the rest. Those that still wait when the database was waited for in vain fail at once.
 */
export function loader<Asked, Row>(
  load: (asked: Asked[]) => Promise<(Row | undefined)[]>,
  { most: max = 200, atOnce = 1 }: Bounds = {},
): (asked: Asked) => Promise<Row | undefined> {
  let queue: Waiting<Asked, Row>[] = [];
  let running = 0;

  const run = async (): Promise<void> => {
    const batch = queue.slice(0, max);
    queue = queue.slice(max);
    running += 1;
    try {
      const rows = await load(batch.map((one) => one.asked));
      for (const [place, one] of batch.entries()) one.resolve(rows[place]);
    } catch (error) {
      const failed = isDatabaseUnavailable(error) ? batch.concat(queue.splice(0)) : batch;
      for (const one of failed) one.reject(error);
    } finally {
      running -= 1;
      if (queue.length > 0) schedule();
    }
  };
  const schedule = (): void => {
    if (running >= atOnce) return;
    // Not in the context of the request that happens to be first: the query serves all of them.
    outsideRequest(() => setImmediate(() => queue.length > 0 && running < atOnce && void run()));
  };
  return (asked) =>
    withinBudget(
      new Promise((resolve, reject) => {
        queue.push({ asked, resolve, reject });
        schedule();
      }),
    );
}

/** The same for what many ask for at once by one key, which is then looked up once. */
export function keyedLoader<Key, Row>(
  load: (keys: Key[]) => Promise<Map<Key, Row>>,
  bounds?: Bounds,
): (key: Key) => Promise<Row | undefined> {
  return loader(async (keys) => {
    const rows = await load([...new Set(keys)]);
    return keys.map((key) => rows.get(key));
  }, bounds);
}

/** Rows that say the place, from 1 on, of what was asked for, put there. */
export function inInputOrder<Row extends { place: number }>(rows: Row[]): (Row | undefined)[] {
  const placed: (Row | undefined)[] = [];
  for (const row of rows) placed[row.place - 1] = row;
  return placed;
}
