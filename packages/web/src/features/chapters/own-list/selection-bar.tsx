import type { OwnChapterSummary } from '@inkling/contract/chapters';
import { ArrowUpDown, CircleDashed, Globe, Trash2 } from 'lucide-react';
import { SelectionBar, selectionButton } from '../../../ui/selection-bar.tsx';

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

/** What can be done with the selected chapters. */
export function SelectedChapters({ chapters, onAction, onClear }: Props) {
  const drafts = chapters.filter(({ isPublished }) => !isPublished).length;
  const impossible = {
    publish: drafts === 0,
    unpublish: drafts === chapters.length,
    move: false,
    delete: false,
  };
  return (
    <SelectionBar label="Selected chapters" count={chapters.length} onClear={onClear}>
      {actions.map(({ action, label, Icon }) => (
        <button
          key={action}
          type="button"
          disabled={impossible[action]}
          onClick={() => onAction(action)}
          className={`${selectionButton} ${action === 'delete' ? 'text-danger-text!' : ''}`}
        >
          <Icon aria-hidden="true" className="size-5" />
          {label}
        </button>
      ))}
    </SelectionBar>
  );
}
