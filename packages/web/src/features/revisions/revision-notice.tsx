import type { ChapterSummary } from '@inkling/contract/chapters';
import type { Opening } from '@inkling/contract/library';
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useState } from 'react';
import { localDate, pluralize } from '../../lib/format.ts';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { revisionQuery } from './revisions.api.ts';

const RevisionDialog = lazyComponent(async () => (await import('./revision-dialog.tsx')).RevisionDialog);

interface Props {
  opening: Opening;
  chapter: ChapterSummary;
}

/** Says that a chapter was revised since its reader finished it, if it was, and shows what has changed. */
export function RevisionNotice({ opening, chapter }: Props) {
  const { data } = useQuery(revisionQuery(chapter._id));
  const [isDismissed, setDismissed] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const revision = isDismissed ? null : (data?.data ?? null);
  return (
    <div role="status" className="place-question fixed inset-x-0 bottom-0 z-11">
      {revision !== null && (
        <div className="flex items-center gap-x-2 border-t border-line bg-notice px-4 py-1 text-on-notice">
          <p className="min-w-0 grow text-center">
            Revised on {localDate(revision.revisedAt)}: {pluralize(revision.words, 'word')} changed since you
            read this.
            {revision.note !== '' && (
              <span className="ms-2 line-clamp-2 max-sm:hidden" lang={opening.story.language} dir="auto">
                “{revision.note}”
              </span>
            )}
          </p>
          <Button onClick={() => setOpen(true)}>See changes</Button>
          <IconButton icon={X} label="Close" onClick={() => setDismissed(true)} />
        </div>
      )}
      {revision !== null && isOpen && (
        <RevisionDialog
          chapterId={chapter._id}
          language={opening.story.language}
          revision={revision}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}
