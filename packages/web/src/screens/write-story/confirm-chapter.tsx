import type { OwnChapterSummary } from '@inkling/contract/chapters';
import { useState } from 'react';
import { AnnounceField } from '../../features/chapters/announce-field.tsx';
import { useOwnChapters } from '../../features/chapters/own-chapters.api.ts';
import type { ChapterAction } from '../../features/chapters/own-list/chapter-row.tsx';
import { useOfferUndo } from '../../features/trash/trash.api.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

/** Actions on one chapter that need confirmation. */
export type ConfirmedAction = Extract<ChapterAction, 'publish' | 'unpublish' | 'announce' | 'delete'>;

const words: Record<ConfirmedAction, { verb: string; text: string }> = {
  publish: { verb: 'Publish', text: 'Readers will see it right away.' },
  unpublish: { verb: 'Unpublish', text: 'Readers will no longer see it. Its text and likes are kept.' },
  announce: {
    verb: 'Announce',
    text: 'Followers will be notified. If you’ve announced it before, nearly all of its text must be new, and it becomes unread for everyone.',
  },
  delete: {
    verb: 'Delete',
    text: 'Readers will no longer see it, and later chapters move up a number. You can restore it from the trash for 30 days.',
  },
};

interface Props {
  chapter: OwnChapterSummary;
  action: ConfirmedAction;
  isStoryPublished: boolean;
  close: () => void;
}

export function ConfirmChapter({ chapter, action, isStoryPublished, close }: Props) {
  const { publish, ...others } = useOwnChapters();
  const change = action === 'publish' ? publish : others[action];
  const [announces, setAnnounces] = useState(true);
  const isNews = action === 'publish' && isStoryPublished && chapter.publishedAt === null;
  const offerUndo = useOfferUndo('chapter');
  const { verb, text } = words[action];
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && close()}
      title={`${verb} “${chapter.title}”?`}
      confirm={verb}
      danger={action === 'delete'}
      busy={change.isPending}
      onConfirm={() =>
        change.mutate(isNews && !announces ? { id: chapter._id, announce: false } : { id: chapter._id }, {
          onSuccess: () => action === 'delete' && offerUndo(chapter._id),
          onSettled: close,
        })
      }
    >
      <p>
        {action === 'publish' && !isStoryPublished
          ? 'Readers will see it as soon as the story is published too.'
          : text}
      </p>
      {isNews && (
        <div className="mt-3">
          <AnnounceField checked={announces} onChange={({ target }) => setAnnounces(target.checked)} />
        </div>
      )}
    </ConfirmDialog>
  );
}
