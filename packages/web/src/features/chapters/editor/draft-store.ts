import type { ChapterInput } from './chapter-input.ts';

/** A draft as a device stores it. `keptAt` is an ISO date, `baseVersion` the saved version it is based on. */
export interface StoredDraft extends ChapterInput {
  baseVersion: number | null;
  keptAt: string;
}

/**
 * What a device stores for one chapter. `current` is the text being typed, `aside` are texts that the author can restore
 * or discard. `seen` is the date of the newest server draft that this device has handled. `turn` increases with each
 * write, so that the newer of two copies is known.
 */
export interface StoredDrafts {
  turn: number;
  current: StoredDraft | null;
  aside: StoredDraft[];
  seen: string | null;
}

export const noDrafts: StoredDrafts = { turn: 0, current: null, aside: [], seen: null };

export interface LocalDraftStore {
  read(key: string): Promise<StoredDrafts | null>;
  write(key: string, drafts: StoredDrafts): Promise<void>;
  /** Writes synchronously, because the page may close; may fail silently when the storage is full. */
  writeSync(key: string, drafts: StoredDrafts): void;
}

/** A draft on the server; `updatedAt` orders drafts, even after one was deleted. */
export interface ServerDraft extends ChapterInput {
  baseVersion: number | null;
  revision: number;
  updatedAt: string;
}

export type SaveResult =
  | { kind: 'saved'; draft: ServerDraft }
  /** Another device has saved a draft since; null if it has been deleted again. */
  | { kind: 'conflict'; theirs: ServerDraft | null }
  /** `message`: why the server could be reached but cannot store the draft now. */
  | { kind: 'unavailable'; retryAfterSeconds: number | null; message?: string }
  | { kind: 'signed-out' }
  | { kind: 'rejected'; message: string };

export interface DraftServer {
  /** The server's draft, null if there is none; throws if the server cannot be reached. */
  read(): Promise<ServerDraft | null>;
  save(
    text: ChapterInput,
    baseVersion: number | null,
    follows: number | null,
    leaving: boolean,
  ): Promise<SaveResult>;
  /** Deletes the draft with this revision; a newer one stays. */
  discard(revision: number): Promise<void>;
}

/** Writes that a closed page has not finished; the next page of the same chapter waits for them. */
export interface PendingWrites {
  onDevice: Promise<void>;
  onServer: Promise<void>;
}

export interface Timers {
  /** Milliseconds. */
  now(): number;
  set(run: () => void, ms: number): unknown;
  clear(timer: unknown): void;
}
