import type { Call } from '@inkling/contract/call';
import { plainMessage } from '@inkling/contract/messages';
import type { Threads } from '../threads.ts';

const worker = new URL('./check-body.worker.ts', import.meta.url);
/** Cleaning and checking a text takes about 0.1 µs a character. */
const longText = 100_000;

/** A body as its schema makes it, or what is wrong with it. */
export type CheckedBody = { data: unknown } | { issues: { path: PropertyKey[]; message: string }[] };

/** Checks a body by the call's schema; of a call without one nothing is taken. */
export function checkBody({ body }: Pick<Call, 'body'>, given: unknown): CheckedBody {
  const parsed = body?.safeParse(given, { error: plainMessage });
  if (parsed?.error === undefined) return { data: parsed?.data ?? {} };
  return { issues: parsed.error.issues.map(({ path, message }) => ({ path, message })) };
}

const isLong = (value: unknown): boolean => typeof value === 'string' && value.length > longText;

/** Whether checking this would keep everybody else waiting. */
export const hasLongText = (given: unknown): given is object =>
  typeof given === 'object' && given !== null && Object.values(given).some(isLong);

/** Like `checkBody`, in a thread. */
export const checkBodyInThread = async (threads: Threads, call: Call, given: object): Promise<CheckedBody> =>
  (await threads.run(worker, 'checkByKey', { key: call.key, given })) as CheckedBody;
