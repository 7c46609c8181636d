import type { UnsavedChapter } from '@inkling/contract/chapters';
import { useMutation } from '@tanstack/react-query';
import { draftKey, isIncluded, LocalDrafts, type StoredDraft } from '../editor/local-drafts.ts';
import { deviceId } from '../editor/server-drafts.ts';
import { deleteDraft } from '../own-chapters.api.ts';

type Discarded = Pick<UnsavedChapter, 'chapter' | 'device' | 'updatedAt'>;

/** Deletes this device's copies of a discarded new chapter, which the editor would continue, send or offer. */
export async function forgetNewChapter(
  local: LocalDrafts,
  { chapter, device, updatedAt }: Discarded,
  ownDevice: string,
): Promise<void> {
  const stored = await local.read();
  if (stored === null) return;
  const discarded = [{ chapter, drafts: [{ device, updatedAt }] }];
  const isDiscarded = (text: StoredDraft): boolean => text.drafts.length > 0 && isIncluded(discarded, text);
  const aside = stored.aside.filter((text) => !isDiscarded(text));
  const isCurrent = device === ownDevice && stored.current?.chapter === chapter;
  if (!isCurrent && aside.length === stored.aside.length) return;
  await local.write({ ...stored, aside, current: isCurrent ? null : stored.current });
}

/** Discards the unsaved text of a new chapter, on the server and on this device. */
export const useDiscardUnsaved = (userId: string, storyId: string) =>
  useMutation({
    mutationFn: async ({ chapter, device, updatedAt }: UnsavedChapter) => {
      await deleteDraft({ id: storyId, chapterId: chapter }, { device, updatedAt });
      const local = new LocalDrafts(draftKey(userId, storyId, 'new'));
      await forgetNewChapter(local, { chapter, device, updatedAt }, deviceId());
    },
    meta: {
      success: 'Draft discarded.',
      fallback: 'Failed to discard the draft.',
      touches: ['ownChapters', 'myStories', 'textsOnDevice'],
    },
  });
