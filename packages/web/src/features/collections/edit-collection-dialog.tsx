import { type Collection, updateCollection } from '@inkling/contract/collections';
import { showSuccess } from '../../lib/notify.ts';
import { inputKey } from '../../lib/stored-input.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { useSavedForm } from '../forms/use-saved-form.ts';
import { CollectionForm } from './collection-form.tsx';
import { type NewCollection, useUpdateCollection } from './collections.api.ts';

interface Props {
  collection: Pick<Collection, '_id' | 'name' | 'description' | 'visibility' | 'owner'>;
  onClose: () => void;
}

/** Edits the name, description and visibility of one's collection. Input survives a failed save and a reload. */
export function EditCollectionDialog({ collection, onClose }: Props) {
  const { _id: id, name, description, visibility, owner } = collection;
  const update = useUpdateCollection();
  const form = useSavedForm<NewCollection>({
    storageKey: inputKey(owner._id, `collection-${id}`),
    saved: { name, description, visibility },
    schema: updateCollection.body,
    send: async (changes) => {
      await update.mutateAsync({ params: { id }, body: changes });
      showSuccess('Collection saved.');
      onClose();
    },
    fallback: 'Failed to save the collection. Your text is still here.',
  });
  return (
    <Dialog open onOpenChange={onClose} title="Edit Collection" initialFocus="field">
      <CollectionForm form={form} onClose={onClose} submit="Save" submitting="Saving…" />
    </Dialog>
  );
}
