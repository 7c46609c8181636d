import { Dialog } from '../../ui/dialog.tsx';
import { SidePanel } from '../../ui/side-panel.tsx';
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
      <SidePanel title={title} width={width} onClose={onClose}>
        <div className="-mx-2 mt-4 min-h-0 flex-1 overflow-y-auto overscroll-contain px-2 pb-5">
          {content}
        </div>
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
