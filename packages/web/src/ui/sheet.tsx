import { X } from 'lucide-react';
import { Dialog as Parts } from 'radix-ui';
import { type ReactNode, useState } from 'react';
import { useCloseOnBack } from './close-on-back.ts';
import { IconButton } from './icon-button.tsx';
import { closeListFirst, useReturnFocus } from './return-focus.ts';

interface Props {
  onClose: () => void;
  /** The accessible name. */
  title: string;
  children: ReactNode;
}

/** A modal dialog that fills the screen, for phones. The first field gets the focus; Esc in a filled field clears it. */
export function Sheet({ onClose, title, children }: Props) {
  // Before something inside takes the focus.
  const [opener] = useState(() => {
    const { activeElement } = document;
    return {
      current: activeElement instanceof HTMLElement && activeElement !== document.body ? activeElement : null,
    };
  });
  const focus = useReturnFocus(opener);
  useCloseOnBack(true, onClose);
  return (
    <Parts.Root open onOpenChange={onClose}>
      <Parts.Portal>
        <Parts.Content
          {...focus}
          onOpenAutoFocus={(event) => {
            focus.onOpenAutoFocus();
            const field =
              event.target instanceof Element
                ? event.target.querySelector<HTMLElement>('input, textarea')
                : null;
            if (field === null) return;
            event.preventDefault();
            field.focus();
          }}
          onEscapeKeyDown={(event) => {
            closeListFirst(event);
            const { target } = event;
            if (target instanceof HTMLInputElement && target.value !== '') event.preventDefault();
          }}
          aria-describedby={undefined}
          className="fixed inset-0 z-50 flex flex-col bg-surface px-4 pt-(--sheet-top) pb-[env(safe-area-inset-bottom)] text-text"
        >
          <div className="mb-2 flex items-center justify-between gap-4">
            <Parts.Title className="font-serif text-2xl">{title}</Parts.Title>
            <Parts.Close asChild>
              <IconButton icon={X} label="Close" className="-me-2" />
            </Parts.Close>
          </div>
          {children}
        </Parts.Content>
      </Parts.Portal>
    </Parts.Root>
  );
}
