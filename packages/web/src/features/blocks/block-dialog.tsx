import type { Author } from '@inkling/contract/users';
import type { RefObject } from 'react';
import { showSuccess } from '../../lib/notify.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { displayNameOf } from '../users/display-name.ts';
import { useBlocks } from './blocks.api.ts';

interface Props {
  person: Author;
  onClose: () => void;
  onBlocked?: (() => void) | undefined;
  /** Gets the focus if the button that opened the dialog is gone. */
  returnTo?: RefObject<HTMLElement | null>;
}

/** Asks before a person is blocked, and says what that does. */
export function BlockDialog({ person, onClose, onBlocked, returnTo }: Props) {
  const { block } = useBlocks();
  const name = displayNameOf(person);
  const onConfirm = () =>
    block.mutate(
      { params: { id: person._id } },
      {
        onSuccess: () => {
          showSuccess(`You blocked ${name}.`);
          onClose();
          onBlocked?.();
        },
      },
    );
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Block ${name}?`}
      confirm="Block"
      danger
      busy={block.isPending}
      onConfirm={onConfirm}
      {...(returnTo && { returnTo })}
    >
      <ul className="list-disc space-y-1 ps-5">
        <li>You won’t see each other’s posts, comments, reviews or messages.</li>
        <li>You’ll stop following each other and each other’s stories.</li>
        <li>Neither of you can comment on, rate, like or chat about the other’s stories.</li>
      </ul>
      <p className="mt-3">
        You can both still read each other’s stories. We won’t tell them. You can unblock them in Settings,
        but follows won’t be restored.
      </p>
    </ConfirmDialog>
  );
}
