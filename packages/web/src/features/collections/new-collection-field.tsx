import { collectionLimits } from '@inkling/contract/limits';
import { Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useMe } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { useCallForm } from '../forms/use-call-form.ts';
import { type CreatedCollection, useCreateCollection } from './collections.api.ts';

interface Props {
  /** The story that the collection contains; without it, the caller adds what belongs there. */
  storyId?: string;
  /** Without any collection yet, the field is open from the start. */
  first: boolean;
  onCreated: (created: CreatedCollection) => void;
}

/** Creates a private collection. */
export function NewCollectionField({ storyId, first, onCreated }: Props) {
  const [open, setOpen] = useState(first);
  const [created, setCreated] = useState('');
  const button = useRef<HTMLButtonElement>(null);
  const returned = useRef(false);
  useEffect(() => {
    if (!open && returned.current) button.current?.focus();
    returned.current = false;
  }, [open]);
  const close = () => {
    returned.current = true;
    setOpen(false);
  };
  return (
    <>
      {open ? (
        <NameForm
          storyId={storyId}
          onCancel={first ? undefined : close}
          onCreated={(collection) => {
            setCreated(`Created “${collection.name}”${storyId === undefined ? '' : ' with this story'}.`);
            close();
            onCreated(collection);
          }}
        />
      ) : (
        <Button ref={button} className="max-sm:w-full" onClick={() => setOpen(true)}>
          <Plus aria-hidden="true" className="size-5" />
          New collection
        </Button>
      )}
      <p role="status" className="text-muted">
        {!open && created}
      </p>
    </>
  );
}

interface FormProps extends Pick<Props, 'storyId' | 'onCreated'> {
  onCancel?: () => void;
}

function NameForm({ storyId, onCancel, onCreated }: FormProps) {
  const me = useMe();
  const create = useCreateCollection(me?._id ?? 'nobody');
  const form = useCallForm({
    defaultValues: { name: '' },
    fallback: 'Failed to create the collection.',
    send: async ({ name }) => {
      const values = { name: name.trim(), description: '', visibility: 'private' } as const;
      onCreated(await create.mutateAsync({ ...values, ...(storyId !== undefined && { storyId }) }));
    },
  });
  return (
    <form onSubmit={form.onSubmit} className="space-y-3 rounded-lg bg-sunken p-3">
      <TextField
        label="Name"
        hint="Only you can see it. You can change this on its page."
        maxLength={collectionLimits.name}
        dir="auto"
        autoFocus={onCancel !== undefined}
        required
        {...form.field('name')}
        error={form.failure}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" disabled={form.watch('name').trim() === ''} busy={form.busy}>
          {form.busy ? 'Creating…' : 'Create'}
        </Button>
        {onCancel && (
          <Button variant="ghost" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  );
}
