import { SidePanel } from '../../ui/side-panel.tsx';
import { Comments } from './comments.tsx';
import type { PassageCommentsProps } from './passage-comments.tsx';

/** The distance from the text, with room for the counts in its margin. */
const gap = 56;

/** Beside the text where there is room, else a dialog, which is a sheet on phones. */
export function PassagePanel({ chapter, author, passage, takesFocus, onClose }: PassageCommentsProps) {
  // The author may save another version while this is open, so the paragraph is not looked up in the current text.
  const { version, startOffset, endOffset, quote, paragraph } = passage;
  return (
    <SidePanel title="Comments on this passage" gap={gap} otherwise="dialog" onClose={onClose}>
      {/* The dialog does not grow when the comments arrive. */}
      <div className="min-h-[65dvh]">
        <blockquote className="mb-4 border-s-2 border-accent ps-3 font-serif text-muted">
          <p className="line-clamp-4 wrap-anywhere" dir="auto">
            {quote}
          </p>
        </blockquote>
        <Comments
          subject={{ kind: 'chapter', id: chapter._id, storyId: chapter.story, paragraph }}
          author={author}
          passage={{ version, startOffset, endOffset }}
          quote={quote}
          takesFocus={takesFocus ?? false}
        />
      </div>
    </SidePanel>
  );
}
