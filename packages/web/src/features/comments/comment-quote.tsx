import type { Reply } from '@inkling/contract/comments';
import { Badge } from '../../ui/badge.tsx';
import { useCommentList } from './comment-context.ts';

/** The passage that a comment is about; a press goes there in the open chapter. */
export function CommentQuote({ passage: { paragraph, quote } }: { passage: NonNullable<Reply['passage']> }) {
  const { onParagraph, quote: shownAbove } = useCommentList();
  if (quote === null || quote === shownAbove) return null;
  const text = (
    <span className="line-clamp-3 wrap-anywhere" dir="auto">
      {quote}
    </span>
  );
  const frame = 'my-2 max-w-[66ch] border-s-2 border-control ps-3 font-serif text-muted';
  if (paragraph !== null && onParagraph !== undefined) {
    return (
      <blockquote className={frame}>
        <button
          type="button"
          className="min-h-11 w-full text-start hover:text-text"
          aria-label={`Go to the passage: ${quote}`}
          onClick={() => onParagraph(paragraph)}
        >
          {text}
        </button>
      </blockquote>
    );
  }
  return (
    <blockquote className={frame}>
      {text}
      {paragraph === null && (
        <footer className="mt-1 font-sans text-sm">
          <Badge>Text changed</Badge>
        </footer>
      )}
    </blockquote>
  );
}
