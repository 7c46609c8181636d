import { AlertDialog as Parts } from 'radix-ui';
import type { ReactNode, RefObject } from 'react';
import { buttonClass } from './button.tsx';
import { useCloseOnBack } from './close-on-back.ts';
import { useReturnFocus } from './return-focus.ts';

interface Props {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** A question that names the object: 'Delete “The Lamp”?' */
  title: string;
  children: ReactNode;
  confirm: string;
  cancel?: string;
  onConfirm: () => void;
  danger?: boolean;
  busy?: boolean;
  /** Gets the focus on close if the button that opened the dialog is gone. */
  returnTo?: RefObject<HTMLElement | null>;
}

/** Asks for confirmation before an action that is hard to undo. The button that cancels has the initial focus. */
export function ConfirmDialog(props: Props) {
  const { open, onOpenChange, title, children, confirm, onConfirm } = props;
  const { danger = false, busy = false, cancel = 'Cancel', returnTo } = props;
  const focus = useReturnFocus(returnTo);
  useCloseOnBack(open, () => onOpenChange(false));
  return (
    <Parts.Root open={open} onOpenChange={onOpenChange}>
      <Parts.Portal>
        <Parts.Overlay className="fixed inset-0 z-50 bg-black/50" />
        <Parts.Content
          {...focus}
          className="fixed inset-x-3 top-(--dialog-top) z-50 mx-auto max-h-(--dialog-height) max-w-lg -translate-y-1/2 overflow-y-auto rounded-xl bg-raised p-5 text-text shadow-lg sm:p-6"
        >
          <Parts.Title className="font-serif text-2xl break-words">{title}</Parts.Title>
          <Parts.Description asChild>
            <div className="mt-3 text-muted">{children}</div>
          </Parts.Description>
          <div className="mt-6 flex flex-wrap justify-end gap-3">
            <Parts.Cancel className={buttonClass('quiet')}>{cancel}</Parts.Cancel>
            <button
              type="button"
              className={buttonClass(danger ? 'danger' : 'primary')}
              disabled={busy}
              aria-busy={busy || undefined}
              onClick={onConfirm}
            >
              {confirm}
            </button>
          </div>
        </Parts.Content>
      </Parts.Portal>
    </Parts.Root>
  );
}
