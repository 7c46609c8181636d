import type { OwnChapterSummary } from '@inkling/contract/chapters';
import { ArrowUpDown, CircleDashed, Globe, Trash2, X } from 'lucide-react';
import { buttonClass } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';

export type BulkAction = 'publish' | 'unpublish' | 'move' | 'delete';

interface Props {
  chapters: OwnChapterSummary[];
  onAction: (action: BulkAction) => void;
  onClear: () => void;
}

const actions = [
  { action: 'publish', label: 'Publish', Icon: Globe },
  { action: 'unpublish', label: 'Unpublish', Icon: CircleDashed },
  { action: 'move', label: 'Move', Icon: ArrowUpDown },
  { action: 'delete', label: 'Delete', Icon: Trash2 },
] as const;

/** What can be done with the selected chapters; in view as long as some are selected. */
export function SelectionBar({ chapters, onAction, onClear }: Props) {
  const drafts = chapters.filter(({ isPublished }) => !isPublished).length;
  const impossible = {
    publish: drafts === 0,
    unpublish: drafts === chapters.length,
    move: false,
    delete: false,
  };
  return (
    <section
      aria-label="Selected chapters"
      className="sticky bottom-[calc(4.5rem+env(safe-area-inset-bottom))] z-10 mt-4 flex flex-wrap items-center gap-x-3 rounded-xl border border-line bg-raised p-2 shadow-lg lg:bottom-4"
    >
      <div className="flex flex-1 items-center gap-1">
        <IconButton icon={X} label="Clear the selection" onClick={onClear} />
        <p role="status" className="font-semibold whitespace-nowrap tabular-nums">
          {chapters.length.toLocaleString()} selected
        </p>
      </div>
      <div className="grid grid-cols-4 gap-1 max-sm:w-full sm:flex sm:gap-2">
        {actions.map(({ action, label, Icon }) => (
          <button
            key={action}
            type="button"
            disabled={impossible[action]}
            onClick={() => onAction(action)}
            className={`${buttonClass('ghost')} max-sm:flex-col max-sm:gap-0 max-sm:px-1! max-sm:text-sm ${action === 'delete' ? 'text-danger-text!' : ''}`}
          >
            <Icon aria-hidden="true" className="size-5" />
            {label}
          </button>
        ))}
      </div>
    </section>
  );
}
