import { isDatabaseUnavailable } from './db-errors.ts';
import { outsideRequest, withinBudget } from './timeouts.ts';

interface Waiting<Input, Result> {
  key: string;
  input: Input;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

export interface WriteBatch<Input, Result> {
  /** The row that an input writes: no two inputs for one row are written at once, and they are in order. */
  keyOf(input: Input): string;
  /** Writes all of them or none; answers in their order. */
  writeTogether(inputs: Input[]): Promise<Result[]>;
  /** Writes one by itself: what each is left to when they could not be written together. */
  writeAlone(input: Input): Promise<Result>;
}

const max = 100;
const atOnce = 4;

/**
 * Gathers writes that arrive while others are under way, so that they share one statement and one commit. Each
 * is answered once its own write is committed. One that fails spoils no other.
 */
export function writeBatcher<Input, Result>(
  batch: WriteBatch<Input, Result>,
): (input: Input) => Promise<Result> {
  let queue: Waiting<Input, Result>[] = [];
  const underWay = new Set<string>();
  let running = 0;
  let scheduled = false;

  const take = (): Waiting<Input, Result>[] => {
    const taken: Waiting<Input, Result>[] = [];
    const left: Waiting<Input, Result>[] = [];
    // A row whose earlier write is left for later is left as well.
    const passed = new Set<string>();
    for (const one of queue) {
      if (taken.length === max || underWay.has(one.key) || passed.has(one.key)) left.push(one);
      else taken.push(one);
      passed.add(one.key);
    }
    queue = left;
    return taken;
  };
  const write = async (taken: Waiting<Input, Result>[]): Promise<void> => {
    try {
      const results = await batch.writeTogether(taken.map(({ input }) => input));
      for (const [place, result] of results.entries()) taken[place]?.resolve(result);
    } catch (error) {
      const inVain = isDatabaseUnavailable(error);
      if (inVain) for (const one of queue.splice(0)) one.reject(error);
      if (inVain || taken.length === 1) for (const one of taken) one.reject(error);
      else await Promise.all(taken.map((one) => batch.writeAlone(one.input).then(one.resolve, one.reject)));
    }
  };
  const run = async (): Promise<void> => {
    scheduled = false;
    const taken = take();
    if (taken.length === 0) return;
    running += 1;
    for (const { key } of taken) underWay.add(key);
    await write(taken);
    for (const { key } of taken) underWay.delete(key);
    running -= 1;
    schedule();
  };
  const schedule = (): void => {
    if (scheduled || running >= atOnce || queue.length === 0) return;
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
