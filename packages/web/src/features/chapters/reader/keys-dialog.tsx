import { Dialog } from '../../../ui/dialog.tsx';

const keys = [
  ['←', 'Previous chapter'],
  ['→', 'Next chapter'],
  ['Space', 'Next page (with Shift: previous page)'],
  ['+', 'Larger text'],
  ['−', 'Smaller text'],
  ['t', 'Next theme'],
  ['/', 'Search in this story'],
  ['b', 'Bookmark the story, or remove the bookmark'],
  ['Shift + →', 'Select text; Shift and any arrow key extends it'],
  ['Tab', 'Actions for the selected text'],
  ['Tab', 'Next annotation'],
  ['?', 'Show this list'],
  ['Esc', 'Close'],
];

export function KeysDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Keyboard shortcuts">
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-6 gap-y-3">
        {keys.map(([key, does]) => (
          <div key={does} className="contents">
            <dt>
              <kbd className="inline-block min-w-9 rounded border border-control px-2 py-1 text-center font-sans">
                {key}
              </kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
