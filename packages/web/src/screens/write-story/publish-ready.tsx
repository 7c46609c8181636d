import { minWordsToPublish } from '@inkling/contract/words';
import type { OwnChapters } from '../../features/chapters/chapters.api.ts';
import { Button } from '../../ui/button.tsx';

interface Props {
  counts: OwnChapters['counts'];
  onPublish: () => void;
  onShowShort: () => void;
}

/** Publishes all drafts that are long enough, and says how many are not. */
export function PublishReady({ counts: { ready, short }, onPublish, onShowShort }: Props) {
  if (ready < 2) return null;
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-1 rounded-xl border border-line px-4 py-3">
      <Button onClick={onPublish}>Publish all that are ready ({ready.toLocaleString()})</Button>
      {short > 0 && (
        <button type="button" className="link min-h-11" onClick={onShowShort}>
          {short.toLocaleString()} {short === 1 ? 'is' : 'are'} under {minWordsToPublish} words
        </button>
      )}
    </div>
  );
}
