import { Button } from '../../ui/button.tsx';
import type { PendingAnnotation } from './pending.ts';
import { Quote } from './quote.tsx';

interface Props {
  pending: PendingAnnotation;
  language: string;
  onRetry: () => void;
  onDiscard: () => void;
}

/** An annotation that could not be saved, with its words and its note. */
export function PendingEntry({ pending, language, onRetry, onDiscard }: Props) {
  const { kind, failure, selectedText, note } = pending;
  const name = kind === 'highlight' ? 'Highlight' : 'Bookmark';
  const isSaving = failure === '';
  return (
    <div className="rounded-lg border border-danger bg-raised p-4">
      <p className="text-danger-text">
        {name} not saved{isSaving ? ' yet' : ''}. {failure}
      </p>
      <Quote text={selectedText} language={language} className="mt-2 line-clamp-4" />
      {note !== '' && (
        <p dir="auto" className="mt-2 whitespace-pre-line wrap-anywhere text-muted">
          {note}
        </p>
      )}
      <div className="mt-3 flex flex-wrap gap-3">
        <Button variant="primary" busy={isSaving} onClick={onRetry}>
          {isSaving ? 'Saving…' : 'Try again'}
        </Button>
        <Button disabled={isSaving} onClick={onDiscard}>
          Discard
        </Button>
      </div>
    </div>
  );
}
