import type { MultipartFields } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';

interface FilePart {
  filename: string;
  mimetype: string;
  bytes: Buffer;
}

export interface UploadParts {
  file: FilePart;
  fields: Record<string, string>;
}

const maxFields = 8;

/**
 * Reads a multipart body to its last boundary: one file of at most `maxBytes`, with text fields before or after it.
 * Throws TOO_LARGE, or BAD_INPUT if the body is incomplete, has no file, or has too many parts.
 */
export async function readParts(
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
