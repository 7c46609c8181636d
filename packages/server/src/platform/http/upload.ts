import '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';

export interface UploadedFile {
  name: string;
  bytes: Buffer;
}

/** Reads the one file of a multipart request into memory, at most `maxBytes` of it. */
export async function readUpload(request: FastifyRequest, maxBytes: number): Promise<UploadedFile> {
  if (!request.isMultipart()) {
    throw new AppError('WRONG_TYPE', 'Send the file as multipart/form-data.');
  }
  const part = await request.file({ limits: { fileSize: maxBytes, files: 1, fields: 8, fieldSize: 1024 } });
  if (part === undefined) throw new AppError('BAD_INPUT', 'Please choose a file.');
  const bytes = await part.toBuffer();
  return { name: part.filename.slice(0, 255), bytes };
}
