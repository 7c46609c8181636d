import type { Call } from '@inkling/contract/call';
import { plainMessage } from '@inkling/contract/messages';
import { AppError } from '../app-error.ts';
import type { Threads } from '../threads.ts';
import { checkComplexity, maxValuesInThread, notJson } from './json-body.ts';

const worker = new URL('./check-body.worker.ts', import.meta.url);

/** A body parsed by its schema, and what is wrong with it. */
export interface CheckedBody {
  data: unknown;
  issues: { path: PropertyKey[]; message: string }[];
}

/** Validates a body with the call's schema; a call without a body schema gets an empty object. */
export function checkBody({ body }: Pick<Call, 'body'>, input: unknown): CheckedBody {
  const { data = {}, error } = body?.safeParse(input, { error: plainMessage }) ?? {};
  return { data, issues: error?.issues.map(({ path, message }) => ({ path, message })) ?? [] };
}

/** A refusal is carried out of a thread as plain data, since an AppError cannot be cloned. */
export type ParsedBody = CheckedBody | { refusal: string };

/** Parses UTF-8 JSON and validates it with the call's schema, which drops unknown keys, including `__proto__`. */
export function parseBody(call: Pick<Call, 'body'>, bytes: ArrayBuffer): ParsedBody {
  try {
    const json = new TextDecoder().decode(bytes);
    checkComplexity(json, maxValuesInThread);
    return checkBody(call, JSON.parse(json) ?? {});
  } catch (error) {
    if (error instanceof AppError) return { refusal: error.message };
    if (error instanceof SyntaxError) return { refusal: notJson };
    throw error;
  }
}

/**
 * Parses and validates a long body in a thread.
 *
 * @throws AppError BAD_INPUT if it is not JSON, nested too deeply or has too many values
 */
export async function checkBodyInThread(threads: Threads, { key }: Call, body: Buffer): Promise<CheckedBody> {
  const { buffer: bytes } = new Uint8Array(body);
  const parsed = (await threads.run(worker, 'parseByKey', { key, bytes }, [bytes])) as ParsedBody;
  if ('refusal' in parsed) throw new AppError('BAD_INPUT', parsed.refusal);
  return parsed;
}
