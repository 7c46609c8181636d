import { collectionLimits } from '@inkling/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { messageOf } from '../../lib/api.ts';
import { pluralize } from '../../lib/format.ts';
import { QueryState } from '../../lib/query-state.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextSkeleton } from '../../ui/skeleton.tsx';
import { ChoiceText, CollectionChoices, choiceClass, NewCollectionField } from './collection-choices.tsx';
import { myCollectionsQuery, useAddSeveral } from './collections.api.ts';

interface Props {
  /** The ids of the stories. */
  stories: string[];
  onClose: () => void;
  onAdded: () => void;
}

/** Adds several stories to one of the reader's collections, or to a new one. */
export const CollectSeveralDialog = ({ stories, onClose, onAdded }: Props) => (
  <Dialog
    sheet
    title="Add to collection"
    description={pluralize(stories.length, 'story', 'stories')}
    open
    onOpenChange={onClose}
    initialFocus="title"
  >
    <Choices stories={stories} onAdded={onAdded} />
  </Dialog>
);

function Choices({ stories, onAdded }: Omit<Props, 'onClose'>) {
  const query = useQuery({ ...myCollectionsQuery(1, collectionLimits.perPerson), staleTime: 0 });
  const { mutate, isPending, error, variables } = useAddSeveral();
  const id = useId();
  if (query.data === undefined) {
    const pending = <TextSkeleton lines={5} />;
    return <QueryState query={query} fallback="Failed to fetch collections" pending={pending} />;
  }
  const choices = query.data.data;
  const addTo = (collection: { _id: string; name: string }) =>
    mutate({ collection, stories }, { onSuccess: onAdded });
  return (
    <CollectionChoices
      choices={choices}
      failure={
        error && `${variables?.collection.name}: ${messageOf(error, 'Failed to change the collection.')}`
      }
      invitation="You have no collections yet. Name your first one, and these stories will be in it."
      create={() => <NewCollectionField first={choices.length === 0} onCreated={addTo} />}
    >
      {(choice) => (
        <li key={choice._id}>
          <button
            type="button"
            disabled={isPending}
            aria-labelledby={`${id}-${choice._id}-name`}
            aria-describedby={`${id}-${choice._id}-size`}
            onClick={() => addTo(choice)}
            className={choiceClass}
          >
            <ChoiceText
              id={`${id}-${choice._id}`}
              name={choice.name}
              count={choice.storyCount}
              visibility={choice.visibility}
            />
          </button>
        </li>
      )}
    </CollectionChoices>
  );
}
