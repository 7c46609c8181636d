import { setLibraryNote } from '@inkling/contract/library';
import { libraryLimits } from '@inkling/contract/limits';
import { useMe } from '../../lib/session.ts';
import { inputKey } from '../../lib/stored-input.ts';
import { Dialog, footerClass } from '../../ui/dialog.tsx';
import { TextArea } from '../../ui/field.tsx';
import { DialogButtons, FormFailure } from '../forms/form-footer.tsx';
import { useSavedForm } from '../forms/use-saved-form.ts';
import { useSetNote } from './library-entries.api.ts';

interface Props {
  storyId: string;
  title: string;
  /** The saved note. */
  note: string;
  onClose: () => void;
}

/** Edits the private note on a story. */
export function NoteDialog({ storyId, title, note, onClose }: Props) {
  const me = useMe();
  const save = useSetNote();
  const form = useSavedForm({
    storageKey: inputKey(me?._id ?? '', `note:${storyId}`),
    saved: { note },
    schema: setLibraryNote.body,
    fallback: 'Your note could not be saved. Please try again.',
    send: async (_changes, values) => {
      await save.mutateAsync({ params: { id: storyId }, body: values });
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
      title="Your note"
      initialFocus="field"
      description={
        <>
          On <bdi>{title}</bdi>. Only you can see this note.
        </>
      }
    >
      <form onSubmit={form.onSubmit} noValidate className="space-y-4">
        <FormFailure message={form.failure} />
        <TextArea
          label="Note"
          rows={5}
          maxLength={libraryLimits.note}
          hint={`${form.values.note.length.toLocaleString('en')} of ${libraryLimits.note.toLocaleString('en')} characters`}
          {...form.field('note')}
        />
        <div className={`${footerClass} flex flex-wrap justify-end gap-3`}>
          <DialogButtons label="Save note" busyLabel="Saving…" busy={form.busy} onCancel={discard} />
        </div>
      </form>
    </Dialog>
  );
}
