import { setImmediate } from 'node:timers/promises';
import DataLoader from 'dataloader';
import pLimit from 'p-limit';
import { isDatabaseUnavailable } from './db-errors.ts';
import type { Standby } from './standbys.ts';
import { currentStandby, outsideRequest, readOutsideRequest, withinBudget } from './timeouts.ts';

interface Limits {
  max?: number;
  concurrency?: number;
  /** Requests that read from a standby make their look-ups there. */
  onStandbys?: boolean;
}

/**
 * Batches look-ups that arrive while a query is running into the next query. `load` returns rows in input order.
 * A look-up is resolved by a query that started after it arrived, so it sees everything committed before.
 * A concurrency of 1 makes the biggest batches; raise it where a query may wait for a lock.
 * If the database is unavailable, all queued look-ups fail at once.
 */
export function loader<Input, Row>(
  load: (inputs: Input[]) => Promise<(Row | undefined)[]>,
  limits: Limits = {},
): (input: Input) => Promise<Row | undefined> {
  const primary = oneLoader(load, limits, outsideRequest);
  if (limits.onStandbys !== true) return primary;
  const others = new Map<Standby, typeof primary>();
  return (input) => {
    const standby = currentStandby();
    if (standby === null) return primary(input);
    const other = others.get(standby) ?? oneLoader(load, limits, readOutsideRequest);
    others.set(standby, other);
    return other(input);
  };
}

function oneLoader<Input, Row>(
  load: (inputs: Input[]) => Promise<(Row | undefined)[]>,
  { max = 200, concurrency = 1 }: Limits,
  outside: (work: () => Promise<void>) => Promise<void>,
): (input: Input) => Promise<Row | undefined> {
  const limit = pLimit(concurrency);
  let batch: Promise<unknown> = Promise.resolve();
  let outage: { error: unknown } | null = null;
  let isRefused = false;

  const loadAll = async (inputs: readonly Input[]): Promise<(Row | undefined)[]> => {
    if (isRefused) throw outage?.error;
    try {
      const rows = await load([...inputs]);
      return inputs.map((_, index) => rows[index]);
    } catch (error) {
      if (isDatabaseUnavailable(error)) outage = { error };
      throw error;
    }
  };
  const batches = new DataLoader<Input, Row | undefined>((inputs) => (batch = loadAll(inputs)), {
    cache: false,
    maxBatchSize: max,
    // Leave the context of the first request: the query serves all of them.
    batchScheduleFn: (dispatch) => void outside(() => schedule(dispatch)),
  });
  const schedule = async (dispatch: () => void): Promise<void> => {
    const knownOutage = outage;
    await setImmediate();
    await limit(async () => {
      isRefused = outage !== knownOutage;
      dispatch();
      await batch.catch(() => {});
      // Requests that were received together with the response join the next batch, and so do those that clients sent
      // when they got the last batch's responses: larger batches save about an eighth of a request under load.
      await setImmediate();
      await setImmediate();
    });
  };
  return (input) => withinBudget(batches.load(input));
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
