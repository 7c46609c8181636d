import type { Call } from '@inkling/contract/call';
import { plainMessage } from '@inkling/contract/messages';
import { AppError } from '../app-error.ts';
import type { Threads } from '../threads.ts';
import { checkComplexity, notJson } from './json-body.ts';

const worker = new URL('./check-body.worker.ts', import.meta.url);

/** A body as its schema makes it, or what is wrong with it. */
export type CheckedBody = { data: unknown } | { issues: { path: PropertyKey[]; message: string }[] };

/** Checks a body by the call's schema; of a call without one nothing is taken. */
export function checkBody({ body }: Pick<Call, 'body'>, given: unknown): CheckedBody {
  const parsed = body?.safeParse(given, { error: plainMessage });
  if (parsed?.error === undefined) return { data: parsed?.data ?? {} };
  return { issues: parsed.error.issues.map(({ path, message }) => ({ path, message })) };
}

/** A refusal in a form that survives the way out of a thread, which an AppError does not. */
export type ParsedBody = CheckedBody | { refusal: string };

/**
 * Parses JSON in UTF-8 and checks it by the call's schema. The schema drops the keys that it does not name, `__proto__`
 * among them.
 */
export function parseBody(call: Pick<Call, 'body'>, bytes: ArrayBuffer): ParsedBody {
  let given: unknown;
  try {
    const json = new TextDecoder().decode(bytes);
    checkComplexity(json);
    given = JSON.parse(json);
  } catch (error) {
    if (error instanceof AppError) return { refusal: error.message };
    if (error instanceof SyntaxError) return { refusal: notJson };
    throw error;
  }
  return checkBody(call, given ?? {});
}

/**
 * Parses and checks a long body in a thread, which takes its bytes over: they cannot be read here afterwards.
 *
 * @throws AppError BAD_INPUT when it is not JSON, too deep or too full
 */
export async function parseBodyInThread(
  threads: Threads,
  { key }: Call,
  bytes: Buffer,
): Promise<CheckedBody> {
  // A part of a larger buffer cannot be handed over alone.
  const { buffer } = bytes;
  const isWhole = buffer instanceof ArrayBuffer && buffer.byteLength === bytes.length;
  const own = isWhole ? buffer : Uint8Array.from(bytes).buffer;
  const parsed = (await threads.run(worker, 'parseByKey', { key, bytes: own }, [own])) as ParsedBody;
  if ('refusal' in parsed) throw new AppError('BAD_INPUT', parsed.refusal);
  return parsed;
}
