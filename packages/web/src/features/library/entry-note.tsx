import { NotebookPen } from 'lucide-react';

interface Props {
  note: string;
  /** The story, for screen readers. */
  title: string;
  onEdit: () => void;
}

/** The reader's private note, which a press edits. */
export function EntryNote({ note, title, onEdit }: Props) {
  if (note === '') return null;
  return (
    <button
      type="button"
      onClick={onEdit}
      className="relative z-10 -mx-1 flex min-h-11 w-full items-start gap-1.5 rounded-md px-1 py-1 text-start text-sm text-muted hover:bg-sunken hover:text-text"
    >
      <NotebookPen aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span className="sr-only">Edit your note on {title}: </span>
      <span className="line-clamp-3 min-w-0 break-words whitespace-pre-line" dir="auto">
        {note}
      </span>
    </button>
  );
}
