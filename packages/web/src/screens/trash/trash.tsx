import { type TrashItem, trashDays } from '@inkling/contract/trash';
import { useQuery } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { BackLink } from '../../features/layout/back-link.tsx';
import { formatCount } from '../../features/stories/story-text.ts';
import { trashQuery, useErase, useRestore } from '../../features/trash/trash.api.ts';
import { LocalDate } from '../../lib/local-date.tsx';
import { paths } from '../../lib/paths.ts';
import { QueryState } from '../../lib/query-state.tsx';
import { pageTitle } from '../../lib/titles.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Pager } from '../../ui/pager.tsx';
import { TextSkeleton } from '../../ui/skeleton.tsx';

interface Props {
  item: TrashItem;
  busy: boolean;
  onRestore: () => void;
  onErase: () => void;
}

/** A deleted story or chapter, with its dates and what can be done with it. */
function TrashRow({ item, busy, onRestore, onErase }: Props) {
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

/** What the author has deleted, to restore it or delete it for good. */
export default function Trash() {
  const [search, setSearch] = useSearchParams();
  const page = Math.max(1, Number(search.get('page')) || 1);
  const trash = useQuery(trashQuery(page));
  const heading = useRef<HTMLHeadingElement>(null);
  const [toErase, setToErase] = useState<TrashItem | null>(null);
  const restore = useRestore();
  const erase = useErase();
  // The row with the focus is gone afterwards.
  const onSuccess = () => heading.current?.focus();
  return (
    <>
      <title>{pageTitle('Trash')}</title>
      <BackLink to={paths.write}>Back to stories</BackLink>
      <h1 ref={heading} tabIndex={-1} className="font-serif text-3xl sm:text-4xl">
        Trash
      </h1>
      <p className="mt-2 mb-6 max-w-prose text-muted">
        Stories and chapters that you delete can be restored for {trashDays} days. Then they’re gone for good.
        If your stories use all your space, the oldest are deleted sooner.
      </p>
      {trash.data === undefined ? (
        <QueryState query={trash} fallback="Failed to fetch the trash" pending={<TextSkeleton lines={6} />} />
      ) : trash.data.pagination.total === 0 ? (
        <EmptyState title="The trash is empty">
          Stories and chapters you delete will be listed here.
        </EmptyState>
      ) : (
        <>
          <ul className="border-t border-line">
            {trash.data.data.map((item) => (
              <TrashRow
                key={item._id}
                item={item}
                busy={restore.isPending || erase.isPending}
                onRestore={() => restore.mutate(item, { onSuccess })}
                onErase={() => setToErase(item)}
              />
            ))}
          </ul>
          <Pager
            page={page}
            totalPages={trash.data.pagination.totalPages}
            onChange={(next) => setSearch({ page: String(next) })}
          />
        </>
      )}
      {toErase !== null && (
        <ConfirmDialog
          open
          onOpenChange={(open) => !open && setToErase(null)}
          title={`Delete “${toErase.title}” for good?`}
          confirm="Delete for good"
          danger
          busy={erase.isPending}
          returnTo={heading}
          onConfirm={() =>
            erase.mutate(
              { params: { kind: toErase.kind, id: toErase._id } },
              { onSettled: () => setToErase(null) },
            )
          }
        >
          <p>Its text and everything about it will be erased. This can’t be undone.</p>
        </ConfirmDialog>
      )}
    </>
  );
}
