import type { Me } from '@inkling/contract/account';
import { createCollection } from '@inkling/contract/collections';
import { showSuccess } from '../../lib/notify.ts';
import { useMe } from '../../lib/session.ts';
import { inputKey } from '../../lib/stored-input.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { TextSkeleton } from '../../ui/skeleton.tsx';
import { useSavedForm } from '../forms/use-saved-form.ts';
import { CollectionForm } from './collection-form.tsx';
import { type NewCollection, useCreateCollection } from './collections.api.ts';

/** Creates a collection. What is typed is stored until it has been saved or discarded. */
export function CreateCollectionDialog({ onClose }: { onClose: () => void }) {
  const me = useMe();
  return (
    <Dialog title="Create New Collection" open onOpenChange={onClose} initialFocus="field">
      {me === undefined ? <TextSkeleton lines={6} /> : <Fields me={me} onClose={onClose} />}
    </Dialog>
  );
}

const empty: NewCollection = { name: '', description: '', visibility: 'private' };

function Fields({ me, onClose }: { me: Me; onClose: () => void }) {
  const create = useCreateCollection(me._id);
  const form = useSavedForm<NewCollection>({
    storageKey: inputKey(me._id, 'new-collection'),
    saved: empty,
    checksAll: true,
    schema: createCollection.body,
    send: async (_changes, { name, description, visibility }) => {
      const values = { name: name.trim(), description: description.trim(), visibility };
      const created = await create.mutateAsync(values);
      showSuccess(`Collection “${created.name}” created.`);
      onClose();
    },
    fallback: 'Failed to create the collection. Your text is still here.',
  });
  return <CollectionForm form={form} onClose={onClose} submit="Create" submitting="Creating…" />;
}
