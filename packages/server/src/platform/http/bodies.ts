import { extname } from 'node:path';
import { finished } from 'node:stream';
import type { Call, UploadRules } from '@inkling/contract/call';
import { plainMessage } from '@inkling/contract/messages';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { AppError } from '../app-error.ts';
import { perInstance } from '../per-instance.ts';
import type { Threads } from '../threads.ts';

// Bodies of requests: the memory they may hold, JSON, and uploaded files (docs/product/http.md#request-limits).

const kilobyte = 1024;
const megabyte = 1024 * kilobyte;

/** The limits of the memory of one kind of body in bytes, in total and per person, with the messages beyond them. */
interface BudgetLimits {
  total: number;
  perPerson: number;
  tooMany: string;
  tooManyOfPerson: string;
}

/** Files that are uploaded (docs/product/http.md#memory-of-bodies). */
export const uploadLimits: BudgetLimits = {
  total: 64 * megabyte,
  perPerson: 24 * megabyte,
  tooMany: 'Many files are being uploaded right now. Please try again in a moment.',
  tooManyOfPerson: 'Other files of yours are still being uploaded. Please try again when they are done.',
};

/** Long texts, sent as JSON. */
export const longBodyLimits: BudgetLimits = {
  total: 256 * megabyte,
  perPerson: 24 * megabyte,
  tooMany: 'Many long texts are being sent right now. Please try again in a moment.',
  tooManyOfPerson: 'Other long texts of yours are still being sent. Please try again when they are done.',
};

const retryAfterSeconds = 10;

/** Counts the memory that one kind of body holds in a server now, and the most that it has held. */
function memoryBudget({ total, perPerson, tooMany, tooManyOfPerson }: BudgetLimits) {
  const byPerson = new Map<string, number>();
  const budget = {
    held: 0,
    peak: 0,
    /**
     * Reserves memory for a request before its body is read, until the response is sent or the connection is closed.
     * Throws BUSY if the total is exhausted, and TOO_MANY_REQUESTS if the person's share is.
     */
    reserve({ viewer, ip }: FastifyRequest, reply: FastifyReply, bytes: number): void {
      const person = viewer?.id ?? ip;
      const change = (by: number): void => {
        budget.held += by;
        budget.peak = Math.max(budget.peak, budget.held);
        const theirs = (byPerson.get(person) ?? 0) + by;
        if (theirs > 0) byPerson.set(person, theirs);
        else byPerson.delete(person);
      };
      if ((byPerson.get(person) ?? 0) + bytes > perPerson)
        throw new AppError('TOO_MANY_REQUESTS', tooManyOfPerson, { retryAfterSeconds });
      if (budget.held + bytes > total) throw new AppError('BUSY', tooMany, { retryAfterSeconds });
      change(bytes);
      finished(reply.raw, () => change(-bytes));
    },
  };
  return budget;
}

// Several servers in one process, as in tests, share none.
export const uploadBudgetOf = perInstance((_http: FastifyInstance['server']) => memoryBudget(uploadLimits));
export const longBodyBudgetOf = perInstance((_http: FastifyInstance['server']) =>
  memoryBudget(longBodyLimits),
);

/** A hook of calls that accept more than `defaultBytes`. A body without a content length counts with the maximum. */
export const reserveLongBody =
  (defaultBytes: number, maxBytes: number) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { 'content-length': declared, 'transfer-encoding': encoding } = request.headers;
    const bytes = encoding === undefined ? Math.min(Number(declared ?? 0), maxBytes) : maxBytes;
    if (bytes > defaultBytes) longBodyBudgetOf(request.server.server).reserve(request, reply, bytes);
  };

/** A longer body stays a Buffer at first, and `checkBodyInThread` parses it. */
const maxInlineBytes = 64 * kilobyte;

export const notJson = 'The body isn’t valid JSON.';

const maxDepth = 32;
/** Values at any level of a body that is parsed in the main thread; a list of 10,000 ids is one. */
const maxValues = 20_000;
/** Values of a body that is parsed in a thread; the chapters of the largest import are 200,000. */
const maxValuesInThread = 300_000;

