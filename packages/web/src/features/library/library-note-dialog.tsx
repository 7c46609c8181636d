import { setLibraryNote } from '@inkling/contract/library';
import { libraryLimits } from '@inkling/contract/limits';
import { NoteDialog } from '../forms/note-dialog.tsx';
import { useSetNote } from './library-entries.api.ts';

interface Props {
  storyId: string;
  title: string;
  /** The saved note. */
  note: string;
  onClose: () => void;
}

/** Edits the private note on a story. */
export function LibraryNoteDialog({ storyId, title, note, onClose }: Props) {
  const { mutateAsync } = useSetNote();
  return (
    <NoteDialog
      title="Your note"
      description={
        <>
          On <bdi>{title}</bdi>. Only you can see this note.
        </>
      }
      storedAs={`note:${storyId}`}
      note={note}
      schema={setLibraryNote.body}
      max={libraryLimits.note}
      save={(body) => mutateAsync({ params: { id: storyId }, body })}
      onClose={onClose}
    />
  );
}
