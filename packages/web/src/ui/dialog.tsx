import { X } from 'lucide-react';
import { Dialog as Parts } from 'radix-ui';
import { type ReactNode, type RefObject, useRef } from 'react';
import { useCloseOnBack } from './close-on-back.ts';
import { IconButton } from './icon-button.tsx';
import { closeListFirst, useReturnFocus } from './return-focus.ts';

interface Props {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  children: ReactNode;
  /** Makes room for two columns of text. */
  wide?: boolean;
  /** Its title and Close stay where they are while a long list in it scrolls, or comes and goes. */
  headStays?: boolean;
  /** On phones, at the lower edge of the screen, within reach of a thumb. */
  sheet?: boolean;
  /**
   * The element to focus and scroll to when the dialog opens; by default the first focusable one, which may be Close.
   * 'field' is the first field, or the title where there is none.
   */
  initialFocus?: RefObject<HTMLElement | null> | 'title' | 'field';
  /** Gets the focus on close if the button that opened the dialog is gone. */
  returnTo?: RefObject<HTMLElement | null>;
}

const fields = 'input, textarea, select';

/** A modal dialog: traps the focus while open and returns it on close. */
export function Dialog(props: Props) {
  const {
    open,
    onOpenChange,
    title,
    description,
    children,
    wide = false,
    headStays,
    sheet,
    initialFocus,
    returnTo,
  } = props;
  const focus = useReturnFocus(returnTo);
  useCloseOnBack(open, () => onOpenChange(false));
  const heading = useRef<HTMLHeadingElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const focused = (): HTMLElement | null | undefined => {
    if (typeof initialFocus === 'object') return initialFocus.current;
    const field = initialFocus === 'field' && content.current?.querySelector<HTMLElement>(fields);
    return field || (initialFocus && heading.current);
  };
  return (
    <Parts.Root open={open} onOpenChange={onOpenChange}>
      <Parts.Portal>
        <Parts.Overlay className="fixed inset-0 z-50 bg-black/50" />
        <Parts.Content
          ref={content}
          {...focus}
          onOpenAutoFocus={(event) => {
            focus.onOpenAutoFocus();
            const first = focused();
            if (!first) return;
            event.preventDefault();
            first.focus({ preventScroll: true });
            first.scrollIntoView({ block: 'center', behavior: 'instant' });
          }}
          onEscapeKeyDown={closeListFirst}
          {...(description === undefined && { 'aria-describedby': undefined })}
          className={`fixed inset-x-3 z-50 mx-auto max-h-(--dialog-height) overflow-y-auto rounded-xl bg-raised p-5 text-text shadow-lg sm:p-6 ${headStays ? 'top-(--dialog-edge)' : 'top-(--dialog-top) -translate-y-1/2'} ${wide ? 'max-w-5xl' : 'max-w-lg'} ${sheet ? 'sheet' : ''}`}
        >
          <div
            className={`mb-4 flex items-start justify-between gap-4 ${headStays ? 'sticky -top-5 z-10 -mx-5 -mt-5 bg-raised px-5 pt-5 pb-2 sm:-top-6 sm:-mx-6 sm:-mt-6 sm:px-6 sm:pt-6' : ''}`}
          >
            <Parts.Title ref={heading} tabIndex={-1} className="font-serif text-2xl break-words outline-none">
              {title}
            </Parts.Title>
            <Parts.Close asChild>
              <IconButton icon={X} label="Close" className="-me-2 -mt-2" />
            </Parts.Close>
          </div>
          {description !== undefined && (
            <Parts.Description className="mb-4 text-muted">{description}</Parts.Description>
          )}
          {children}
        </Parts.Content>
      </Parts.Portal>
    </Parts.Root>
  );
}
