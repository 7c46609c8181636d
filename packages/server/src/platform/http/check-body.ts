import type { Call } from '@inkling/contract/call';
import { plainMessage } from '@inkling/contract/messages';
import { AppError } from '../app-error.ts';
import type { Threads } from '../threads.ts';
import { checkComplexity, maxValuesInThread, notJson } from './json-body.ts';

const worker = new URL('./check-body.worker.ts', import.meta.url);

/** A body parsed by its schema, or the validation issues. */
export type CheckedBody = { data: unknown } | { issues: { path: PropertyKey[]; message: string }[] };

/** Validates a body with the call's schema; a call without a body schema gets an empty object. */
export function checkBody({ body }: Pick<Call, 'body'>, input: unknown): CheckedBody {
  const parsed = body?.safeParse(input, { error: plainMessage });
  if (parsed?.error === undefined) return { data: parsed?.data ?? {} };
  return { issues: parsed.error.issues.map(({ path, message }) => ({ path, message })) };
}

/** Carries a refusal out of a thread as plain data, since an AppError cannot be cloned. */
export type ParsedBody = CheckedBody | { refusal: string };

/**
 * Parses UTF-8 JSON and validates it with the call's schema, which drops unknown keys, including `__proto__`.
 */
export function parseBody(call: Pick<Call, 'body'>, bytes: ArrayBuffer): ParsedBody {
  let input: unknown;
  try {
    const json = new TextDecoder().decode(bytes);
    checkComplexity(json, maxValuesInThread);
    input = JSON.parse(json);
  } catch (error) {
    if (error instanceof AppError) return { refusal: error.message };
    if (error instanceof SyntaxError) return { refusal: notJson };
    throw error;
  }
  return checkBody(call, input ?? {});
}

/**
 * Parses and validates a long body in a thread. The bytes are transferred: they cannot be read here afterwards.
 *
 * @throws AppError BAD_INPUT if it is not JSON, nested too deeply or has too many values
 */
export async function parseBodyInThread(
  threads: Threads,
  { key }: Call,
  bytes: Buffer,
): Promise<CheckedBody> {
  // A slice of a larger buffer cannot be transferred, so it is copied.
  const { buffer } = bytes;
  const isWhole = buffer instanceof ArrayBuffer && buffer.byteLength === bytes.length;
  const transferable = isWhole ? buffer : Uint8Array.from(bytes).buffer;
  const parsed = (await threads.run(worker, 'parseByKey', { key, bytes: transferable }, [
    transferable,
  ])) as ParsedBody;
  if ('refusal' in parsed) throw new AppError('BAD_INPUT', parsed.refusal);
  return parsed;
}
