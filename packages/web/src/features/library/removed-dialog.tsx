import type { RemovedEntry } from '@inkling/contract/library';
import { useQuery } from '@tanstack/react-query';
import { QueryState } from '../../lib/query-state.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextSkeleton } from '../../ui/skeleton.tsx';
import { timeAgo } from '../stories/author/unsaved-link.tsx';
import { titleOf } from '../stories/story-text.ts';
import { removedQuery, useRestoreEntry } from './library-entries.api.ts';

/** Lists what was removed from the library in the last day, to restore it. */
export function RemovedDialog({ onClose }: { onClose: () => void }) {
  const removed = useQuery(removedQuery);
  const entries = removed.data?.data;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Recently removed"
      description="What you removed from your library can be restored for a day, with its progress and your note."
      initialFocus="title"
    >
      <QueryState
        query={removed}
        fallback="Failed to fetch what you removed"
        pending={<TextSkeleton lines={3} />}
      />
      {entries?.length === 0 && <p className="text-muted">You haven’t removed anything in the last day.</p>}
      <ul className="divide-y divide-line">
        {entries?.map((entry) => (
          <Removed key={entry.storyId} entry={entry} />
        ))}
      </ul>
    </Dialog>
  );
}

function Removed({ entry: { storyId, story, removedAt } }: { entry: RemovedEntry }) {
  const restore = useRestoreEntry();
  const title = story === null ? 'No longer available' : titleOf(story);
  return (
    <li className="flex items-center gap-3 py-2">
      <div className="min-w-0 flex-1">
        <p className="truncate font-serif" dir="auto" lang={story?.language}>
          {title}
        </p>
        <p className="text-sm text-muted">Removed {timeAgo(removedAt)}</p>
      </div>
      <Button busy={restore.isPending} onClick={() => restore.mutate({ params: { id: storyId } })}>
        Restore<span className="sr-only"> {title}</span>
      </Button>
    </li>
  );
}
