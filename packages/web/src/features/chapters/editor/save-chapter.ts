import type { Chapter } from '@inkling/contract/chapters';
import { CreateOnce } from '../../../lib/create-once.ts';
import { inputKey } from '../../../lib/stored-input.ts';
import { createChapter, updateChapter } from '../chapters.api.ts';
import { type ChapterInput, isSameText } from './chapter-input.ts';
import type { DraftAutosave } from './draft-autosave.ts';
import { draftKey } from './local-draft-store.ts';
import { serverDrafts } from './server-drafts.ts';

/** The version of a chapter that has never been changed. */
export const firstVersion = 1;

interface SaveContext {
  userId: string;
  storyId: string;
  autosave: DraftAutosave;
  creation: CreateOnce<ChapterInput>;
  /** Caches the saved chapter. */
  cacheChapter: (saved: Chapter) => void;
}

/** Creates a story's next chapter once, even when the request is repeated. */
export const chapterCreation = (userId: string, storyId: string): CreateOnce<ChapterInput> =>
  new CreateOnce<ChapterInput>({
    storageKey: inputKey(userId, `sent-chapter/${storyId}`),
    isSame: isSameText,
  });

/**
 * Creates a chapter and moves its draft to the chapter's own slot. If an earlier request has created it, whose response
 * was lost, it has the text of that request, or of another device since.
 */
export async function saveNewChapter(
  { userId, storyId, autosave, creation, cacheChapter }: SaveContext,
  text: ChapterInput,
): Promise<Chapter> {
  const { draftRevision } = autosave;
  const draft = draftRevision !== null && { draftRevision };
  const { created } = await creation.create(text, (_id) =>
    createChapter({ _id, story: storyId, ...text, ...draft }),
  );
  cacheChapter(created);
  await autosave.moveTo(draftKey(userId, storyId, created._id), serverDrafts(storyId, created._id));
  return created;
}

/** Saves a text over its base version, which stays in the history if `keepBase`. Resolves to the new version. */
export async function saveChanges(
  { autosave, cacheChapter }: SaveContext,
  id: string,
  text: ChapterInput,
  baseVersion: number | null,
  keepBase = false,
): Promise<number> {
  const { draftRevision, saved } = autosave;
  // Sends isPublished only when it was changed here, since it may have been changed somewhere else.
  const { isPublished, ...texts } = text;
  const body = {
    ...texts,
    ...(isPublished !== saved.isPublished && { isPublished }),
    ...(baseVersion !== null && { baseVersion }),
    ...(keepBase && { keepBaseVersion: true }),
    ...(draftRevision !== null && { draftRevision }),
  };
  const updated = await updateChapter(id, body);
  cacheChapter(updated);
  return updated.version;
}
