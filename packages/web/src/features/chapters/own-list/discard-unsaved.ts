import type { UnsavedChapter } from '@inkling/contract/chapters';
import { useMutation } from '@tanstack/react-query';
import { deviceId } from '../editor/device-id.ts';
import type { LocalDraftStore, StoredDraft } from '../editor/draft-store.ts';
import { noDrafts, turnAfter } from '../editor/draft-store.ts';
import { draftKey, localDraftStore } from '../editor/local-draft-store.ts';
import { deleteDraft } from '../own-chapters.api.ts';

type Discarded = Pick<UnsavedChapter, 'chapter' | 'device' | 'turn'>;

/** Deletes this device's copies of a discarded new chapter, which the editor would continue, send or offer. */
export async function forgetNewChapter(
  store: LocalDraftStore,
  key: string,
  { chapter, device, turn }: Discarded,
  ownDevice: string,
): Promise<void> {
  const stored = (await store.read(key)) ?? noDrafts;
  const contains = (text: StoredDraft): boolean =>
    text.drafts.some((draft) => draft.device === device && draft.turn <= turn);
  const aside = stored.aside.filter((text) => text.chapter !== chapter || !contains(text));
  const isCurrent = device === ownDevice && stored.current?.chapter === chapter;
  if (!isCurrent && aside.length === stored.aside.length) return;
  const current = isCurrent ? null : stored.current;
  const drafts = { ...stored, aside, current, turn: turnAfter(stored.turn, Date.now()) };
  await store.write(key, drafts, stored.turn);
}

/** Discards the unsaved text of a new chapter, on the server and on this device. */
export const useDiscardUnsaved = (userId: string, storyId: string) =>
  useMutation({
    mutationFn: async ({ chapter, device, turn }: UnsavedChapter) => {
      await deleteDraft({ id: storyId, chapterId: chapter }, { device, turn });
      const key = draftKey(userId, storyId, 'new');
      await forgetNewChapter(localDraftStore, key, { chapter, device, turn }, deviceId());
    },
    meta: {
      success: 'Draft discarded.',
      fallback: 'Failed to discard the draft.',
      touches: ['ownChapters', 'myStories', 'textsOnDevice'],
    },
  });
