import { ApiError } from '../../../lib/api.ts';
import { deleteDraft, listDrafts, saveDraft } from '../own-chapters.api.ts';
import type { DraftServer, SaveResult } from './draft-store.ts';

/** Browsers limit keepalive requests to 64 KiB. */
const keepaliveMaxBytes = 60_000;

/** Whether the same request may succeed later, after a new sign-in for instance. */
const isTemporary = (error: unknown): boolean =>
  error instanceof ApiError && ([0, 401, 408, 429].includes(error.status) || error.status >= 500);

function toSaveResult(error: unknown): SaveResult {
  if (!(error instanceof ApiError)) throw error;
  if (error.status === 401) return { kind: 'signed-out' };
  if (isTemporary(error)) {
    const { retryAfterSeconds, message } = error;
    return { kind: 'unavailable', retryAfterSeconds, ...(error.code === 'STORAGE_FULL' && { message }) };
  }
  return { kind: 'rejected', message: error.message };
}

/** The server's drafts of a story; `listed` is the chapter whose drafts are listed, or 'new' for new chapters. */
export function serverDrafts(storyId: string, listed: string): DraftServer {
  return {
    list: () => listDrafts({ id: storyId, chapterId: listed }),
    async save({ chapter, draft, input, baseVersion, leaving }) {
      const body = { ...draft, ...input, baseVersion };
      const small =
        new Blob([input.content, input.authorNotes, input.endNotes, input.title]).size * 1.2 <
        keepaliveMaxBytes;
      try {
        const { turn } = await saveDraft({ id: storyId, chapterId: chapter }, body, leaving && small);
        return { kind: 'saved', turn };
      } catch (error) {
        return toSaveResult(error);
      }
    },
    async discard(chapterId, draft) {
      try {
        await deleteDraft({ id: storyId, chapterId }, draft);
      } catch (error) {
        if (isTemporary(error)) throw error;
      }
    },
  };
}
