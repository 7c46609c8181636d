import type { ReactNode } from 'react';
import { useMe } from '../../lib/session.ts';
import { inputKey } from '../../lib/stored-input.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { footerClass } from '../../ui/dialog-footer.ts';
import { TextArea } from '../../ui/field.tsx';
import { DialogButtons, FormFailure } from './form-footer.tsx';
import { useSavedForm } from './use-saved-form.ts';

interface Note {
  note: string;
}

interface Props {
  title: string;
  /** What the note is on, and who sees it. */
  description: ReactNode;
  /** What the browser stores an unsaved note under, for this person. */
  storedAs: string;
  /** The saved note. */
  note: string;
  /** The schema of the call's body. */
  schema: Parameters<typeof useSavedForm<Note>>[0]['schema'];
  /** The longest note, in characters. */
  max: number;
  save: (body: Note) => Promise<unknown>;
  onClose: () => void;
}

/** Edits a note on a story. What is typed is stored until it has been saved or discarded. */
export function NoteDialog({ title, description, storedAs, note, schema, max, save, onClose }: Props) {
  const me = useMe();
  const form = useSavedForm<Note>({
    storageKey: inputKey(me?._id ?? '', storedAs),
    saved: { note },
    schema,
    fallback: 'Your note couldn’t be saved. Please try again.',
    send: async (_changes, values) => {
      await save(values);
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
      title={title}
      initialFocus="field"
      description={description}
    >
      <form onSubmit={form.onSubmit} noValidate className="space-y-4">
        <FormFailure message={form.failure} />
        <TextArea
          label="Note"
          rows={5}
          maxLength={max}
          hint={`${form.values.note.length.toLocaleString('en')} of ${max.toLocaleString('en')} characters`}
          {...form.field('note')}
        />
        <div className={`${footerClass} flex flex-wrap justify-end gap-3`}>
          <DialogButtons label="Save note" busyLabel="Saving…" busy={form.busy} onCancel={discard} />
        </div>
      </form>
    </Dialog>
  );
}
