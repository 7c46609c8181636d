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
  keeper: DraftAutosave;
  making: CreateOnce<NewChapter>;
  /** Told what the server has now. */
  remember: (saved: Chapter) => void;
}

/** Makes a story's next chapter once, also when it is sent again. */
export const creationOf = (userId: string, storyId: string): CreateOnce<NewChapter> =>
  new CreateOnce<NewChapter>({
    keptAs: formKey(userId, `sent-chapter/${storyId}`),
    // The draft that goes with it may be another one by now.
    same: isSameInput,
  });

/**
 * Makes a chapter, which from there on has a place of its own. `first` is the text of its first version: one that was
 * sent before, where that had arrived although its answer did not come back.
 */
export async function beginChapter(
  { userId, storyId, keeper, making, remember }: Sending,
  text: ChapterInput,
): Promise<{ made: Chapter; first: ChapterInput }> {
  const { draftRevision } = keeper;
  const draft = draftRevision !== null && { draftRevision };
  const { made, from } = await making.make(
    { story: storyId, ...text, ...draft },
    {
      send: async (body, idempotencyKey) => (await call('POST /chapters', { body }, { idempotencyKey })).data,
    },
  );
  remember(made);
  await keeper.moveTo(draftKey(userId, storyId, made._id), serverDrafts(storyId, made._id));
  return { made, first: from };
}

/** Saves a text over the version that it began from, which stays if `keepBase`, and resolves to its own version. */
export async function changeChapter(
  { keeper, remember }: Sending,
  id: string,
  text: ChapterInput,
  baseVersion: number | null,
  keepBase = false,
): Promise<number> {
  const { draftRevision, saved } = keeper;
  // Whether it is published may have been changed elsewhere: only a change made here is sent.
  const { isPublished, ...words } = text;
  const body = {
    ...words,
    ...(isPublished !== saved.isPublished && { isPublished }),
    ...(baseVersion !== null && { baseVersion }),
    ...(keepBase && { keepBaseVersion: true }),
    ...(draftRevision !== null && { draftRevision }),
  };
  const { data } = await call('PUT /chapters/{id}', { params: { id }, body });
  remember(data);
  return data.version;
}
