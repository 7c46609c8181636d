import type { OwnChapterSummary } from '@inkling/contract/chapters';
import { useMergeChapter } from '../../features/chapters/own-chapters.api.ts';
import { showSuccess } from '../../lib/notify.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

interface Props {
  chapter: OwnChapterSummary;
  /** The next chapter is for Premium readers, and this one is not. */
  opensNext: boolean;
  close: () => void;
}

/** Asks before the next draft's text is added to a draft. */
export function MergeDialog({ chapter, opensNext, close }: Props) {
  const merge = useMergeChapter();
  const { _id: id, title, version } = chapter;
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && close()}
      title={`Merge “${title}” with the next chapter?`}
      confirm="Merge"
      busy={merge.isPending}
      onConfirm={() =>
        merge.mutate(
          { params: { id }, body: { baseVersion: version } },
          {
            onSuccess: ({ data }) => showSuccess(`Merged. “${data.title}” is in the trash.`),
            onSettled: close,
          },
        )
      }
    >
      <p>
        The text and closing note of the next chapter are added to the end of this one. The next chapter goes
        to the trash with its title and author’s note, and you can restore it for 30 days. Unsaved text is
        left out.
      </p>
      {opensNext && (
        <p className="mt-3">
          The next chapter is for Premium readers. Once merged, its text will be open to everyone.
        </p>
      )}
    </ConfirmDialog>
  );
}
