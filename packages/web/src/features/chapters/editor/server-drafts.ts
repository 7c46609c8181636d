import type { Draft } from '@inkling/contract/chapters';
import { newId } from '@inkling/contract/new-id';
import { ApiError } from '../../../lib/api.ts';
import { serverNow } from '../../../lib/server-time.ts';
import { readInput, storeInput } from '../../../lib/stored-input.ts';
import { deleteDraft, listDrafts, saveDraft } from '../own-chapters.api.ts';
import { type ChapterInput, pickInput } from './chapter-input.ts';
import type { DraftRef, StoredDraft, WriteTime } from './local-drafts.ts';

/** A text to save on the server, as this device's draft. */
export interface SentDraft {
  chapter: string;
  draft: DraftRef;
  input: ChapterInput;
  baseVersion: number | null;
  time: WriteTime;
}

/** Why the server does not have a draft. */
export class DraftError extends Error {
  readonly kind: 'offline' | 'rejected' | 'signed-out';
  readonly retryAfterSeconds: number;
  /** Whether the same request may succeed later without the author. */
  readonly isTemporary: boolean;

  constructor(
    kind: DraftError['kind'],
    message = '',
    retryAfterSeconds = 0,
    isTemporary = kind === 'offline',
  ) {
    super(message);
    this.kind = kind;
    this.retryAfterSeconds = retryAfterSeconds;
    this.isTemporary = isTemporary;
  }
}

/** Each throws a DraftError. What a refused request was about is gone: then nothing is listed, and nothing to discard. */
export interface DraftServer {
  /** The drafts of all devices, newest first. */
  list(): Promise<Draft[]>;
  save(sent: SentDraft): Promise<void>;
  /** Deletes a draft, unless more was typed since. */
  discard(chapter: string, draft: DraftRef): Promise<void>;
}

/** Browsers limit keepalive requests to 64 KiB. */
const keepaliveMaxBytes = 60_000;

function toDraftError(error: unknown): DraftError {
  if (!(error instanceof ApiError)) throw error;
  const { status, code, message, retryAfterSeconds } = error;
  if (status === 401) return new DraftError('signed-out');
  const isTemporary = [0, 408, 429].includes(status) || status >= 500;
  const kind = isTemporary && code !== 'STORAGE_FULL' ? 'offline' : 'rejected';
  return new DraftError(kind, message, retryAfterSeconds ?? 0, isTemporary);
}

const requests = new Map<string, Promise<unknown>>();

/**
 * Sends a chapter's requests one after the other, also those of a closed page and of the next one. One that is `beside`
 * them does not wait for the earlier ones, but the later ones wait for it.
 */
export function inOrder<T>(chapterKey: string, request: () => Promise<T>, beside = false): Promise<T> {
  const earlier = requests.get(chapterKey) ?? Promise.resolve();
  const response = beside ? request() : earlier.then(request);
  requests.set(
    chapterKey,
    Promise.allSettled([earlier, response]).then(() => undefined),
  );
  return response;
}

/** The server's drafts of a story; `listed` is the chapter whose drafts are listed, or 'new' for new chapters. */
export function serverDrafts(storyId: string, listed: string): DraftServer {
  const send = <T>(request: () => Promise<T>, beside = false): Promise<T> =>
    inOrder(`${storyId}/${listed}`, request, beside).catch((error: unknown) =>
      Promise.reject(toDraftError(error)),
    );
  const ifRefused =
    <T>(value: T) =>
    (error: DraftError): T => {
      if (error.kind === 'rejected' && !error.isTemporary) return value;
      throw error;
    };
  return {
    list: () => send(() => listDrafts({ id: storyId, chapterId: listed })).catch(ifRefused([])),
    async save({ chapter, draft, input, baseVersion, time }) {
      const texts = [input.content, input.authorNotes, input.endNotes, input.title];
      const isSmall = new Blob(texts).size * 1.2 < keepaliveMaxBytes;
      const request = async () => {
        const body = { ...draft, ...input, baseVersion };
        await saveDraft({ id: storyId, chapterId: chapter }, body, time !== 'open' && isSmall);
      };
      // The tab may close before the requests in progress have ended.
      await send(request, time === 'leaving');
    },
    discard: (chapterId, draft) =>
      send(async () => void (await deleteDraft({ id: storyId, chapterId }, draft))).catch(
        ifRefused(undefined),
      ),
  };
}

/** A draft of the server in its stored form. */
export const toStoredDraft = (draft: Draft): StoredDraft => ({
  ...pickInput(draft),
  chapter: draft.chapter,
  baseVersion: draft.baseVersion,
  keptAt: draft.updatedAt,
  drafts: [{ device: draft.device, updatedAt: draft.updatedAt }],
});

const storageKey = 'device';
/** For browsers without storage. */
let ofThisPage: string | null = null;

/** The id of this browser, under which its drafts are stored on the server. */
export function deviceId(): string {
  const { id } = readInput<{ id: string }>(storageKey) ?? {};
  if (typeof id === 'string') return id;
  ofThisPage ??= newId(serverNow());
  storeInput(storageKey, { id: ofThisPage });
  return ofThisPage;
}
