import type { Chapter } from '@inkling/contract/chapters';
import { call, type Input } from '../../lib/api.ts';
import { formKey } from '../../lib/kept-form.ts';
import { draftKey } from './device-drafts.ts';
import type { DraftKeeper } from './draft-keeper.ts';
import { MakingOnce } from './make-once.ts';
import { serverDrafts } from './server-drafts.ts';
import { sameTyped, type Typed } from './typed-text.ts';

/** What a chapter's text is as long as nobody has changed it. */
export const firstVersion = 1;

/** What is sent of a new chapter. */
type NewChapter = Input<'POST /chapters'>['body'] & Typed;

interface Sending {
  userId: string;
  storyId: string;
  keeper: DraftKeeper;
  making: MakingOnce<NewChapter>;
  /** Told what the server has now. */
  remember: (saved: Chapter) => void;
}

/** Makes a story's next chapter once, also when it is sent again. */
export const makingOf = (userId: string, storyId: string): MakingOnce<NewChapter> =>
  new MakingOnce<NewChapter>({
    keptAs: formKey(userId, `sent-chapter/${storyId}`),
    // The draft that goes with it may be another one by now.
    same: sameTyped,
  });

/**
 * Makes a chapter, which from there on has a place of its own. `first` is the text of its first version: one that was
 * sent before, where that had arrived although its answer did not come back.
 */
export async function beginChapter(
  { userId, storyId, keeper, making, remember }: Sending,
  text: Typed,
): Promise<{ made: Chapter; first: Typed }> {
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
  text: Typed,
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
