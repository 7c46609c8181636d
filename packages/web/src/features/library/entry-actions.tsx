import { EllipsisVertical } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import type { EntryInMenu } from './entry-menu.tsx';
import { EntryMenuButton } from './entry-menu-button.tsx';
import { EntryNote } from './entry-note.tsx';

export const NoteDialog = lazyComponent(async () => (await import('./note-dialog.tsx')).NoteDialog);

interface Props {
  entry: EntryInMenu;
  /** How the story is called here. */
  title: string;
  /** Stands before the button of the menu. */
  children?: ReactNode;
}

/** What a reader can do with an entry from its card: a menu, and the private note. */
export function EntryActions({ entry, title, children }: Props) {
  const [writing, setWriting] = useState(false);
  const write = () => setWriting(true);
  return (
    <div className="flex items-start gap-1">
      <div className="min-w-0 flex-1">
        {children}
        <EntryNote note={entry.note} title={title} onEdit={write} />
      </div>
      <EntryMenuButton
        entry={entry}
        onNote={write}
        button={(opening) => (
          <IconButton label={`Library options: ${title}`} className="relative z-10 -me-3" {...opening}>
            <EllipsisVertical aria-hidden="true" className="size-5" />
          </IconButton>
        )}
      />
      {writing && (
        <NoteDialog
          storyId={entry.storyId}
          title={title}
          note={entry.note}
          onClose={() => setWriting(false)}
          onLoadFailed={() => setWriting(false)}
        />
      )}
    </div>
  );
}
