import type { CollectionVisibility } from '@inkling/contract/collections';
import { collectionLimits } from '@inkling/contract/limits';
import { Plus } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { pluralize } from '../../lib/format.ts';
import { useMe } from '../../lib/session.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { useCallForm } from '../forms/use-call-form.ts';
import { nameMatches } from '../genres/name-matches.ts';
import { type CreatedCollection, useCreateCollection } from './collections.api.ts';
import { VisibilityMark } from './visibility.tsx';

/** With more collections than this, they can be searched. */
const searchedFrom = 10;

interface Props<Choice> {
  choices: Choice[];
  failure: string | null;
  /** Shown to a reader without collections. */
  invitation: string;
  /** Renders a collection as a list item. */
  children: (choice: Choice) => ReactNode;
  /** Renders the field for a new collection; what it is given clears the search. */
  create: (onCreated: () => void) => ReactNode;
}

/** The reader's own collections to choose from, and a field for a new one. */
export function CollectionChoices<Choice extends { name: string }>(props: Props<Choice>) {
  const { choices, failure, invitation, children, create } = props;
  const [search, setSearch] = useState('');
  const found = choices.filter(({ name }) => nameMatches(name, search));
  return (
    <div className="space-y-3">
      {choices.length > searchedFrom && (
        <TextField
          label="Find a collection"
          type="search"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      )}
      {failure !== null && <Alert>{failure}</Alert>}
      {choices.length === 0 && <p className="text-muted">{invitation}</p>}
      <ul className="-mx-2">{found.map(children)}</ul>
      <p role="status" className="text-muted">
        {choices.length > 0 && found.length === 0 && 'No collections match.'}
      </p>
      {create(() => setSearch(''))}
    </div>
  );
}

export const choiceClass =
  'flex min-h-12 w-full cursor-pointer items-center gap-3 rounded-md px-2 py-1.5 text-start hover:bg-sunken';

interface TextProps {
  id: string;
  name: string;
  count: number;
  visibility: CollectionVisibility;
}

/** The name of a collection, with the id `{id}-name`, and its size, with `{id}-size`. */
export const ChoiceText = ({ id, name, count, visibility }: TextProps) => (
  <span className="min-w-0">
    <bdi id={`${id}-name`} className="block break-words">
      {name}
    </bdi>
    <span id={`${id}-size`} className="flex flex-wrap gap-x-3 text-sm text-muted tabular-nums">
      <span>{pluralize(count, 'book')}</span> <VisibilityMark visibility={visibility} />
    </span>
  </span>
);

interface NewCollectionFieldProps {
  /** The story that the collection contains; without it, the caller adds what belongs there. */
  storyId?: string;
  /** Without any collection yet, the field is open from the start. */
  first: boolean;
  onCreated: (created: CreatedCollection) => void;
}

/** Creates a private collection. */
export function NewCollectionField({ storyId, first, onCreated }: NewCollectionFieldProps) {
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

interface FormProps extends Pick<NewCollectionFieldProps, 'storyId' | 'onCreated'> {
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
