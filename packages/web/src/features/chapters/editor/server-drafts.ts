import { ApiError } from '../../../lib/api.ts';
import { deleteDraft, readDraft, saveDraft } from '../chapters.api.ts';
import type { DraftServer, SaveResult, ServerDraft } from './draft-store.ts';

/** Browsers limit keepalive requests to 64 KiB. */
const keepaliveMaxBytes = 60_000;

/** Whether the same request may succeed later. */
const isTemporary = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);

async function toSaveResult(error: unknown, read: () => Promise<ServerDraft | null>): Promise<SaveResult> {
  if (!(error instanceof ApiError)) throw error;
  if (error.status === 401) return { kind: 'signed-out' };
  if (error.code === 'TEXT_CHANGED') {
    return read().then(
      (theirs) => ({ kind: 'conflict', theirs }),
      () => ({ kind: 'unavailable', retryAfterSeconds: null }),
    );
  }
  if (isTemporary(error)) {
    const { retryAfterSeconds, message } = error;
    return { kind: 'unavailable', retryAfterSeconds, ...(error.code === 'STORAGE_FULL' && { message }) };
  }
  return { kind: 'rejected', message: error.message };
}

/** The server's draft of one chapter; `slot` is the chapter's id, or 'new'. */
export function serverDrafts(storyId: string, slot: string): DraftServer {
  const params = { id: storyId, slot };
  const read = () => readDraft(params);
  return {
    read,
    async save(text, baseVersion, follows, leaving) {
      const body = { ...text, baseVersion, follows };
      const small = new Blob([text.content, text.authorNotes, text.title]).size * 1.2 < keepaliveMaxBytes;
      try {
        return { kind: 'saved', draft: await saveDraft(params, body, leaving && small) };
      } catch (error) {
        return toSaveResult(error, read);
      }
    },
    async discard(revision) {
      try {
        await deleteDraft(params, revision);
      } catch (error) {
        if (isTemporary(error)) throw error;
      }
    },
  };
}
