import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState, useSyncExternalStore } from 'react';
import { useCloseOnBack } from './close-on-back.ts';
import { Dialog } from './dialog.tsx';
import { IconButton } from './icon-button.tsx';
import { Sheet } from './sheet.tsx';
import { useRoomBeside } from './use-room-beside.ts';

interface Content {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

interface Props extends Content {
  /** The least distance from the text, in pixels. */
  gap: number;
  /**
   * Without room beside the text: 'dialog', which is a sheet on phones; or 'over' a part of the text, which moves aside as far as it can,
   * and over the whole screen in small windows, for content that scrolls by itself.
   */
  otherwise: 'dialog' | 'over';
}

/** The widths of a panel beside the text and of one over it, in pixels. */
const widths = { min: 280, max: 416, over: 352 };
/** Windows that a panel over the text would leave too little of, such as phones in either direction. */
const small = '(width < 40rem) or (height < 30rem)';

function useIsSmall(): boolean {
  return useSyncExternalStore(
    (notify) => {
      const query = matchMedia(small);
      query.addEventListener('change', notify);
      return () => query.removeEventListener('change', notify);
    },
    () => matchMedia(small).matches,
  );
}

/** What a reader opens beside the text of a chapter. */
export function SidePanel({ gap, otherwise, ...content }: Props) {
  const { title, onClose, children } = content;
  const room = useRoomBeside() - gap;
  const isSmall = useIsSmall();
  const width = room >= widths.min ? Math.min(widths.max, room) : null;
  if (otherwise === 'over')
    return isSmall ? <Sheet {...content} /> : <Panel {...content} makesRoom width={width ?? widths.over} />;
  if (width === null)
    return (
      <Dialog open sheet title={title} initialFocus="title" onOpenChange={onClose}>
        {children}
      </Dialog>
    );
  return (
    <Panel title={title} onClose={onClose} width={width}>
      <div className="-mx-2 mt-4 min-h-0 flex-1 overflow-y-auto overscroll-contain px-2 pb-5">{children}</div>
    </Panel>
  );
}

/** Closes the panel that is open: two would lie on each other. */
let closeOpen: (() => void) | null = null;

/**
 * A dialog at the edge of the window, below the reader's controls; beside it the text can be read and scrolled. Esc closes
 * it wherever the focus is. Unless something inside has taken the focus, its title gets it. Opening one closes another one.
 */
function Panel({
  title,
  width,
  makesRoom,
  onClose,
  children,
}: Content & { width: number; makesRoom?: true }) {
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  // Before something inside takes the focus.
  const [opener] = useState(() => document.activeElement);
  useCloseOnBack(true, onClose);
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
    <div
      ref={panel}
      role="dialog"
      aria-labelledby={id}
      data-makes-room={makesRoom}
      className="side-panel"
      style={{ width }}
    >
      <div className="flex shrink-0 items-center justify-between gap-4">
        <h2 id={id} ref={heading} tabIndex={-1} className="font-serif text-2xl outline-none">
          {title}
        </h2>
        <IconButton icon={X} label="Close" className="-me-2" onClick={onClose} />
      </div>
      {children}
    </div>
  );
}
