import type { Reply } from '@inkling/contract/comments';
import { useCommentList } from './comment-context.ts';

const outlineMs = 2000;

/** Scrolls to a paragraph of the open chapter and outlines it for two seconds. */
function goToParagraph(paragraph: number): void {
  const element = document.querySelector<HTMLElement>(`.chapter-text [data-paragraph="${paragraph}"]`);
  if (element === null) return;
  element.scrollIntoView({ block: 'center' });
  const outline = { outline: '2px solid var(--accent)', outlineOffset: '4px' };
  element.animate([outline, outline], { duration: outlineMs });
}

/** The passage that a comment is about; a press goes there in the open chapter. */
export function CommentQuote({ passage: { paragraph, quote } }: { passage: NonNullable<Reply['passage']> }) {
  const { isInChapter, quote: shownAbove } = useCommentList();
  if (quote !== null && quote === shownAbove) return null;
  const text =
    quote === null ? (
      <span className="font-sans text-sm">The author changed this passage</span>
    ) : (
      <span className="line-clamp-3 wrap-anywhere" dir="auto">
        {quote}
      </span>
    );
  return (
    <blockquote className="my-2 max-w-[66ch] border-s-2 border-control ps-3 font-serif text-muted">
      {paragraph !== null && isInChapter ? (
        <button
          type="button"
          className="min-h-11 w-full text-start hover:text-text"
          aria-label={`Go to the passage: ${quote ?? 'The author changed this passage'}`}
          onClick={() => goToParagraph(paragraph)}
        >
          {text}
        </button>
      ) : (
        text
      )}
    </blockquote>
  );
}
