import { extname } from 'node:path';
import multipart from '@fastify/multipart';
import type { UploadRules } from '@inkling/contract/call';
import type { FastifyInstance, FastifyRequest, RouteHandlerMethod, RouteOptions } from 'fastify';
import { AppError } from '../app-error.ts';
import { type UploadBudget, uploadBudget, uploadLimits } from './upload-budget.ts';
import { readParts, type UploadParts } from './upload-parts.ts';

export interface UploadedFile {
  name: string;
  bytes: Buffer;
  /** Whether who sent it has hung up, and hears no answer any more; of a file that was sent. */
  senderHasLeft?(): boolean;
}

/** What the boundaries, headers and texts of a body may add to its file. */
const overheadBytes = 64 * 1024;
/** Milliseconds until a body must have arrived (docs/product.md §1.6). */
const maxUpload = 60_000;

const tooSlow = new AppError('BAD_INPUT', 'The upload took too long. Please try again.');

const budgets = new WeakMap<FastifyInstance['server'], UploadBudget>();

/** The memory that uploads to a server hold. */
export function uploadBudgetOf({ server }: FastifyInstance): UploadBudget {
  const budget = budgets.get(server) ?? uploadBudget(uploadLimits);
  budgets.set(server, budget);
  return budget;
}

/** Gives back what an upload has reserved, once its request is done. */
const releases = new WeakMap<FastifyRequest, () => void>();

/**
 * Puts a route that takes a file on the server, in a scope of its own: what takes in files hooks into every request
 * of its scope, several times, and costs the ones without a file a tenth of their time.
 */
export function routeWithUpload(http: FastifyInstance, route: RouteOptions): void {
  const handler: RouteHandlerMethod = async function handleUpload(request, reply) {
    try {
      return await route.handler.call(this, request, reply);
    } catch (error) {
      // What is still arriving ends with the connection.
      if (error === tooSlow) reply.header('connection', 'close');
      throw error;
    } finally {
      releases.get(request)?.();
    }
  };
  http.register(async (scope) => {
    // `readParts` says what is too large.
    await scope.register(multipart, { throwFileSizeLimit: false });
    scope.route({ ...route, handler });
  });
}

/**
 * Reads the one file of a multipart request into memory, at most `maxBytes` of it, and the texts beside it. `person`
 * is who the memory is counted for, which is reserved before anything is read.
 */
export async function readUpload(
  request: FastifyRequest,
  {
    maxBytes,
    tooLarge = 'This file is too large.',
    types,
    wrongType = 'This file type isn’t supported.',
  }: UploadRules,
  person: string,
): Promise<{ file: UploadedFile; fields: Record<string, string> }> {
  if (!request.isMultipart()) {
    throw new AppError('WRONG_TYPE', 'Send the file as multipart/form-data.');
  }
  const max = maxBytes + overheadBytes;
  const declared = Number(request.headers['content-length'] ?? max);
  if (declared > max) throw new AppError('TOO_LARGE', tooLarge);
  releases.set(request, uploadBudgetOf(request.server).reserve(person, declared));
  const { file, fields } = await readInTime(request, { maxBytes, tooLarge });
  if (types !== undefined && !mayBe(file, types)) throw new AppError('WRONG_TYPE', wrongType);
  const senderHasLeft = () => request.raw.socket?.destroyed === true;
  return { file: { name: file.filename.slice(0, 255), bytes: file.bytes, senderHasLeft }, fields };
}

/** Reads the body, or fails after a minute. What is left of a body that was refused is not kept. */
async function readInTime(
  request: FastifyRequest,
  limits: { maxBytes: number; tooLarge: string },
): Promise<UploadParts> {
  const deadline = Promise.withResolvers<never>();
  const timer = setTimeout(() => deadline.reject(tooSlow), maxUpload);
  try {
    return await Promise.race([readParts(request, limits), deadline.promise]);
  } catch (error) {
    request.raw.unpipe();
    request.raw.resume();
    throw refusalOf(error);
  } finally {
    clearTimeout(timer);
  }
}

const unknown = 'application/octet-stream';
/** What some programs call a JPEG. */
const otherNames: Record<string, string> = { 'image/jpg': 'image/jpeg', 'image/pjpeg': 'image/jpeg' };

/**
 * Whether a file may be of one of these types by what is said of it; what it is shows in its content. Of one that
 * nothing is said of, the library says `text/plain`: unless its name says something else too, it may be anything.
 */
function mayBe({ mimetype, filename }: { mimetype: string; filename: string }, types: readonly string[]) {
  const isOne = (type: string) => types.includes(otherNames[type] ?? type);
  if (mimetype === unknown || isOne(mimetype)) return true;
  const ending = extname(filename).slice(1).toLowerCase();
  return mimetype === 'text/plain' && (ending === '' || isOne(`image/${ending}`));
}

/** What goes wrong here is the request's fault: it breaks off, or is not what it says it is. */
function refusalOf(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (error instanceof AppError || code.startsWith('FST_')) return error;
  return new AppError('BAD_INPUT', 'The file could not be read. Send it again as multipart/form-data.');
}
