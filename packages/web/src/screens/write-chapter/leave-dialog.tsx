import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

interface Props {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onKeep: () => void;
  onDiscard: () => void;
}

/** Shown when an author cancels with unsaved text. */
export function LeaveDialog({ open, onOpenChange, onKeep, onDiscard }: Props) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Leave without saving?"
      description="Keep your text as a draft? You can pick it up when you come back."
    >
      <div className="flex flex-col gap-3 sm:flex-row-reverse">
        <Button variant="primary" onClick={onKeep}>
          Keep draft
        </Button>
        <Button onClick={() => onOpenChange(false)}>Keep writing</Button>
        <Button variant="ghost" className="text-danger-text!" onClick={onDiscard}>
          Discard
        </Button>
      </div>
    </Dialog>
  );
}
