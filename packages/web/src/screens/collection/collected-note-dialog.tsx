import { type CollectedStory, setCollectedNote } from '@inkling/contract/collections';
import { collectionLimits } from '@inkling/contract/limits';
import { useSetCollectedNote } from '../../features/collections/collections.api.ts';
import { DialogButtons, FormFailure } from '../../features/forms/form-footer.tsx';
import { useSavedForm } from '../../features/forms/use-saved-form.ts';
import { useMe } from '../../lib/session.ts';
import { inputKey } from '../../lib/stored-input.ts';
import { Dialog, footerClass } from '../../ui/dialog.tsx';
import { TextArea } from '../../ui/field.tsx';

interface Props {
  collectionId: string;
  entry: CollectedStory;
  /** The story's title, or what stands for it. */
  name: string;
  onClose: () => void;
}

/** Edits the owner's note on a story of a collection. */
export function CollectedNoteDialog({ collectionId, entry: { _id: storyId, note }, name, onClose }: Props) {
  const me = useMe();
  const save = useSetCollectedNote();
  const form = useSavedForm({
    storageKey: inputKey(me?._id ?? '', `collected-note:${collectionId}/${storyId}`),
    saved: { note },
    schema: setCollectedNote.body,
    fallback: 'Your note couldn’t be saved. Please try again.',
    send: async (_changes, values) => {
      await save.mutateAsync({ params: { id: collectionId, storyId }, body: values });
      onClose();
    },
  });
  const discard = () => {
    form.discard();
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Why this story?"
      initialFocus="field"
      description={
        <>
          On <bdi>{name}</bdi>. Everyone who can open the collection sees this note.
        </>
      }
    >
      <form onSubmit={form.onSubmit} noValidate className="space-y-4">
        <FormFailure message={form.failure} />
        <TextArea
          label="Note"
          rows={4}
          maxLength={collectionLimits.note}
          hint={`${form.values.note.length} of ${collectionLimits.note} characters`}
          {...form.field('note')}
        />
        <div className={`${footerClass} flex flex-wrap justify-end gap-3`}>
          <DialogButtons label="Save note" busyLabel="Saving…" busy={form.busy} onCancel={discard} />
        </div>
      </form>
    </Dialog>
  );
}
