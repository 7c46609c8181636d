import { extname } from 'node:path';
import multipart from '@fastify/multipart';
import type { UploadRules } from '@inkling/contract/call';
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { AppError } from '../app-error.ts';

export interface UploadedFile {
  name: string;
  bytes: Buffer;
  /** Whether who sent it has hung up, and hears no answer any more; of a file that was sent. */
  senderHasLeft?(): boolean;
}

const uploadMaxBytes = 20 * 1024 * 1024;

/**
 * Puts a route that takes a file on the server, in a scope of its own: what takes in files hooks into every request
 * of its scope, several times, and costs the ones without a file a tenth of their time.
 */
export function routeWithUpload(http: FastifyInstance, route: RouteOptions): void {
  http.register(async (scope) => {
    await scope.register(multipart, {
      limits: { fileSize: uploadMaxBytes, files: 1 },
      throwFileSizeLimit: true,
    });
    scope.route(route);
  });
}

/** Reads the one file of a multipart request into memory, at most `maxBytes` of it, and the texts before it. */
export async function readUpload(
  request: FastifyRequest,
  {
    maxBytes,
    tooLarge = 'This file is too large.',
    types,
    wrongType = 'This is no file of the right type.',
  }: UploadRules,
): Promise<{ file: UploadedFile; fields: Record<string, string> }> {
  if (!request.isMultipart()) {
    throw new AppError('WRONG_TYPE', 'Send the file as multipart/form-data.');
  }
  const limits = { fileSize: maxBytes, files: 1, fields: 8, fieldSize: 1024 };
  const { part, bytes } = await readPart(request, limits).catch((error: unknown) => {
    throw refusalOf(error, tooLarge);
  });
  if (types !== undefined && !mayBe(part, types)) throw new AppError('WRONG_TYPE', wrongType);
  const fields: Record<string, string> = {};
  for (const [name, field] of Object.entries(part.fields)) {
    if (field !== undefined && 'value' in field && typeof field.value === 'string')
      fields[name] = field.value;
  }
  const senderHasLeft = () => request.raw.socket?.destroyed === true;
  return { file: { name: part.filename.slice(0, 255), bytes, senderHasLeft }, fields };
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

async function readPart(
  request: FastifyRequest,
  limits: NonNullable<Parameters<typeof request.file>[0]>['limits'],
) {
  const part = await request.file({ limits });
  if (part === undefined) throw new AppError('BAD_INPUT', 'Please choose a file.');
  return { part, bytes: await part.toBuffer() };
}

/** What goes wrong here is the request's fault: it breaks off, or is not what it says it is. */
function refusalOf(error: unknown, tooLarge: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'FST_REQ_FILE_TOO_LARGE') return new AppError('TOO_LARGE', tooLarge);
  if (error instanceof AppError || code.startsWith('FST_')) return error;
  return new AppError('BAD_INPUT', 'The file could not be read. Send it again as multipart/form-data.');
}
