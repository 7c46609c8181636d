import type { Chapter } from '@inkling/contract/chapters';
import type { Input } from '../../../lib/api.ts';
import { inputKey } from '../../../lib/stored-input.ts';
import { createChapter, updateChapter } from '../chapters.api.ts';
import { type ChapterInput, isSameText } from './chapter-input.ts';
import { CreateOnce } from './create-once.ts';
import type { DraftAutosave } from './draft-autosave.ts';
import { draftKey } from './local-draft-store.ts';
import { serverDrafts } from './server-drafts.ts';

/** The version of a chapter that has never been changed. */
export const firstVersion = 1;

/** The body of a new chapter. */
type NewChapter = Input<'POST /chapters'>['body'] & ChapterInput;

interface SaveContext {
  userId: string;
  storyId: string;
  autosave: DraftAutosave;
  creation: CreateOnce<NewChapter>;
  /** Caches the saved chapter. */
  cacheChapter: (saved: Chapter) => void;
}

/** Creates a story's next chapter once, even when the request is repeated. */
export const chapterCreation = (userId: string, storyId: string): CreateOnce<NewChapter> =>
  new CreateOnce<NewChapter>({
    storageKey: inputKey(userId, `sent-chapter/${storyId}`),
    // Ignores `draftRevision`, which may differ in a repeated request.
    isSameRequest: isSameText,
  });

/**
 * Creates a chapter and moves its draft to the chapter's own slot. `first` is the text of its first version: that of an
 * earlier request when the server received it and only its response was lost.
 */
export async function saveNewChapter(
  { userId, storyId, autosave, creation, cacheChapter }: SaveContext,
  text: ChapterInput,
): Promise<{ created: Chapter; first: ChapterInput }> {
  const { draftRevision } = autosave;
  const draft = draftRevision !== null && { draftRevision };
  const { created, from } = await creation.create(
    { story: storyId, ...text, ...draft },
    { send: createChapter },
  );
  cacheChapter(created);
  await autosave.moveTo(draftKey(userId, storyId, created._id), serverDrafts(storyId, created._id));
  return { created, first: from };
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
