import { extname } from 'node:path';
import multipart, { type MultipartFields } from '@fastify/multipart';
import type { UploadRules } from '@inkling/contract/call';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { AppError } from '../app-error.ts';
import { uploadBudgetOf } from './memory-budget.ts';

interface FilePart {
  filename: string;
  mimetype: string;
  bytes: Buffer;
}

interface UploadParts {
  file: FilePart;
  fields: Record<string, string>;
}

const maxFields = 8;

/**
 * Reads a multipart body to its last boundary: one file of at most `maxBytes`, with text fields before or after it.
 * Throws TOO_LARGE, or BAD_INPUT if the body is incomplete, has no file, or has too many parts.
 */
async function readParts(
  request: FastifyRequest,
  { maxBytes, tooLarge }: { maxBytes: number; tooLarge: string },
): Promise<UploadParts> {
  const limits = {
    // One byte more than allowed: `readAll` enforces the limit, since the parser would silently truncate the file.
    fileSize: maxBytes + 1,
    files: 1,
    fields: maxFields,
    fieldSize: 1024,
    parts: maxFields + 2,
    headerPairs: 20,
  };
  let file: FilePart | undefined;
  let fields: MultipartFields = {};
  for await (const part of request.parts({ limits })) {
    fields = part.fields;
    if (part.type === 'field') continue;
    const bytes = await readAll(part.file, maxBytes);
    if (bytes === null || part.file.truncated) throw new AppError('TOO_LARGE', tooLarge);
    // Undefined for a part without a file name, although the library's type excludes it.
    const filename: string | undefined = part.filename;
    file = { filename: filename ?? '', mimetype: part.mimetype, bytes };
  }
  if (file === undefined) throw new AppError('BAD_INPUT', 'Please choose a file.');
  return { file, fields: textFields(fields) };
}

/** All bytes of a stream; null if there are more than `maxBytes`. */
async function readAll(stream: AsyncIterable<Buffer>, maxBytes: number): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > maxBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

/** The text fields by name. Truncated or repeated fields are refused, since their value would be wrong. */
function textFields(parts: MultipartFields): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [name, field] of Object.entries(parts)) {
    if (field === undefined || ('type' in field && field.type === 'file')) continue;
    const isText = 'value' in field && typeof field.value === 'string';
    if (!isText || field.valueTruncated || field.fieldnameTruncated) {
      const message = 'This field must be sent once, as text of at most 1024 bytes.';
      throw new AppError('BAD_INPUT', message, { fields: [{ path: name, message }] });
    }
    texts[name] = String(field.value);
  }
  return texts;
}

export interface UploadedFile {
  name: string;
  bytes: Buffer;
}

/** Maximum size of a body's boundaries, headers and text fields. */
const overheadBytes = 64 * 1024;
/** Time limit for receiving a body (docs/product/http.md#request-limits). */
const uploadTimeoutMs = 60_000;

/**
 * Registers an upload route in its own Fastify scope: the multipart plugin adds hooks to every request of its scope,
 * which would cost requests without a file a tenth of their time.
 */
export function routeWithUpload(http: FastifyInstance, route: RouteOptions): void {
  http.register(async (scope) => {
    // `readParts` enforces the size limit.
    await scope.register(multipart, { throwFileSizeLimit: false });
    scope.route(route);
  });
}

/**
 * Reads the file of a multipart request, at most `maxBytes`, and its text fields into memory. The memory is reserved
 * before anything is read.
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
  uploadBudgetOf(request.server).reserve(request, reply, declared);
  const { file, fields } = await readWithTimeout(request, { maxBytes, tooLarge });
  if (types !== undefined && !mayHaveType(file, types)) throw new AppError('WRONG_TYPE', wrongType);
  return { file: { name: file.filename.slice(0, 255), bytes: file.bytes }, fields };
}

/** Reads the body, or fails after a minute. The rest of a refused body is discarded. */
async function readWithTimeout(
  request: FastifyRequest,
  limits: { maxBytes: number; tooLarge: string },
): Promise<UploadParts> {
  const deadline = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => deadline.reject(new AppError('BAD_INPUT', 'The upload took too long. Please try again.')),
    uploadTimeoutMs,
  );
  try {
    return await Promise.race([readParts(request, limits), deadline.promise]);
  } catch (error) {
    request.raw.unpipe();
    request.raw.resume();
    throw toClientError(error);
  } finally {
    clearTimeout(timer);
  }
}

const unknownType = 'application/octet-stream';
/** Non-standard names that some programs use for JPEG. */
const typeAliases: Record<string, string> = { 'image/jpg': 'image/jpeg', 'image/pjpeg': 'image/jpeg' };

/**
 * Whether a file may have one of these types by its declared type; its content is checked later. The library reports
 * `text/plain` for a missing type: such a file is accepted unless its extension contradicts.
 */
function mayHaveType(
  { mimetype, filename }: { mimetype: string; filename: string },
  types: readonly string[],
) {
  const isAllowed = (type: string) => types.includes(typeAliases[type] ?? type);
  if (mimetype === unknownType || isAllowed(mimetype)) return true;
  const extension = extname(filename).slice(1).toLowerCase();
  return mimetype === 'text/plain' && (extension === '' || isAllowed(`image/${extension}`));
}

/** Errors while reading are the client's fault: the body is incomplete or not valid multipart. */
function toClientError(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (error instanceof AppError || code.startsWith('FST_')) return error;
  return new AppError('BAD_INPUT', 'The file couldn’t be read. Send it again as multipart/form-data.');
}
