import type { Readable } from 'node:stream';

/**
 * Where files live: a port with two sides, the disk and S3; names are ours, never a person's. A side that
 * cannot be reached fails with UNAVAILABLE. `storage.test.ts` says what both must do.
 */
export interface Storage {
  /** Keeps bytes whole or not at all; what had this name before is replaced. */
  put(name: string, bytes: Uint8Array, type: string): Promise<void>;
  /** Null when there is no such file. */
  open(name: string): Promise<{ stream: Readable; size: number } | null>;
  /** Removes a file; one that is not there is no error. */
  remove(name: string): Promise<void>;
}
