import type { HistoryItem } from '@inkling/contract/reading-history';
import { type RefObject, useRef } from 'react';
import { useDeleteHistory } from '../../features/library/reading-history.api.ts';
import { titleOf } from '../../features/stories/story-text.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

/** What is about to be deleted; `label` is the name of its day. */
export type Deletion =
  | { what: 'all' }
  | { what: 'day'; day: string; label: string }
  | { what: 'item'; item: HistoryItem; label: string };

function questionOf(deletion: Deletion): string {
  if (deletion.what === 'all') return 'Delete your whole reading history?';
  const { label } = deletion;
  const isNamed = label === 'Today' || label === 'Yesterday';
  if (deletion.what === 'day')
    return `Delete everything you read ${isNamed ? label.toLowerCase() : `on ${label}`}?`;
  const title = deletion.item.story === null ? 'this story' : `“${titleOf(deletion.item.story)}”`;
  return `Remove ${title} from ${isNamed ? label.toLowerCase() : label}?`;
}

interface Props {
  deletion: Deletion | null;
  onClose: () => void;
  /** The row or day with the focus is gone afterwards. */
  returnTo: RefObject<HTMLElement | null>;
}

/** Asks before something is deleted from the reading history. */
export function DeletionDialog({ deletion, onClose, returnTo }: Props) {
  const remove = useDeleteHistory();
  // While the dialog closes, it still shows what it asked.
  const shown = useRef<Deletion>({ what: 'all' });
  if (deletion !== null) shown.current = deletion;
  const confirm = () => {
    if (deletion === null) return;
    if (deletion.what === 'all') {
      remove.all.mutate({}, { onSuccess: remove.dropAll, onSettled: onClose });
    } else if (deletion.what === 'day') {
      const { day } = deletion;
      const onSuccess = () => remove.drop((item) => item.day === day);
      remove.day.mutate({ params: { day } }, { onSuccess, onSettled: onClose });
    } else {
      const { day, storyId } = deletion.item;
      const onSuccess = () => remove.drop((item) => item.day === day && item.storyId === storyId);
      remove.item.mutate({ params: { day, storyId } }, { onSuccess, onSettled: onClose });
    }
  };
  return (
    <ConfirmDialog
      open={deletion !== null}
      onOpenChange={(open) => !open && onClose()}
      title={questionOf(shown.current)}
      confirm={shown.current.what === 'item' ? 'Remove' : 'Delete'}
      danger
      busy={remove.all.isPending || remove.day.isPending || remove.item.isPending}
      returnTo={returnTo}
      onConfirm={confirm}
    >
      Your progress, your library and your reading statistics stay as they are. This can’t be undone.
    </ConfirmDialog>
  );
}
