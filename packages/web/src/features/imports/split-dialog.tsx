import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { QueryState } from '../../lib/query-state.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Pager } from '../../ui/pager.tsx';
import { TextSkeleton } from '../../ui/skeleton.tsx';
import { paragraphsQuery } from './imports.api.ts';
import type { ReviewRow, SplitPoint } from './review-rows.ts';

interface Props {
  importId: string;
  row: ReviewRow;
  onSplit: (point: SplitPoint) => void;
  onClose: () => void;
}

/** Lists a row's paragraphs; a new chapter begins at the one that is chosen. */
export function SplitDialog({ importId, row, onSplit, onClose }: Props) {
  const [page, setPage] = useState(1);
  /** The words of the row before each page; a page is only reached by the one before it. */
  const [wordsBefore, setWordsBefore] = useState<Readonly<Record<number, number>>>({});
  const query = useQuery({
    ...paragraphsQuery(importId, row.piece, page),
    placeholderData: keepPreviousData,
  });
  const { page: shown = 1, limit = 0, totalPages = 1 } = query.data?.pagination ?? {};
  let before = wordsBefore[shown] ?? 0;
  const points = (query.data?.data ?? []).map(({ excerpt, words }, i): SplitPoint => {
    const at = (shown - 1) * limit + i;
    const point = { at, wordsBefore: before, excerpt };
    if (at >= row.from && at < row.to) before += words;
    return point;
  });
  const open = (next: number) => {
    setWordsBefore({ ...wordsBefore, [shown + 1]: before });
    setPage(next);
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Split “${row.title}”`}
      description={query.data && 'Choose the paragraph that begins the new chapter.'}
    >
      <QueryState
        query={query}
        fallback="The paragraphs couldn’t be loaded."
        pending={<TextSkeleton lines={6} />}
      />
      <ol className="divide-y divide-line">
        {points
          .filter(({ at }) => at > row.from && at < row.to)
          .map((point) => (
            <li key={point.at}>
              <button
                type="button"
                dir="auto"
                className="min-h-11 w-full rounded-md px-2 py-2 text-start break-words hover:bg-sunken"
                onClick={() => onSplit(point)}
              >
                {point.excerpt || '* * *'}
              </button>
            </li>
          ))}
      </ol>
      <Pager page={shown} totalPages={totalPages} onChange={open} />
    </Dialog>
  );
}
