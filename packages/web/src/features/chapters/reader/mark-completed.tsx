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
  /** How many chapters the reader has never been in. */
  unopened: number;
  total: number;
  variant: ButtonVariant;
  className?: string;
}

/** Completes the story; where chapters of it were never opened, after a question (docs/product.md §5.5). */
export function MarkCompleted({ storyId, unopened, total, variant, className = '' }: Props) {
  const completion = useMarkCompleted(storyId);
  const [asked, setAsked] = useState(false);
  return (
    <>
      <Button
        variant={variant}
        busy={completion.isPending}
        onClick={() => (unopened > 0 ? setAsked(true) : completion.mutate())}
        className={className}
      >
        {variant === 'ghost' && <Check aria-hidden="true" className="size-5" />}
        Mark as Completed
      </Button>
      {asked && (
        <ConfirmDialog
          open
          onOpenChange={setAsked}
          onAway={() => setAsked(false)}
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
