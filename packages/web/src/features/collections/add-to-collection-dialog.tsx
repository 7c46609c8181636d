import type { Story } from '@inkling/contract/stories';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { messageOf } from '../../lib/api.ts';
import { pluralize } from '../../lib/format.ts';
import { QueryState } from '../../lib/query-state.tsx';
import { shownCount } from '../../lib/use-toggle.ts';
import { Alert } from '../../ui/alert.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { TextSkeleton } from '../../ui/skeleton.tsx';
import { titleOf } from '../covers/cover-text.ts';
import { nameMatches } from '../genres/name-matches.ts';
import { type CollectionChoice, collectionsOfStoryQuery, useInCollection } from './collections.api.ts';
import { NewCollectionField } from './new-collection-field.tsx';
import { VisibilityMark } from './visibility.tsx';

/** With more collections than this, they can be searched. */
const searchedFrom = 10;

interface Props {
  story: Pick<Story, '_id' | 'title' | 'language'>;
  onClose: () => void;
}

/** Adds a story to one's collections, and removes it from them. */
export function AddToCollectionDialog({ story, onClose }: Props) {
  return (
    <Dialog
      sheet
      title="Add to collection"
      description={
        <bdi lang={story.language} className="line-clamp-2 break-words">
          {titleOf(story)}
        </bdi>
      }
      open
      onOpenChange={onClose}
      initialFocus="title"
    >
      <Choices storyId={story._id} />
    </Dialog>
  );
}

function Choices({ storyId }: { storyId: string }) {
  // Always fetched when the dialog opens: another page may have changed a collection.
  const query = useQuery({ ...collectionsOfStoryQuery(storyId), staleTime: 0, gcTime: 0 });
  const [search, setSearch] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  if (query.data === undefined) {
    const pending = <TextSkeleton lines={5} />;
    return <QueryState query={query} fallback="Failed to fetch collections" pending={pending} />;
  }
  const choices = query.data.data;
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
      {choices.length === 0 && (
        <p className="text-muted">
          You have no collections yet. Name your first one, and this story will be in it.
        </p>
      )}
      <ul className="-mx-2">
        {found.map((choice) => (
          <Choice
            key={choice._id}
            storyId={storyId}
            choice={choice}
            onChange={() => setFailure(null)}
            onFailed={(error) =>
              setFailure(`${choice.name}: ${messageOf(error, 'Failed to change the collection.')}`)
            }
          />
        ))}
      </ul>
      <p role="status" className="text-muted">
        {choices.length > 0 && found.length === 0 && 'No collections match.'}
      </p>
      <NewCollectionField storyId={storyId} first={choices.length === 0} onCreated={() => setSearch('')} />
    </div>
  );
}

interface ChoiceProps {
  storyId: string;
  choice: CollectionChoice;
  onChange: () => void;
  onFailed: (error: unknown) => void;
}

function Choice({ storyId, choice, onChange, onFailed }: ChoiceProps) {
  const { on, busy, toggle } = useInCollection(storyId, choice, onFailed);
  const id = useId();
  const count = shownCount(choice.storyCount, choice.hasStory, on);
  return (
    <li>
      <label className="flex min-h-12 cursor-pointer items-center gap-3 rounded-md px-2 py-1.5 hover:bg-sunken">
        <input
          type="checkbox"
          className="size-5 shrink-0 accent-(--accent)"
          checked={on}
          aria-busy={busy || undefined}
          aria-labelledby={`${id}-name`}
          aria-describedby={`${id}-size`}
          onChange={({ nativeEvent }) => {
            onChange();
            toggle({ detail: nativeEvent instanceof UIEvent ? nativeEvent.detail : 0 });
          }}
        />
        <span className="min-w-0">
          <bdi id={`${id}-name`} className="block break-words">
            {choice.name}
          </bdi>
          <span id={`${id}-size`} className="flex flex-wrap gap-x-3 text-sm text-muted tabular-nums">
            <span>{pluralize(count, 'book')}</span> <VisibilityMark visibility={choice.visibility} />
          </span>
        </span>
      </label>
    </li>
  );
}
