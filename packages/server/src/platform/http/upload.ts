import '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';

export interface UploadedFile {
  name: string;
  bytes: Buffer;
}

/** Reads the one file of a multipart request into memory, at most `maxBytes` of it, and the texts before it. */
export async function readUpload(
  request: FastifyRequest,
  { maxBytes, tooLarge = 'This file is too large.' }: { maxBytes: number; tooLarge?: string },
): Promise<{ file: UploadedFile; fields: Record<string, string> }> {
  if (!request.isMultipart()) {
    throw new AppError('WRONG_TYPE', 'Send the file as multipart/form-data.');
  }
  const part = await request.file({ limits: { fileSize: maxBytes, files: 1, fields: 8, fieldSize: 1024 } });
  if (part === undefined) throw new AppError('BAD_INPUT', 'Please choose a file.');
  const bytes = await part.toBuffer().catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    throw code === 'FST_REQ_FILE_TOO_LARGE' ? new AppError('TOO_LARGE', tooLarge) : error;
  });
  const fields: Record<string, string> = {};
  for (const [name, field] of Object.entries(part.fields)) {
    if (field !== undefined && 'value' in field && typeof field.value === 'string')
      fields[name] = field.value;
  }
  return { file: { name: part.filename.slice(0, 255), bytes }, fields };
}
