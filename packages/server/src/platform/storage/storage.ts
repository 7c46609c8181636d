import type { Readable } from 'node:stream';

/**
 * File storage with two implementations, disk and S3. File names are generated, never chosen by users. An unreachable
 * storage fails with UNAVAILABLE. `storage.test.ts` tests both implementations.
 */
export interface Storage {
  /** Writes a file atomically, replacing an earlier one with this name. */
  put(name: string, bytes: Uint8Array, type: string): Promise<void>;
  /** Null when there is no such file. */
  open(name: string): Promise<{ stream: Readable; size: number } | null>;
  /** Removes a file, if it exists. */
  remove(name: string): Promise<void>;
}

/** Valid file names: no path, no leading dot, and no character special to a shell or file system. */
export const safeName = /^[a-z0-9][a-z0-9_-]{0,80}\.[a-z0-9]{2,5}$/i;
