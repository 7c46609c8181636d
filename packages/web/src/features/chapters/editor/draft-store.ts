import type { ChapterInput } from './chapter-input.ts';

/** A text that was kept while it was typed. `keptAt` is an ISO date, `baseVersion` the saved version it began from. */
export interface StoredDraft extends ChapterInput {
  baseVersion: number | null;
  keptAt: string;
}

/**
 * What a device keeps of one chapter's page: the text being typed, texts set aside until the author has
 * decided about them, and `seen`, the date of the newest server draft that this device has dealt with.
 * `turn` counts up with each writing, so that the newer of two copies is known.
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
  /** Writes before it returns, for a page that is about to go; may fail silently for want of room. */
  writeSync(key: string, drafts: StoredDrafts): void;
}

/** A draft as the server keeps it; `updatedAt` orders drafts, also after one was thrown away. */
export interface ServerDraft extends ChapterInput {
  baseVersion: number | null;
  revision: number;
  updatedAt: string;
}

export type SaveResult =
  | { kind: 'saved'; draft: ServerDraft }
  /** Another device has kept a draft since; null when it is gone again. */
  | { kind: 'conflict'; theirs: ServerDraft | null }
  /** `message`: why the server, which was reached, cannot keep it for now. */
  | { kind: 'unavailable'; retryAfterSeconds: number | null; message?: string }
  | { kind: 'signed-out' }
  | { kind: 'refused'; message: string };

export interface DraftServer {
  /** The server's draft, null when there is none; throws when the server cannot be asked. */
  read(): Promise<ServerDraft | null>;
  save(
    text: ChapterInput,
    baseVersion: number | null,
    follows: number | null,
    leaving: boolean,
  ): Promise<SaveResult>;
  /** Drops the draft of this revision; one that was kept since stays. */
  discard(revision: number): Promise<void>;
}

/** What a page that was left still does; another page of the same chapter waits for it. */
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
