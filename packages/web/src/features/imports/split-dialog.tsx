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
  const [wordsOfPages, setWordsOfPages] = useState<ReadonlyMap<number, number>>(new Map());
  const query = useQuery({
    ...paragraphsQuery(importId, row.piece, page),
    placeholderData: keepPreviousData,
  });
  const { data, pagination } = query.data ?? {};
  if (data === undefined || pagination === undefined)
    return (
      <Dialog open onOpenChange={onClose} title={`Split “${row.title}”`}>
        <QueryState
          query={query}
          fallback="The paragraphs could not be loaded."
          pending={<TextSkeleton lines={6} />}
        />
      </Dialog>
    );
  const first = (pagination.page - 1) * pagination.limit;
  // Words before this page count from the row's beginning, as far as its pages have been seen.
  let before = [...wordsOfPages].reduce(
    (sum, [seen, words]) => (seen < pagination.page ? sum + words : sum),
    0,
  );
  const points = data.map(({ excerpt, words }, i) => {
    const at = first + i;
    const point = { at, wordsBefore: before, excerpt };
    if (at >= row.from && at < row.to) before += words;
    return point;
  });
  const open = (next: number) => {
    const words = data.reduce((sum, one, i) => {
      const at = first + i;
      return at >= row.from && at < row.to ? sum + one.words : sum;
    }, 0);
    setWordsOfPages(new Map(wordsOfPages).set(pagination.page, words));
    setPage(next);
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Split “${row.title}”`}
      description="Choose the paragraph that begins the new chapter."
    >
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
      <Pager page={pagination.page} totalPages={pagination.totalPages} onChange={open} />
    </Dialog>
  );
}
