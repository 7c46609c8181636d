import type { Story } from '@inkling/contract/stories';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { messageOf } from '../../lib/api.ts';
import { QueryState } from '../../lib/query-state.tsx';
import { shownCount } from '../../lib/use-toggle.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { TextSkeleton } from '../../ui/skeleton.tsx';
import { titleOf } from '../covers/cover-text.ts';
import { ChoiceText, CollectionChoices, choiceClass, NewCollectionField } from './collection-choices.tsx';
import { type CollectionChoice, collectionsOfStoryQuery, useInCollection } from './collections.api.ts';

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
  const [failure, setFailure] = useState<string | null>(null);
  if (query.data === undefined) {
    const pending = <TextSkeleton lines={5} />;
    return <QueryState query={query} fallback="Failed to fetch collections" pending={pending} />;
  }
  return (
    <CollectionChoices
      choices={query.data.data}
      failure={failure}
      invitation="You have no collections yet. Name your first one, and this story will be in it."
      create={(onCreated) => (
        <NewCollectionField storyId={storyId} first={query.data.data.length === 0} onCreated={onCreated} />
      )}
    >
      {(choice) => (
        <Choice
          key={choice._id}
          storyId={storyId}
          choice={choice}
          onChange={() => setFailure(null)}
          onFailed={(error) =>
            setFailure(`${choice.name}: ${messageOf(error, 'Failed to change the collection.')}`)
          }
        />
      )}
    </CollectionChoices>
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
      <label className={choiceClass}>
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
        <ChoiceText id={id} name={choice.name} count={count} visibility={choice.visibility} />
      </label>
    </li>
  );
}
