import { useMarkCompleted } from '../../features/reading/completion.ts';
import { Button } from '../../ui/button.tsx';

interface Props {
  storyId: string;
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
}

/** The way on at the end of a chapter; at the end of the story, the story's end. */
export function ReaderFooter({ storyId, onPrevious, onNext }: Props) {
  const completion = useMarkCompleted(storyId);
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
          <Button variant="primary" busy={completion.isPending} onClick={() => completion.mutate()}>
            Mark as Completed
          </Button>
        )}
      </nav>
    </footer>
  );
}
