import type { CollectionVisibility } from '@inkling/contract/collections';
import { type ReactNode, useState } from 'react';
import { pluralize } from '../../lib/format.ts';
import { Alert } from '../../ui/alert.tsx';
import { TextField } from '../../ui/field.tsx';
import { nameMatches } from '../genres/name-matches.ts';
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
