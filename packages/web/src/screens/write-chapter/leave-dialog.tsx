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
      description="Your text can wait here as a draft, and is offered when you come back."
    >
      <div className="flex flex-col gap-3 sm:flex-row-reverse">
        <Button variant="primary" onClick={onKeep}>
          Keep it for later
        </Button>
        <Button onClick={() => onOpenChange(false)}>Stay</Button>
        <Button variant="ghost" className="text-danger-text!" onClick={onDiscard}>
          Throw it away
        </Button>
      </div>
    </Dialog>
  );
}
