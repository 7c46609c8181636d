import { Check } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { lazyComponent } from '../../../lib/lazy-component.tsx';
import { useConnection } from '../../../lib/use-connection.ts';
import { Button, type ButtonVariant } from '../../../ui/button.tsx';
import { useMarkCompleted } from '../../library/library.api.ts';

const ConfirmDialog = lazyComponent(
  async () => (await import('../../../ui/confirm-dialog.tsx')).ConfirmDialog,
);

interface Props {
  storyId: string;
  /** The number of chapters that the reader has never opened. */
  unopened: number;
  total: number;
  /** The path of the page that follows. */
  leadsTo: string;
  variant: ButtonVariant;
  className?: string;
}

/** Marks the story as completed, then leaves it; asks first if some chapters were never opened (docs/product/library.md#reading-screen). */
export function MarkCompleted({ storyId, unopened, total, leadsTo, variant, className = '' }: Props) {
  const completion = useMarkCompleted();
  const navigate = useNavigate();
  const [isConfirming, setConfirming] = useState(false);
  const complete = () =>
    completion.mutate({ params: { id: storyId } }, { onSuccess: () => navigate(leadsTo) });
  return (
    <>
      <Button
        variant={variant}
        busy={completion.isPending}
        disabled={useConnection() !== 'online'}
        onClick={() => (unopened > 0 ? setConfirming(true) : complete())}
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
          onConfirm={complete}
        >
          You haven’t opened {unopened} of the story’s {total} chapters yet. It will move to Completed in your
          library, and your place will be kept.
        </ConfirmDialog>
      )}
    </>
  );
}
