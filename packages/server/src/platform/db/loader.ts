import { isDatabaseUnavailable } from './db-errors.ts';
import { outsideRequest, withinBudget } from './timeouts.ts';

interface Waiting<Input, Row> {
  input: Input;
  resolve: (row: Row | undefined) => void;
  reject: (error: unknown) => void;
}

interface Limits {
  max?: number;
  concurrency?: number;
}

/**
 * Batches look-ups that arrive while a query is running into the next query. `load` returns rows in input order.
 * A look-up is resolved by a query that started after it arrived, so it sees everything committed before.
 * A concurrency of 1 makes the biggest batches; raise it where a query may wait for a lock.
 * If the database is unavailable, all queued look-ups fail at once.
 */
export function loader<Input, Row>(
  load: (input: Input[]) => Promise<(Row | undefined)[]>,
  { max = 200, concurrency = 1 }: Limits = {},
): (input: Input) => Promise<Row | undefined> {
  let queue: Waiting<Input, Row>[] = [];
  let running = 0;

  const run = async (): Promise<void> => {
    const batch = queue.slice(0, max);
    queue = queue.slice(max);
    running += 1;
    try {
      const rows = await load(batch.map((one) => one.input));
      for (const [index, one] of batch.entries()) one.resolve(rows[index]);
    } catch (error) {
      const failed = isDatabaseUnavailable(error) ? batch.concat(queue.splice(0)) : batch;
      for (const one of failed) one.reject(error);
    } finally {
      running -= 1;
      if (queue.length > 0) schedule();
    }
  };
  const schedule = (): void => {
    if (running >= concurrency) return;
    // Leave the context of the first request: the query serves all of them.
    outsideRequest(() => setImmediate(() => queue.length > 0 && running < concurrency && void run()));
  };
  return (input) =>
    withinBudget(
      new Promise((resolve, reject) => {
        queue.push({ input, resolve, reject });
        schedule();
      }),
    );
}

/** A loader by key: a key that several callers request in one batch is looked up once. */
export function keyedLoader<Key, Row>(
  load: (keys: Key[]) => Promise<Map<Key, Row>>,
  limits?: Limits,
): (key: Key) => Promise<Row | undefined> {
  return loader(async (keys) => {
    const rows = await load([...new Set(keys)]);
    return keys.map((key) => rows.get(key));
  }, limits);
}

/** Puts rows in input order; `place` is the position of the input, counted from 1. */
export function inInputOrder<Row extends { place: number }>(rows: Row[]): (Row | undefined)[] {
  const ordered: (Row | undefined)[] = [];
  for (const row of rows) ordered[row.place - 1] = row;
  return ordered;
}
