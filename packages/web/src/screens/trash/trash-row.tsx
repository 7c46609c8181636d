import type { TrashItem } from '@inkling/contract/trash';
import { Undo2 } from 'lucide-react';
import { formatCount } from '../../features/stories/story-text.ts';
import { LocalDate } from '../../lib/local-date.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';

interface Props {
  item: TrashItem;
  busy: boolean;
  onRestore: () => void;
  onErase: () => void;
}

/** A deleted story or chapter, with its dates and what can be done with it. */
export function TrashRow({ item, busy, onRestore, onErase }: Props) {
  const { kind, title, words, chapters, story } = item;
  const waits = story?.isDeleted === true;
  return (
    <li className="flex flex-col gap-3 border-b border-line py-4 sm:flex-row sm:items-center sm:gap-5">
      <div className="min-w-0 flex-1">
        <h2 className="font-serif text-lg leading-snug break-words" dir="auto">
          {title}
        </h2>
        <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
          <Badge>{kind === 'story' ? 'Story' : 'Chapter'}</Badge>
          {story !== null && (
            <span className="min-w-0 break-words">
              of <bdi>{story.title}</bdi>
            </span>
          )}
          <span>
            {chapters !== null && `${formatCount(chapters, 'chapter')} · `}
            {formatCount(words, 'word')}
          </span>
        </p>
        <p className="mt-1 text-sm text-muted">
          Deleted <LocalDate iso={item.deletedAt} /> · can be restored until <LocalDate iso={item.eraseAt} />
        </p>
        {waits && <p className="mt-1 text-sm">Its story is in the trash too. Restore the story first.</p>}
      </div>
      <div className="flex flex-wrap gap-2">
        {!waits && (
          <Button disabled={busy} aria-label={`Restore ${title}`} onClick={onRestore}>
            <Undo2 aria-hidden="true" className="size-5" />
            Restore
          </Button>
        )}
        <Button
          variant="ghost"
          className="text-danger-text!"
          disabled={busy}
          aria-label={`Delete for good: ${title}`}
          onClick={onErase}
        >
          Delete for good
        </Button>
      </div>
    </li>
  );
}
