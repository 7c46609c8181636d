import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Comments } from './comments.tsx';
import type { PassageCommentsProps } from './passage-comments.tsx';
import { useRoomBeside } from './use-room-beside.ts';

const title = 'Comments on this passage';
/** The least and most that a panel beside the text is wide, and its distance from the text, with room for the counts. */
const panelWidth = { min: 280, max: 416, gap: 56 };

/** Beside the text where there is room, else a dialog, which is a sheet on phones. */
export function PassagePanel({ chapter, authorId, passage, takesFocus, onClose }: PassageCommentsProps) {
  const room = useRoomBeside();
  // The author may save another version while this is open, so the paragraph is not looked up in the current text.
  const { version, startOffset, endOffset, quote, paragraph } = passage;
  const content = (
    <>
      <blockquote className="mb-4 border-s-2 border-accent ps-3 font-serif text-muted">
        <p className="line-clamp-4 wrap-anywhere" dir="auto">
          {quote}
        </p>
      </blockquote>
      <Comments
        subject={{ story: chapter.story, chapter: chapter._id, paragraph }}
        authorId={authorId}
        passage={{ version, startOffset, endOffset }}
        quote={quote}
        takesFocus={takesFocus ?? false}
      />
    </>
  );
  const width = Math.min(panelWidth.max, room - panelWidth.gap);
  if (width >= panelWidth.min) {
    return (
      <SidePanel width={width} onClose={onClose}>
        {content}
      </SidePanel>
    );
  }
  return (
    <Dialog open sheet title={title} initialFocus="title" onOpenChange={onClose}>
      {/* The dialog does not grow when the comments arrive. */}
      <div className="min-h-[65dvh]">{content}</div>
    </Dialog>
  );
}

interface SidePanelProps {
  width: number;
  onClose: () => void;
  children: ReactNode;
}

/** A panel at the edge of the window, below the reader's controls; beside it the text can be read and scrolled. */
function SidePanel({ width, onClose, children }: SidePanelProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const opener = document.activeElement;
    heading.current?.focus({ preventScroll: true });
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
    };
  }, []);
  useEffect(() => {
    // Wherever the focus is; a form or dialog inside that closes has prevented the default.
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) onClose();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [onClose]);
  return (
    <div
      role="dialog"
      aria-labelledby={id}
      className="fixed top-16 right-0 bottom-0 z-10 overflow-y-auto overscroll-contain border-l border-line bg-surface p-5 print:hidden"
      style={{ width }}
    >
      <div className="mb-4 flex items-start justify-between gap-4">
        <h2 id={id} ref={heading} tabIndex={-1} className="font-serif text-2xl outline-none">
          {title}
        </h2>
        <IconButton label="Close" className="-me-2 -mt-2" onClick={onClose}>
          <X aria-hidden="true" className="size-5" />
        </IconButton>
      </div>
      {children}
    </div>
  );
}
