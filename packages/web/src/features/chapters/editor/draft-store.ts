import { type ChapterInput, emptyChapter, isEmpty, isSameText, pickInput } from './chapter-input.ts';

/** A draft on the server: a device's text at one of its writes, which are counted by `turn`. */
export interface DraftTurn {
  device: string;
  turn: number;
}

/** A draft as a device stores it. */
export interface StoredDraft extends ChapterInput {
  /** The chapter's id, or the id that a new chapter will have. */
  chapter: string;
  /** The saved version it is based on. */
  baseVersion: number | null;
  /** An ISO date. */
  keptAt: string;
  /** The drafts on the server that this text includes: they are deleted when it is saved or discarded. */
  drafts: DraftTurn[];
}

/**
 * What a device stores for one chapter. `current` is the text being typed, `aside` are texts that the author can restore
 * or discard. `handled` has the newest turn that this device has offered or deleted of each draft on the server. `turn`
 * increases with each write, here and on the server.
 */
export interface StoredDrafts {
  turn: number;
  current: StoredDraft | null;
  aside: StoredDraft[];
  handled: Record<string, number>;
  /** In a copy outside the database: the last turn in the database that its page had read or written. */
  known?: number;
}

export const noDrafts: StoredDrafts = { turn: 0, current: null, aside: [], handled: {} };

export interface LocalDraftStore {
  read(key: string): Promise<StoredDrafts | null>;
  /**
   * Writes a page's drafts. What is stored with a later turn than `known` is another page's, and its texts are set aside.
   * Resolves to what the database has then, or to null if only a copy could be written.
   */
  write(key: string, drafts: StoredDrafts, known: number): Promise<StoredDrafts | null>;
  /** Writes synchronously, because the page may close; may fail silently when the storage is full. */
  writeSync(key: string, drafts: StoredDrafts, known: number): void;
}

/** A draft on the server with its text. */
export interface ServerDraft extends ChapterInput, DraftTurn {
  chapter: string;
  baseVersion: number | null;
  updatedAt: string;
}

/** A text to save on the server; `leaving`: even if the page closes. */
export interface SentDraft {
  chapter: string;
  draft: DraftTurn;
  input: ChapterInput;
  baseVersion: number | null;
  leaving: boolean;
}

export type SaveResult =
  /** The turn that is stored now; a later one than was sent if that was ignored. */
  | { kind: 'saved'; turn: number }
  /** `message`: why the server could be reached but cannot store the draft now. */
  | { kind: 'unavailable'; retryAfterSeconds: number | null; message?: string }
  | { kind: 'signed-out' }
  | { kind: 'rejected'; message: string };

export interface DraftServer {
  /** The drafts of all devices, newest first; throws if the server cannot be reached. */
  list(): Promise<ServerDraft[]>;
  save(sent: SentDraft): Promise<SaveResult>;
  /** Deletes a draft; a later turn of it stays. */
  discard(chapter: string, draft: DraftTurn): Promise<void>;
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

/** What an autosave works with. */
export interface AutosaveOptions {
  key: string;
  /** This device's id. */
  device: string;
  localStore: LocalDraftStore;
  server: DraftServer;
  timers: Timers;
  /** Reads the page; null once it is unmounted. */
  read: () => ChapterInput | null;
  /** Writes a text to the page. */
  put: (text: ChapterInput) => void;
}

/** The saved chapter, or a new one and the id that it will have. */
export interface SavedText {
  chapter: string;
  text: ChapterInput;
  /** Null for a new chapter. */
  version: number | null;
}

const maxOffers = 10;
/** The start of turns, in seconds: they are seconds, so that they increase even if the last ones were not stored. */
const turnsBegin = Date.UTC(2020, 0, 1) / 1000;

/** A turn that is later than `last`; `now` is in milliseconds. */
export const turnAfter = (last: number, now: number): number =>
  Math.max(last + 1, Math.floor(now / 1000) - turnsBegin);

/** Converts a server draft to its stored form. */
export const toStoredDraft = (draft: ServerDraft): StoredDraft => ({
  ...pickInput(draft),
  chapter: draft.chapter,
  baseVersion: draft.baseVersion,
  keptAt: draft.updatedAt,
  drafts: [{ device: draft.device, turn: draft.turn }],
});

/** The texts to offer, newest first, without duplicates, empty texts and the saved one. */
export function draftsToOffer(texts: StoredDraft[], saved: ChapterInput): StoredDraft[] {
  const offers: StoredDraft[] = [];
  for (const text of texts.toSorted((a, b) => b.keptAt.localeCompare(a.keptAt))) {
    const known = isSameText(text, saved) || offers.some((offer) => isSameText(offer, text));
    if (!known && !isEmpty(text)) offers.push(text);
  }
  return offers.slice(0, maxOffers);
}

/** What a page stores: if another page has written a later turn than `known`, its texts are set aside. */
export function withOtherPage(
  drafts: StoredDrafts,
  stored: StoredDrafts | null,
  known: number,
): StoredDrafts {
  if (stored === null || stored.turn <= known) return drafts;
  const others = [...(stored.current === null ? [] : [stored.current]), ...stored.aside];
  return {
    ...drafts,
    turn: Math.max(drafts.turn, stored.turn + 1),
    aside: draftsToOffer([...drafts.aside, ...others], drafts.current ?? emptyChapter),
    handled: { ...stored.handled, ...drafts.handled },
  };
}

/** The name of a draft in `handled`. */
export const handledName = (chapter: string, { device }: DraftTurn): string => `${chapter}/${device}`;

/** Whether this device has offered or deleted this draft of the server before. */
export const isHandled = ({ handled }: Pick<StoredDrafts, 'handled'>, chapter: string, draft: DraftTurn) =>
  draft.turn <= (handled[handledName(chapter, draft)] ?? 0);
