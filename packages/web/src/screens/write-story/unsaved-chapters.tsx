import type { UnsavedChapter } from '@inkling/contract/chapters';
import type { Story } from '@inkling/contract/stories';
import { useMutation } from '@tanstack/react-query';
import { type RefObject, useState } from 'react';
import { Link } from 'react-router';
import {
  draftKey,
  isIncluded,
  LocalDrafts,
  type StoredDraft,
} from '../../features/chapters/editor/local-drafts.ts';
import { deviceId } from '../../features/chapters/editor/server-drafts.ts';
import { deleteDraft } from '../../features/chapters/own-chapters.api.ts';
import { timeAgo } from '../../features/stories/author/unsaved-link.tsx';
import { paths } from '../../lib/paths.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

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
const useDiscardUnsaved = (userId: string, storyId: string) =>
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

interface Props {
  story: Story;
  unsaved: readonly UnsavedChapter[];
  /** Gets the focus after a draft was discarded. */
  returnTo: RefObject<HTMLElement | null>;
}

/** Its title, or its first words; empty for a chapter that has neither, only a note. */
const wordsOf = ({ title, excerpt }: UnsavedChapter): string => (title === '' ? excerpt : title);

const nameOf = (draft: UnsavedChapter): string =>
  wordsOf(draft) === '' ? 'the new chapter' : `“${wordsOf(draft)}”`;

/** Texts of new chapters that were never saved: to continue or to discard. */
export function UnsavedChapters({ story, unsaved, returnTo }: Props) {
  const [asked, setAsked] = useState<UnsavedChapter | null>(null);
  const discard = useDiscardUnsaved(story.author._id, story._id);
  const close = () => setAsked(null);
  return (
    <>
      {unsaved.length > 0 && (
        <ul aria-label="New chapters, not saved yet">
          {unsaved.map((draft) => (
            <li
              key={`${draft.chapter} ${draft.device}`}
              className="flex flex-wrap items-center justify-end gap-x-2 gap-y-1 border-b border-line py-2 ps-3"
            >
              <div className="min-w-48 flex-1">
                <h3
                  className={`font-serif text-lg leading-snug ${draft.title === '' ? 'line-clamp-2 text-muted italic' : 'line-clamp-4'}`}
                >
                  {wordsOf(draft) === '' ? 'New chapter' : <bdi lang={story.language}>{wordsOf(draft)}</bdi>}
                </h3>
                <p className="mt-1 flex flex-wrap gap-x-3 text-sm text-muted">
                  <span>{wordsOf(draft) === '' ? 'Not saved yet' : 'New chapter, not saved yet'}</span>
                  <span>
                    {draft.wordCount.toLocaleString('en')} {draft.wordCount === 1 ? 'word' : 'words'}
                  </span>
                  <span>{timeAgo(draft.updatedAt)}</span>
                </p>
              </div>
              <div className="flex gap-2">
                <Link
                  to={paths.writeChapter(story._id, 'new')}
                  // Without this, the editor would continue this device's own draft.
                  state={{ draft: draft.chapter }}
                  aria-label={`Continue ${nameOf(draft)}`}
                  className={buttonClass()}
                >
                  Continue
                </Link>
                <Button
                  variant="ghost"
                  aria-label={`Discard ${nameOf(draft)}`}
                  onClick={() => setAsked(draft)}
                >
                  Discard
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      {asked !== null && (
        <ConfirmDialog
          open
          onOpenChange={(open) => !open && close()}
          title={`Discard ${nameOf(asked)}?`}
          confirm="Discard"
          danger
          busy={discard.isPending}
          onConfirm={() => discard.mutate(asked, { onSettled: close })}
          returnTo={returnTo}
        >
          <p>This text was never saved as a chapter. It can’t be restored.</p>
        </ConfirmDialog>
      )}
    </>
  );
}
