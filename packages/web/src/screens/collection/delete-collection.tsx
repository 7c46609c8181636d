import type { Collection } from '@inkling/contract/collections';
import { useNavigate } from 'react-router';
import { useDeleteCollection } from '../../features/collections/collections.api.ts';
import { paths } from '../../lib/paths.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

/** Asks before a collection is deleted; then leads to the reader's other collections. */
export function DeleteCollection({ collection, onClose }: { collection: Collection; onClose: () => void }) {
  const navigate = useNavigate();
  const remove = useDeleteCollection();
  const confirm = () =>
    remove.mutate(
      { params: { id: collection._id } },
      { onSuccess: () => void navigate(paths.myCollections, { replace: true }), onError: onClose },
    );
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Delete “${collection.name}”?`}
      confirm="Delete"
      onConfirm={confirm}
      danger
      busy={remove.isPending}
    >
      The stories in it aren’t deleted. The collection can’t be restored, and readers who saved it will lose
      it.
    </ConfirmDialog>
  );
}
