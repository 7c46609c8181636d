import { isDatabaseUnavailable } from './db-errors.ts';
import { outsideRequest, withinBudget } from './timeouts.ts';

interface Waiting<Input, Result> {
  key: string;
  input: Input;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

export interface WriteBatch<Input, Result> {
  /** The row that an input writes. Inputs for the same row run one at a time, in order. */
  keyOf(input: Input): string;
  /** Writes all inputs or none; returns results in input order. */
  writeTogether(inputs: Input[]): Promise<Result[]>;
  /** Writes one input: the fallback after `writeTogether` failed. */
  writeAlone(input: Input): Promise<Result>;
}

const max = 100;
const concurrency = 4;

/**
 * Batches writes that arrive while others are in progress, so that they share one statement and one commit. Each
 * resolves once its own write is committed. A failing write does not fail the others.
 */
export function writeBatcher<Input, Result>(
  batch: WriteBatch<Input, Result>,
): (input: Input) => Promise<Result> {
  let queue: Waiting<Input, Result>[] = [];
  const inProgress = new Set<string>();
  let running = 0;
  let scheduled = false;

  const takeBatch = (): Waiting<Input, Result>[] => {
    const batched: Waiting<Input, Result>[] = [];
    const left: Waiting<Input, Result>[] = [];
    // A later write of a skipped row must wait too, to preserve the order.
    const seen = new Set<string>();
    for (const one of queue) {
      if (batched.length === max || inProgress.has(one.key) || seen.has(one.key)) left.push(one);
      else batched.push(one);
      seen.add(one.key);
    }
    queue = left;
    return batched;
  };
  const write = async (batched: Waiting<Input, Result>[]): Promise<void> => {
    try {
      const results = await batch.writeTogether(batched.map(({ input }) => input));
      for (const [index, result] of results.entries()) batched[index]?.resolve(result);
    } catch (error) {
      const unavailable = isDatabaseUnavailable(error);
      if (unavailable) for (const one of queue.splice(0)) one.reject(error);
      if (unavailable || batched.length === 1) for (const one of batched) one.reject(error);
      else await Promise.all(batched.map((one) => batch.writeAlone(one.input).then(one.resolve, one.reject)));
    }
  };
  const run = async (): Promise<void> => {
    scheduled = false;
    const batched = takeBatch();
    if (batched.length === 0) return;
    running += 1;
    for (const { key } of batched) inProgress.add(key);
    await write(batched);
    for (const { key } of batched) inProgress.delete(key);
    running -= 1;
    schedule();
  };
  const schedule = (): void => {
    if (scheduled || running >= concurrency || queue.length === 0) return;
    scheduled = true;
    outsideRequest(() => setImmediate(run));
  };
  return (input) =>
    withinBudget(
      new Promise((resolve, reject) => {
        queue.push({ key: batch.keyOf(input), input, resolve, reject });
        schedule();
      }),
    );
}
