import type { Call } from '@inkling/contract/call';
import { plainMessage } from '@inkling/contract/messages';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../app-error.ts';
import type { Threads } from '../threads.ts';

/** A longer body stays a Buffer here, and `checkBodyInThread` parses it. */
const maxInlineBytes = 64 * 1024;

export const notJson = 'The body isn’t valid JSON.';

const maxDepth = 32;
/** Values at any level of a body that is parsed here; a list of 10,000 ids is one. */
const maxValues = 20_000;
/** Values of a body that is parsed in a thread; the chapters of the largest import are 200,000. */
const maxValuesInThread = 300_000;

const quote = 0x22;
const comma = 0x2c;
const backslash = 0x5c;
const [openList, openObject, closeList, closeObject] = [0x5b, 0x7b, 0x5d, 0x7d];

/** The index of the quote that closes the string which starts before `from`, or -1. */
function endOfString(text: string, from: number): number {
  for (let index = text.indexOf('"', from); index !== -1; index = text.indexOf('"', index + 1)) {
    let before = index;
    while (text.charCodeAt(before - 1) === backslash && before > from) before -= 1;
    if ((index - before) % 2 === 0) return index;
  }
  return -1;
}

/**
 * Throws BAD_INPUT if JSON is nested too deeply or has too many values to be parsed. Reads each character at most
 * twice, and leaves invalid JSON to the parser.
 */
export function checkComplexity(json: string, max = maxValues): void {
  let depth = 0;
  let values = 1;
  for (let at = 0; at < json.length; at += 1) {
    const character = json.charCodeAt(at);
    if (character === quote) {
      at = endOfString(json, at + 1);
      if (at === -1) return;
    } else if (character === comma) {
      values += 1;
    } else if (character === openList || character === openObject) {
      depth += 1;
      values += 1;
      if (depth > maxDepth) throw new AppError('BAD_INPUT', 'The body is nested too deeply.');
    } else if (character === closeList || character === closeObject) {
      depth -= 1;
    }
    if (values > max) throw new AppError('BAD_INPUT', 'The body has too many values.');
  }
}

/**
 * Parses JSON bodies. An empty body is accepted, since some clients send the content type without a body. For a
 * repeated key the last value counts; `__proto__` and a `constructor` with a prototype are removed. A long body stays
 * a Buffer.
 */
export function parseJsonBodies(http: FastifyInstance): void {
  const parse = http.getDefaultJsonParser('remove', 'remove');
  http.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    if (body.length > maxInlineBytes) return done(null, body);
    const json = body.toString();
    checkComplexity(json);
    parse(request, json, done);
  });
}

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
