import { storyNoteLimits } from '@inkling/contract/limits';
import { editStoryNote, type StoryNote } from '@inkling/contract/story-notes';
import { cleanText } from '@inkling/contract/text';
import { useMe } from '../../lib/session.ts';
import { inputKey } from '../../lib/stored-input.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { TextArea } from '../../ui/field.tsx';
import { ConflictNotice, DialogButtons, FormFailure } from '../forms/form-footer.tsx';
import { useDraftOnce } from '../forms/use-draft-once.ts';
import { useSavedForm } from '../forms/use-saved-form.ts';
import { useEditNote, usePostNote } from './story-notes.api.ts';

interface Props {
  storyId: string;
  /** The note to change; null writes a new one. */
  note: StoryNote | null;
  onClose: () => void;
}

/** Writes to the followers of one of the author's stories without a chapter, or changes what was written.
 * What is typed is stored until it has been sent or cancelled. */
export function NoteDialog({ storyId, note, onClose }: Props) {
  const creation = useDraftOnce<{ text: string }>(`story-note-${storyId}`);
  const [posting, editing] = [usePostNote(), useEditNote()];
  const me = useMe();
  const form = useSavedForm({
    storageKey: inputKey(
      me?._id ?? '',
      note === null ? `new-story-note-${storyId}` : `story-note-${note._id}`,
    ),
    saved: { text: note?.text ?? '' },
    schema: editStoryNote.body,
    checksAll: true,
    fallback: note === null ? 'Failed to send the note.' : 'Failed to save the note.',
    send: async (_changes, { text }) => {
      const edit = (noteId: string) =>
        editing.mutateAsync({ params: { id: storyId, noteId }, body: { text } });
      if (note === null) {
        await creation.create({ text }, async (_id) => {
          const { data } = await posting.mutateAsync({ params: { id: storyId }, body: { _id, text } });
          // An earlier request has posted this note with an older text.
          if (data.text !== cleanText(text)) await edit(data._id);
        });
      } else await edit(note._id);
      onClose();
    },
  });
  const cancel = () => {
    form.discard();
    if (note === null) creation.clear();
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={note === null ? 'Write to followers' : 'Edit note'}
      description={
        note === null
          ? `Followers are notified the same way as about new chapters, and everyone can read the note on the story’s page. You can send ${storyNoteLimits.perWeek} notes a week.`
          : 'Followers aren’t notified again.'
      }
      initialFocus="field"
    >
      <form onSubmit={form.onSubmit} className="space-y-4">
        <TextArea
          label="Note"
          rows={6}
          maxLength={storyNoteLimits.text}
          hint={`Up to ${storyNoteLimits.text.toLocaleString('en')} characters of plain text.`}
          dir="auto"
          {...form.field('text')}
        />
        <FormFailure message={form.failure} />
        <ConflictNotice conflicts={form.conflicts} discard="cancel" />
        <div className="flex flex-wrap justify-end gap-3">
          <DialogButtons label={note === null ? 'Send' : 'Save'} busy={form.busy} onCancel={cancel} />
        </div>
      </form>
    </Dialog>
  );
}
