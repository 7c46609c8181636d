import { MarkCompleted } from '../../features/chapters/reader/mark-completed.tsx';
import { Button } from '../../ui/button.tsx';

interface Props {
  storyId: string;
  /** How many chapters the reader has never opened. */
  unopened: number;
  total: number;
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
}

/** Chapter navigation below the text; after the last chapter, the button that completes the story. */
export function ReaderFooter({ storyId, unopened, total, onPrevious, onNext }: Props) {
  return (
    <footer className="mt-14 border-t border-line pt-6">
      <nav aria-label="Chapters" className="flex flex-wrap justify-between gap-3">
        <Button disabled={!onPrevious} onClick={onPrevious}>
          Previous Chapter
        </Button>
        {onNext ? (
          <Button variant="primary" onClick={onNext}>
            Next Chapter
          </Button>
        ) : (
          <MarkCompleted storyId={storyId} unopened={unopened} total={total} variant="primary" />
        )}
      </nav>
    </footer>
  );
}
