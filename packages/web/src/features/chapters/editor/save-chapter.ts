import type { Chapter } from '@inkling/contract/chapters';
import { call, type Input } from '../../../lib/api.ts';
import { formKey } from '../../../lib/persisted-form.ts';
import { type ChapterInput, isSameInput } from './chapter-input.ts';
import { CreateOnce } from './create-once.ts';
import type { DraftAutosave } from './draft-autosave.ts';
import { draftKey } from './local-draft-store.ts';
import { serverDrafts } from './server-drafts.ts';

/** What a chapter's text is as long as nobody has changed it. */
export const firstVersion = 1;

/** What is sent of a new chapter. */
type NewChapter = Input<'POST /chapters'>['body'] & ChapterInput;

interface Sending {
  userId: string;
  storyId: string;
  autosave: DraftAutosave;
  creation: CreateOnce<NewChapter>;
  /** Told what the server has now. */
  cacheChapter: (saved: Chapter) => void;
}

/** Makes a story's next chapter once, also when it is sent again. */
export const chapterCreation = (userId: string, storyId: string): CreateOnce<NewChapter> =>
  new CreateOnce<NewChapter>({
    storageKey: formKey(userId, `sent-chapter/${storyId}`),
    // The draft that goes with it may be another one by now.
    same: isSameInput,
  });

/**
 * Makes a chapter, which from there on has a place of its own. `first` is the text of its first version: one that was
 * sent before, where that had arrived although its answer did not come back.
 */
export async function createChapter(
  { userId, storyId, autosave, creation, cacheChapter }: Sending,
  text: ChapterInput,
): Promise<{ created: Chapter; first: ChapterInput }> {
  const { draftRevision } = autosave;
  const draft = draftRevision !== null && { draftRevision };
  const { created, from } = await creation.create(
    { story: storyId, ...text, ...draft },
    {
      send: async (body, idempotencyKey) => (await call('POST /chapters', { body }, { idempotencyKey })).data,
    },
  );
  cacheChapter(created);
  await autosave.moveTo(draftKey(userId, storyId, created._id), serverDrafts(storyId, created._id));
  return { created, first: from };
}

/** Saves a text over the version that it began from, which stays if `keepBase`, and resolves to its own version. */
export async function updateChapter(
  { autosave, cacheChapter }: Sending,
  id: string,
  text: ChapterInput,
  baseVersion: number | null,
  keepBase = false,
): Promise<number> {
  const { draftRevision, saved } = autosave;
  // Whether it is published may have been changed elsewhere: only a change made here is sent.
  const { isPublished, ...texts } = text;
  const body = {
    ...texts,
    ...(isPublished !== saved.isPublished && { isPublished }),
    ...(baseVersion !== null && { baseVersion }),
    ...(keepBase && { keepBaseVersion: true }),
    ...(draftRevision !== null && { draftRevision }),
  };
  const { data } = await call('PUT /chapters/{id}', { params: { id }, body });
  cacheChapter(data);
  return data.version;
}
