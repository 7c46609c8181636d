import type { LibraryEntry } from '@inkling/contract/library';
import { EllipsisVertical, NotebookPen } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import type { EntryInMenu } from './entry-menu.tsx';
import { EntryMenuButton } from './entry-menu-button.tsx';
import { EntryNote } from './entry-note.tsx';

export const NoteDialog = lazyComponent(
  async () => (await import('./library-note-dialog.tsx')).LibraryNoteDialog,
);

const AddToCollectionDialog = lazyComponent(
  async () => (await import('../collections/add-to-collection-dialog.tsx')).AddToCollectionDialog,
);

interface Props {
  entry: Omit<EntryInMenu, 'isAvailable'> & Pick<LibraryEntry, 'story'>;
  /** How the story is called here. */
  title: string;
  /** A note is a sign that opens it, without its text. */
  noteAsSign?: boolean;
  /** Stands before the button of the menu. */
  children?: ReactNode;
}

/** What a reader can do with an entry from its card: a menu, and the private note. */
export function EntryActions({ entry, title, noteAsSign = false, children }: Props) {
  const [writing, setWriting] = useState(false);
  const [collecting, setCollecting] = useState(false);
  const write = () => setWriting(true);
  const { story } = entry;
  return (
    <div className="flex items-start gap-1">
      <div className="min-w-0 flex-1">
        {children}
        {!noteAsSign && <EntryNote note={entry.note} title={title} onEdit={write} />}
      </div>
      {noteAsSign && (
        // Takes up space without a note, too, so that the rows of a list align.
        <span className={entry.note === '' ? 'w-11 shrink-0 max-md:hidden' : 'relative z-10 shrink-0'}>
          {entry.note !== '' && (
            <IconButton icon={NotebookPen} label={`Edit your note on ${title}`} onClick={write} />
          )}
        </span>
      )}
      <EntryMenuButton
        entry={{ ...entry, isAvailable: story !== null }}
        onNote={write}
        {...(story !== null && { onCollect: () => setCollecting(true) })}
        button={(opening) => (
          <IconButton
            icon={EllipsisVertical}
            label={`Library options: ${title}`}
            className="relative z-10 -me-3"
            {...opening}
          />
        )}
      />
      {collecting && story !== null && (
        <AddToCollectionDialog story={story} onClose={() => setCollecting(false)} />
      )}
      {writing && (
        <NoteDialog
          storyId={entry.storyId}
          title={title}
          note={entry.note}
          onClose={() => setWriting(false)}
        />
      )}
    </div>
  );
}
