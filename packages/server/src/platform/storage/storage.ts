import type { Readable } from 'node:stream';

/** Where files live: a port with one adapter for the disk; names are ours, never a person's. */
export interface Storage {
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** Null when there is no such file. */
  open(name: string): Promise<{ stream: Readable; size: number } | null>;
  remove(name: string): Promise<void>;
}
