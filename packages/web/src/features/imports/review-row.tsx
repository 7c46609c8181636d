import { pieceUses } from '@inkling/contract/import-rows';
import type { PieceUse } from '@inkling/contract/imports';
import { minWordsToPublish } from '@inkling/contract/words';
import { Scissors } from 'lucide-react';
import { memo, useId } from 'react';
import { Button } from '../../ui/button.tsx';
import { isTooShort, type ReviewRow, rowKey, useNames } from './review-rows.ts';

const controlClass = 'w-full min-h-11 rounded-md border border-control bg-raised px-3 py-2 text-text';

export interface RowActions {
  change: (key: string, changes: Partial<Pick<ReviewRow, 'title' | 'use'>>) => void;
  renameVolume: (key: string, volume: string) => void;
  split: (row: ReviewRow) => void;
}

interface Props {
  row: ReviewRow;
  /** The chapter's number; undefined for a row that is not a chapter. */
  number: number | undefined;
  /** The words of the chapter that the row names. */
  words: number | undefined;
  /** Whether the row begins a volume. */
  opensVolume: boolean;
  actions: RowActions;
}

const parseUse = (value: string): PieceUse => pieceUses.find((use) => use === value) ?? 'chapter';

/** A piece of the book with what becomes of it. */
export const ReviewRowItem = memo(function ReviewRowItem({
  row,
  number,
  words,
  opensVolume,
  actions,
}: Props) {
  const id = useId();
  const key = rowKey(row);
  const isChapter = row.use === 'chapter';
  return (
    <li className="[content-visibility:auto] [contain-intrinsic-size:auto_11rem]">
      {opensVolume && (
        <div className="mt-6 mb-3 sm:max-w-md">
          <label htmlFor={`${id}-volume`} className="mb-1 block text-sm font-semibold text-muted">
            Volume or part
          </label>
          <input
            id={`${id}-volume`}
            dir="auto"
            className={controlClass}
            value={row.volume}
            maxLength={200}
            onChange={(event) => actions.renameVolume(key, event.target.value)}
          />
        </div>
      )}
      <div
        className={`grid gap-3 rounded-xl border border-line p-4 sm:grid-cols-[1fr_15rem] ${isChapter ? 'bg-raised' : 'bg-sunken'}`}
      >
        <div className="min-w-0 space-y-2">
          {isChapter ? (
            <>
              <label htmlFor={`${id}-title`} className="sr-only">
                Title of chapter {number}
              </label>
              <div className="flex items-center gap-2">
                <span aria-hidden="true" className="text-muted tabular-nums">
                  {number}.
                </span>
                <input
                  id={`${id}-title`}
                  dir="auto"
                  className={`${controlClass} font-semibold`}
                  value={row.title}
                  maxLength={200}
                  onChange={(event) => actions.change(key, { title: event.target.value })}
                />
              </div>
            </>
          ) : (
            <p dir="auto" className="min-w-0 font-semibold break-words text-muted">
              {row.title}
            </p>
          )}
          <p dir="auto" className="line-clamp-2 text-sm break-words text-muted">
            {row.excerpt}
          </p>
          <p className="text-sm text-muted">
            {row.words.toLocaleString('en')} {row.words === 1 ? 'word' : 'words'}
            {words !== undefined && isTooShort(words) && (
              <span className="text-danger-text">
                {' '}
                · Under {minWordsToPublish} words, so it can’t be published by itself.
              </span>
            )}
          </p>
        </div>
        <div className="flex flex-wrap items-start gap-2 sm:flex-col sm:items-stretch">
          <label htmlFor={`${id}-use`} className="sr-only">
            What becomes of “{row.title}”
          </label>
          <select
            id={`${id}-use`}
            className={`${controlClass} flex-1 sm:flex-none`}
            value={row.use}
            onChange={(event) => actions.change(key, { use: parseUse(event.target.value) })}
          >
            {pieceUses.map((use) => (
              <option key={use} value={use}>
                {useNames[use]}
              </option>
            ))}
          </select>
          {row.to - row.from > 1 && (
            <Button onClick={() => actions.split(row)} aria-label={`Split “${row.title}”`}>
              <Scissors aria-hidden="true" className="size-4" />
              Split…
            </Button>
          )}
        </div>
      </div>
    </li>
  );
});
