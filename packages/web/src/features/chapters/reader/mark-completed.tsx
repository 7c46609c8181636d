import { Check } from 'lucide-react';
import { useState } from 'react';
import { lazyComponent } from '../../../lib/lazy-component.tsx';
import { Button, type ButtonVariant } from '../../../ui/button.tsx';
import { useMarkCompleted } from './completion.ts';

const ConfirmDialog = lazyComponent(
  async () => (await import('../../../ui/confirm-dialog.tsx')).ConfirmDialog,
);

interface Props {
  storyId: string;
  /** The number of chapters that the reader has never opened. */
  unopened: number;
  total: number;
  variant: ButtonVariant;
  className?: string;
}

/** Marks the story as completed; asks first if some chapters were never opened (docs/product/library.md#reading-screen). */
export function MarkCompleted({ storyId, unopened, total, variant, className = '' }: Props) {
  const completion = useMarkCompleted(storyId);
  const [isConfirming, setConfirming] = useState(false);
  return (
    <>
      <Button
        variant={variant}
        busy={completion.isPending}
        onClick={() => (unopened > 0 ? setConfirming(true) : completion.mutate())}
        className={className}
      >
        {variant === 'ghost' && <Check aria-hidden="true" className="size-5" />}
        Mark as Completed
      </Button>
      {isConfirming && (
        <ConfirmDialog
          open
          onOpenChange={setConfirming}
          onLoadFailed={() => setConfirming(false)}
          title="Mark as completed?"
          confirm="Mark as Completed"
          busy={completion.isPending}
          onConfirm={() => completion.mutate()}
        >
          You haven’t opened {unopened} of the story’s {total} chapters yet. It will move to Completed in your
          library, and your place will be kept.
        </ConfirmDialog>
      )}
    </>
  );
}
