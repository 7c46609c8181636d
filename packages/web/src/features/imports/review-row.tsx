import { listedTitle } from '@inkling/contract/chapter-title';
import { pieceUses } from '@inkling/contract/import-rows';
import type { PieceUse } from '@inkling/contract/imports';
import { minWordsToPublish } from '@inkling/contract/words';
import { Scissors } from 'lucide-react';
import { type Dispatch, memo, type SetStateAction, useId } from 'react';
import { Button } from '../../ui/button.tsx';
import { changeRow, type ReviewRow, type RowChanges, renameVolume, rowKey, useNames } from './review-rows.ts';

const controlClass = 'w-full min-h-11 rounded-md border border-control bg-raised px-3 py-2 text-text';

interface Props {
  row: ReviewRow;
  /** The chapter's number; undefined for a row that is not a chapter. */
  number: number | undefined;
  /** The words of the chapter that the row names. */
  words: number | undefined;
  /** Whether the row begins a volume. */
  opensVolume: boolean;
  setRows: Dispatch<SetStateAction<ReviewRow[]>>;
  onSplit: (row: ReviewRow) => void;
}

const parseUse = (value: string): PieceUse => pieceUses.find((use) => use === value) ?? 'chapter';

/** A piece of the book with what becomes of it. */
export const ReviewRowItem = memo(function ReviewRowItem(props: Props) {
  const { row, number, words, opensVolume, setRows, onSplit } = props;
  const volumeId = useId();
  const key = rowKey(row);
  const change = (changes: RowChanges) => setRows((rows) => changeRow(rows, key, changes));
  const isChapter = row.use === 'chapter';
  return (
    <li className="[content-visibility:auto] [contain-intrinsic-size:auto_11rem]">
      {opensVolume && (
        <div className="mt-6 mb-3 sm:max-w-md">
          <label htmlFor={volumeId} className="mb-1 block text-sm font-semibold text-muted">
            Volume or part
          </label>
          <input
            id={volumeId}
            dir="auto"
            className={controlClass}
            value={row.volume}
            maxLength={200}
            onChange={(event) => setRows((rows) => renameVolume(rows, key, event.target.value))}
          />
        </div>
      )}
      <div
        className={`grid gap-3 rounded-xl border border-line p-4 sm:grid-cols-[1fr_15rem] ${isChapter ? 'bg-raised' : 'bg-sunken'}`}
      >
        <div className="min-w-0 space-y-2">
          {isChapter ? (
            <div className="flex items-center gap-2">
              {number !== undefined &&
                listedTitle({ title: row.title, chapterNumber: number }) === `${number}. ${row.title}` && (
                  <span aria-hidden="true" className="text-muted tabular-nums">
                    {number}.
                  </span>
                )}
              <input
                aria-label={`Title of chapter ${number}`}
                dir="auto"
                className={`${controlClass} font-semibold`}
                value={row.title}
                maxLength={200}
                onChange={(event) => change({ title: event.target.value })}
              />
            </div>
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
            {words !== undefined && words < minWordsToPublish && (
              <span className="text-danger-text">
                {' '}
                · Under {minWordsToPublish} words, so it can’t be published by itself.
              </span>
            )}
          </p>
        </div>
        <div className="flex flex-wrap items-start gap-2 sm:flex-col sm:items-stretch">
          <select
            aria-label={`Use “${row.title}” as`}
            className={`${controlClass} flex-1 sm:flex-none`}
            value={row.use}
            onChange={(event) => change({ use: parseUse(event.target.value) })}
          >
            {pieceUses.map((use) => (
              <option key={use} value={use}>
                {useNames[use]}
              </option>
            ))}
          </select>
          {row.to - row.from > 1 && (
            <Button onClick={() => onSplit(row)} aria-label={`Split “${row.title}”`}>
              <Scissors aria-hidden="true" className="size-4" />
              Split…
            </Button>
          )}
        </div>
      </div>
    </li>
  );
});
