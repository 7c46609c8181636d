import { type Collection, type CollectionVisibility, updateCollection } from '@inkling/contract/collections';
import { collectionLimits } from '@inkling/contract/limits';
import { showSuccess } from '../../lib/notify.ts';
import { inputKey } from '../../lib/stored-input.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, footerClass } from '../../ui/dialog.tsx';
import { TextArea, TextField } from '../../ui/field.tsx';
import { ErrorMessages } from '../forms/form-footer.tsx';
import { useSavedForm } from '../forms/use-saved-form.ts';
import { useUpdateCollection } from './collections.api.ts';
import { VisibilityField } from './visibility-field.tsx';

interface Props {
  collection: Pick<Collection, '_id' | 'name' | 'description' | 'visibility' | 'owner'>;
  onClose: () => void;
}

interface Values {
  name: string;
  description: string;
  visibility: CollectionVisibility;
}

/** Edits the name, description and visibility of one's collection. Input survives a failed save and a reload. */
export function EditCollectionDialog({ collection, onClose }: Props) {
  const { _id: id, name, description, visibility, owner } = collection;
  const update = useUpdateCollection();
  const form = useSavedForm<Values>({
    storageKey: inputKey(owner._id, `collection-${id}`),
    saved: { name, description, visibility },
    schema: updateCollection.body,
    send: async (changes) => {
      await update.mutateAsync({ params: { id }, body: changes });
      showSuccess('Collection saved.');
      onClose();
    },
    fallback: 'Failed to save the collection. What you typed is still here.',
  });
  const { values, busy } = form;
  const cancel = () => {
    form.discard();
    onClose();
  };
  return (
    <Dialog open onOpenChange={onClose} title="Edit Collection" initialFocus="title">
      <form onSubmit={form.onSubmit} noValidate className="space-y-5">
        <TextField
          label="Name"
          maxLength={collectionLimits.name}
          dir="auto"
          required
          {...form.field('name')}
        />
        <TextArea
          label="Description (optional)"
          rows={3}
          maxLength={collectionLimits.description}
          {...form.field('description')}
        />
        <VisibilityField
          value={values.visibility}
          onChange={(wanted) => form.setValue('visibility', wanted, { shouldDirty: true })}
        />
        <ErrorMessages messages={form.errorMessages} />
        <div className={`flex flex-wrap justify-end gap-3 ${footerClass}`}>
          <Button onClick={cancel}>Cancel</Button>
          <Button type="submit" variant="primary" disabled={values.name.trim() === ''} busy={busy}>
            {busy ? 'Saving…' : 'Save'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
