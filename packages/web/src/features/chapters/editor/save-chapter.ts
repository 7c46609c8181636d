import type { Chapter, SavedChapter } from '@inkling/contract/chapters';
import { newId } from '@inkling/contract/new-id';
import { ApiError } from '../../../lib/api.ts';
import { serverNow } from '../../../lib/server-time.ts';
import { createChapter, updateChapter } from '../own-chapters.api.ts';
import type { ChapterInput } from './chapter-input.ts';
import type { DraftAutosave } from './draft-autosave.ts';
import { draftKey } from './local-drafts.ts';

/** The version of a chapter that has never been changed. */
export const firstVersion = 1;
/** Limits of the contract and of what a page remembers. */
const maxSavedDrafts = 10;
const maxSent = 20;

interface SaveContext {
  userId: string;
  storyId: string;
  autosave: DraftAutosave;
  /** The texts of this page that were sent to create the chapter. */
  sent: ChapterInput[];
  /** Whether followers are told of a chapter that is first published. */
  announces: () => boolean;
  /** Caches the saved chapter. */
  cacheChapter: (saved: Chapter) => void;
}

/** A saved chapter with the text that was sent. The editor needs no ids of paragraphs. */
const withText = (saved: SavedChapter, { content }: ChapterInput): Chapter => ({
  ...saved,
  content,
  paragraphIds: [],
});

/**
 * Creates a chapter under the id of its draft, once for all requests. If an earlier request has created it, whose
 * response was lost, it has the text of that request, or of another device since.
 */
export async function saveNewChapter(
  { userId, storyId, autosave, sent, announces, cacheChapter }: SaveContext,
  text: ChapterInput,
): Promise<Chapter> {
  sent.push(text);
  sent.splice(0, sent.length - maxSent);
  const send = () =>
    createChapter({
      _id: autosave.chapter,
      story: storyId,
      ...text,
      ...(text.isPublished && !announces() && { announce: false }),
      savedDrafts: autosave.savedDrafts.slice(0, maxSavedDrafts),
    });
  const saved = await send().catch((error: unknown) => {
    // The chapter was created by an earlier request and deleted since.
    if (!(error instanceof ApiError && error.code === 'ID_TAKEN')) throw error;
    autosave.setChapter(newId(serverNow()));
    return send();
  });
  const created = { ...withText(saved, text), ...saved };
  cacheChapter(created);
  await autosave.moveTo(draftKey(userId, storyId, created._id));
  return created;
}

/** Saves a text over its base version, which stays in the history if `keepBase`. Resolves to the new version. */
export async function saveChanges(
  { autosave, announces, cacheChapter }: SaveContext,
  id: string,
  text: ChapterInput,
  baseVersion: number | null,
  keepBase = false,
): Promise<number> {
  // Sends isPublished only when it was changed here, since it may have been changed somewhere else.
  const { isPublished, ...texts } = text;
  const body = {
    ...texts,
    ...(isPublished !== autosave.saved.isPublished && { isPublished }),
    ...(isPublished && !autosave.saved.isPublished && !announces() && { announce: false }),
    ...(baseVersion !== null && { baseVersion }),
    ...(keepBase && { keepBaseVersion: true }),
    savedDrafts: autosave.savedDrafts.slice(0, maxSavedDrafts),
  };
  const updated = await updateChapter(id, body);
  cacheChapter(withText(updated, text));
  return updated.version;
}
