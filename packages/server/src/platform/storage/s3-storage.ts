import { Readable } from 'node:stream';
import { S3mini } from 's3mini';
import { AppError } from '../app-error.ts';
import type { Log } from '../log.ts';
import { type Storage, safeName } from './storage.ts';

export interface S3Settings {
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

const defaultTimeoutMs = 8_000;

/** Learns of each request, with the bytes of its body. */
export type OnSent = (bytes: number) => void;

/** A client for the bucket; `timeoutMs` covers a whole request with its body. */
export const s3Client = (settings: S3Settings, timeoutMs: number, onSent: OnSent): S3mini =>
  new S3mini({
    endpoint: `${settings.endpoint.replace(/\/+$/, '')}/${settings.bucket}`,
    region: settings.region,
    accessKeyId: settings.accessKeyId,
    secretAccessKey: settings.secretAccessKey,
    requestAbortTimeout: timeoutMs,
    fetch(input, init) {
      const body = init?.body;
      onSent(typeof body === 'string' || body instanceof Uint8Array ? Buffer.byteLength(body) : 0);
      return fetch(input, { ...init, redirect: 'error' });
    },
  });

/**
 * Stores files in a bucket of an S3-compatible service, under the same paths as on the disk. `timeoutMs` covers a
 * whole request with its body: the files are images and are read into memory.
 */
export function s3Storage(
  settings: S3Settings,
  log: Log,
  { timeoutMs = defaultTimeoutMs, onSent = () => {} }: { timeoutMs?: number; onSent?: OnSent } = {},
): Storage {
  const client = s3Client(settings, timeoutMs, onSent);
  const keyOf = (name: string): string | null => (safeName.test(name) ? `${name.slice(0, 2)}/${name}` : null);

  /** Logs the service's error for the operator; users only learn that images are unavailable. */
  const attempt = async <T>(what: string, request: () => Promise<T>): Promise<T> => {
    try {
      return await request();
    } catch (error) {
      log.error({ err: error, bucket: settings.bucket }, `the S3 storage failed to ${what} a file`);
      const message = 'Images are temporarily unavailable. Please try again in a minute.';
      throw new AppError('UNAVAILABLE', message, { retryAfterSeconds: 30 });
    }
  };

  return {
    async put(name, bytes, type) {
      const key = keyOf(name);
      if (key === null) throw new Error(`not a storage name: ${name}`);
      await attempt('write', () => client.putObject(key, bytes, type));
    },
    async open(name) {
      const key = keyOf(name);
      if (key === null) return null;
      const bytes = await attempt('read', () => client.getObjectArrayBuffer(key));
      return bytes === null ? null : { stream: Readable.from([Buffer.from(bytes)]), size: bytes.byteLength };
    },
    async remove(name) {
      const key = keyOf(name);
      if (key === null) return;
      const removed = await attempt('remove', () => client.deleteObject(key));
      if (!removed) throw new AppError('UNAVAILABLE', 'A file couldn’t be removed.');
    },
  };
}
