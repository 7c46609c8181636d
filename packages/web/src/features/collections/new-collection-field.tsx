import { collectionLimits } from '@inkling/contract/limits';
import { Plus } from 'lucide-react';
import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { isSignedOut, messageOf } from '../../lib/api.ts';
import { useMe } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { useCreateCollection } from './collections.api.ts';

interface Props {
  storyId: string;
  /** Without any collection yet, the field is open from the start. */
  first: boolean;
  onCreated: () => void;
}

/** Creates a private collection that contains the story. */
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
          onCreated={(name) => {
            setCreated(`Created “${name}” with this story.`);
            close();
            onCreated();
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

interface FormProps {
  storyId: string;
  onCancel?: () => void;
  onCreated: (name: string) => void;
}

function NameForm({ storyId, onCancel, onCreated }: FormProps) {
  const me = useMe();
  const [name, setName] = useState('');
  const create = useCreateCollection(me?._id ?? 'nobody');
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (name.trim() === '' || create.isPending) return;
    const values = { name: name.trim(), description: '', visibility: 'private', storyId } as const;
    create.mutate(values, { onSuccess: (collection) => onCreated(collection.name) });
  };
  const failed = create.isError && !isSignedOut(create.error);
  return (
    <form onSubmit={submit} className="space-y-3 rounded-lg bg-sunken p-3">
      <TextField
        label="Name"
        hint="Only you will see it. You can change this on its page."
        error={failed ? messageOf(create.error, 'Failed to create the collection.') : undefined}
        value={name}
        onChange={(event) => setName(event.target.value)}
        maxLength={collectionLimits.name}
        dir="auto"
        autoFocus={onCancel !== undefined}
        required
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" disabled={name.trim() === ''} busy={create.isPending}>
          {create.isPending ? 'Creating…' : 'Create'}
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
