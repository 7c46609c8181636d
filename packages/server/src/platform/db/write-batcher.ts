import pLimit from 'p-limit';
import { isDatabaseUnavailable } from './db-errors.ts';
import { loader } from './loader.ts';
import { outsideRequest, withinBudget } from './timeouts.ts';

/** In place of a result: the row is locked, and nothing was written. */
export const rowIsLocked = Symbol('row is locked');

export interface WriteBatch<Input, Result> {
  /** The row that an input writes. Inputs for the same row run one at a time, in order. */
  keyOf(input: Input): string;
  /** Writes all inputs or none, apart from those that it returns `rowIsLocked` for; returns results in input order. */
  writeTogether(inputs: Input[]): Promise<(Result | typeof rowIsLocked)[]>;
  /** Writes one input: the fallback after `writeTogether` failed, or found its row locked. */
  writeAlone(input: Input): Promise<Result>;
  /** `concurrency` is how many batches may run at once: 1 only where `writeTogether` never waits for a lock. */
  limits?: { max: number; concurrency: number };
}

const usualLimits = { max: 100, concurrency: 2 };
const maxAloneAtOnce = 4;

/**
 * Batches writes that arrive while others are in progress, so that they share one statement and one commit. Each
 * resolves once its own write is committed. A failing write does not fail the others.
 */
export function writeBatcher<Input, Result>({
  keyOf,
  writeTogether,
  writeAlone,
  limits = usualLimits,
}: WriteBatch<Input, Result>): (input: Input) => Promise<Result | undefined> {
  let outage: { error: unknown } | null = null;
  const alone = pLimit(maxAloneAtOnce);
  // Promises, so that a write that waits for a lock does not delay the others of its batch.
  const write = loader(async (inputs: Input[]): Promise<Promise<Result>[]> => {
    try {
      const results = await writeTogether(inputs);
      return inputs.map((input, index) => {
        const result = results[index] as Result | typeof rowIsLocked;
        return result === rowIsLocked ? alone(() => writeAlone(input)) : Promise.resolve(result);
      });
    } catch (error) {
      if (isDatabaseUnavailable(error)) outage = { error };
      if (outage?.error === error || inputs.length === 1) throw error;
      return inputs.map((input) => alone(() => writeAlone(input)));
    }
  }, limits);
  /** The last write of each row that is being written. */
  const lastWrites = new Map<string, Promise<Result | undefined>>();

  return (input) => {
    const key = keyOf(input);
    const knownOutage = outage;
    // Outside the request, whose budget may end first: the row's next write waits until the database has answered.
    const start = async (): Promise<Result | undefined> => {
      if (outage !== knownOutage) throw outage?.error;
      return outsideRequest(() => write(input));
    };
    const previous = lastWrites.get(key);
    const written = previous === undefined ? start() : previous.then(start, start);
    lastWrites.set(key, written);
    return withinBudget(written.finally(() => lastWrites.get(key) === written && lastWrites.delete(key)));
  };
}
