import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { IconButton } from './icon-button.tsx';

interface Props {
  title: string;
  /** In pixels. */
  width: number;
  onClose: () => void;
  children: ReactNode;
}

/** Closes the panel that is open: two would lie on each other. */
let closeOpen: (() => void) | null = null;

/**
 * A dialog at the edge of the window, below the reader's controls; beside it the text can be read and scrolled. Esc closes
 * it wherever the focus is. Unless something inside has taken the focus, its title gets it. Opening one closes another one.
 */
export function SidePanel({ title, width, onClose, children }: Props) {
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  // Before something inside takes the focus.
  const [opener] = useState(() => document.activeElement);
  useEffect(() => {
    closeOpen?.();
    closeOpen = onClose;
    return () => {
      if (closeOpen === onClose) closeOpen = null;
    };
  }, [onClose]);
  useEffect(() => {
    if (!panel.current?.contains(document.activeElement)) heading.current?.focus({ preventScroll: true });
    return () => {
      const isLost = document.activeElement === document.body;
      if (isLost && opener instanceof HTMLElement && opener.isConnected)
        opener.focus({ preventScroll: true });
    };
  }, [opener]);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      // What closes inside, such as a dialog, has prevented the default.
      if (event.key === 'Escape' && !event.defaultPrevented && !event.isComposing) onClose();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [onClose]);
  return (
    <div ref={panel} role="dialog" aria-labelledby={id} className="side-panel" style={{ width }}>
      <div className="flex shrink-0 items-center justify-between gap-4">
        <h2 id={id} ref={heading} tabIndex={-1} className="font-serif text-2xl outline-none">
          {title}
        </h2>
        <IconButton label="Close" className="-me-2" onClick={onClose}>
          <X aria-hidden="true" className="size-5" />
        </IconButton>
      </div>
      {children}
    </div>
  );
}