/** The index of the quote that closes the string which starts before `from`, or -1. */
function endOfString(text: string, from: number): number {
  for (let index = text.indexOf('"', from); index !== -1; index = text.indexOf('"', index + 1)) {
    let before = index;
    while (text[before - 1] === '\\' && before > from) before -= 1;
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
    const character = json[at];
    if (character === '"') {
      at = endOfString(json, at + 1);
      if (at === -1) return;
    } else if (character === '[' || character === '{') {
      depth += 1;
      values += 1;
      if (depth > maxDepth) throw new AppError('BAD_INPUT', 'The body is nested too deeply.');
    } else if (character === ']' || character === '}') depth -= 1;
    else if (character === ',') values += 1;
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

const worker = new URL('./check-body.worker.ts', import.meta.url);

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

export interface UploadedFile {
  name: string;
  bytes: Buffer;
}

/** Maximum size of a body's boundaries, headers and text fields. */
const overheadBytes = 64 * kilobyte;
const uploadTimeoutMs = 60_000;
const [maxFields, maxFieldBytes] = [8, kilobyte];

/**
 * Registers an upload route in its own Fastify scope: the multipart plugin adds hooks to every request of its scope,
 * which would cost requests without a file a tenth of their time.
 */
export function routeWithUpload(http: FastifyInstance, route: RouteOptions): void {
  http.register(async (scope) => {
    // Not in the threads that parse bodies.
    await scope.register((await import('@fastify/multipart')).default);
    scope.route(route);
  });
}

/**
 * Reads the file of a multipart request, at most `maxBytes`, and its text fields into memory, within a minute. The memory
 * is reserved before anything is read; the rest of a refused body is discarded.
 */
export async function readUpload(
  request: FastifyRequest,
  reply: FastifyReply,
  {
    maxBytes,
    tooLarge = 'This file is too large.',
    types,
    wrongType = 'This file type isn’t supported.',
  }: UploadRules,
): Promise<{ file: UploadedFile; fields: Record<string, string> }> {
  if (!request.isMultipart()) throw new AppError('WRONG_TYPE', 'Send the file as multipart/form-data.');
  const max = maxBytes + overheadBytes;
  const declared = Number(request.headers['content-length'] ?? max);
  if (declared > max) throw new AppError('TOO_LARGE', tooLarge);
  uploadBudgetOf(request.server.server).reserve(request, reply, declared);
  const deadline = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => deadline.reject(new AppError('BAD_INPUT', 'The upload took too long. Please try again.')),
    uploadTimeoutMs,
  );
  const { name, type, bytes, fields } = await Promise.race([readParts(request, maxBytes), deadline.promise])
    .catch((error: unknown) => {
      request.raw.unpipe();
      request.raw.resume();
      throw toClientError(error, tooLarge);
    })
    .finally(() => clearTimeout(timer));
  if (types !== undefined && !mayHaveType(type, name, types)) throw new AppError('WRONG_TYPE', wrongType);
  return { file: { name: name.slice(0, 255), bytes }, fields };
}

/** Reads a multipart body to its last boundary: one file, with text fields before or after it. */
async function readParts(request: FastifyRequest, maxBytes: number) {
  const parts = request.parts({
    limits: {
      ...{ fileSize: maxBytes, files: 1, fields: maxFields, fieldSize: maxFieldBytes },
      ...{ parts: maxFields + 2, headerPairs: 20 },
    },
  });
  let file: { name: string; type: string; bytes: Buffer } | undefined;
  const fields: Record<string, string> = {};
  const names = new Set<string>();
  const requireOnce = (path: string, isOnce: boolean): void => {
    const message = 'This field must be sent once, as text of at most 1024 bytes.';
    if (!isOnce || names.has(path)) throw new AppError('BAD_INPUT', message, { fields: [{ path, message }] });
    names.add(path);
  };
  for await (const part of parts) {
    if (part.type === 'file') {
      requireOnce(part.fieldname, true);
      // Undefined for a part without a file name, although the library's type excludes it.
      const name: string | undefined = part.filename;
      file = { name: name ?? '', type: part.mimetype, bytes: await part.toBuffer() };
    } else {
      // The value of a truncated or repeated field would be wrong.
      const { fieldname, value, valueTruncated, fieldnameTruncated } = part;
      requireOnce(fieldname, typeof value === 'string' && !valueTruncated && !fieldnameTruncated);
      fields[fieldname] = String(value);
    }
  }
  if (file === undefined) throw new AppError('BAD_INPUT', 'Please choose a file.');
  return { ...file, fields };
}

/** Non-standard names that some programs use for JPEG. */
const typeAliases: Record<string, string> = { 'image/jpg': 'image/jpeg', 'image/pjpeg': 'image/jpeg' };

/**
 * Whether a file may have one of these types by its declared type; its content is checked later. The library reports
 * `text/plain` for a missing type: such a file is accepted unless its extension contradicts.
 */
function mayHaveType(type: string, name: string, types: readonly string[]): boolean {
  const isAllowed = (one: string) => types.includes(typeAliases[one] ?? one);
  if (type === 'application/octet-stream' || isAllowed(type)) return true;
  const extension = extname(name).slice(1).toLowerCase();
  return type === 'text/plain' && (extension === '' || isAllowed(`image/${extension}`));
}

/** Errors while reading are the client's fault: the body is too long, incomplete or not valid multipart. */
function toClientError(error: unknown, tooLarge: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'FST_REQ_FILE_TOO_LARGE') return new AppError('TOO_LARGE', tooLarge);
  if (error instanceof AppError || code.startsWith('FST_')) return error;
  return new AppError('BAD_INPUT', 'The file couldn’t be read. Send it again as multipart/form-data.');
}
