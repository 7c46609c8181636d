import { type CollectedStory, setCollectedNote } from '@inkling/contract/collections';
import { collectionLimits } from '@inkling/contract/limits';
import { useSetCollectedNote } from '../../features/collections/collections.api.ts';
import { NoteDialog } from '../../features/forms/note-dialog.tsx';

interface Props {
  collectionId: string;
  entry: CollectedStory;
  /** The story's title, or what stands for it. */
  name: string;
  onClose: () => void;
}

/** Edits the owner's note on a story of a collection. */
export function CollectedNoteDialog({ collectionId, entry: { _id: storyId, note }, name, onClose }: Props) {
  const { mutateAsync } = useSetCollectedNote();
  return (
    <NoteDialog
      title="Why this story?"
      description={
        <>
          On <bdi>{name}</bdi>. Everyone who can open the collection can see this note.
        </>
      }
      storedAs={`collected-note:${collectionId}/${storyId}`}
      note={note}
      schema={setCollectedNote.body}
      max={collectionLimits.note}
      save={(body) => mutateAsync({ params: { id: collectionId, storyId }, body })}
      onClose={onClose}
    />
  );
}
