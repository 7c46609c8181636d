import type { Me } from '@inkling/contract/account';
import { createCollection } from '@inkling/contract/collections';
import { collectionLimits } from '@inkling/contract/limits';
import { showSuccess } from '../../lib/notify.ts';
import { useMe } from '../../lib/session.ts';
import { inputKey } from '../../lib/stored-input.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, footerClass } from '../../ui/dialog.tsx';
import { TextArea, TextField } from '../../ui/field.tsx';
import { TextSkeleton } from '../../ui/skeleton.tsx';
import { ErrorMessages } from '../forms/form-footer.tsx';
import { useSavedForm } from '../forms/use-saved-form.ts';
import { type NewCollection, useCreateCollection } from './collections.api.ts';
import { VisibilityField } from './visibility-field.tsx';

interface Props {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Creates a collection. What is typed is stored until it has been saved or discarded. */
export function CreateCollectionDialog({ open, onOpenChange }: Props) {
  const me = useMe();
  return (
    <Dialog title="Create New Collection" open={open} onOpenChange={onOpenChange} initialFocus="title">
      {me === undefined ? <TextSkeleton lines={6} /> : <Fields me={me} onClose={() => onOpenChange(false)} />}
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
    fallback: 'Failed to create the collection. What you typed is still here.',
  });
  const { values, busy } = form;
  const cancel = () => {
    form.discard();
    onClose();
  };
  return (
    <form onSubmit={form.onSubmit} noValidate className="space-y-5">
      <TextField label="Name" maxLength={collectionLimits.name} dir="auto" required {...form.field('name')} />
      <TextArea
        label="Description (optional)"
        rows={3}
        maxLength={collectionLimits.description}
        {...form.field('description')}
      />
      <VisibilityField
        value={values.visibility}
        onChange={(visibility) => form.setValue('visibility', visibility, { shouldDirty: true })}
      />
      <ErrorMessages messages={form.errorMessages} />
      <div className={`flex flex-wrap justify-end gap-3 ${footerClass}`}>
        <Button onClick={cancel}>Cancel</Button>
        <Button type="submit" variant="primary" disabled={values.name.trim() === ''} busy={busy}>
          {busy ? 'Creating…' : 'Create'}
        </Button>
      </div>
    </form>
  );
}
