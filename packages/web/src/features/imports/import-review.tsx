import { contentWarningNames } from '@inkling/contract/content-warnings';
import { chaptersOfRows } from '@inkling/contract/import-rows';
import type { BookImport, ImportPlan } from '@inkling/contract/imports';
import { audienceNames } from '@inkling/contract/story-labels';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { QueryState } from '../../lib/query-state.tsx';
import { readInput, storeInput } from '../../lib/stored-input.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Pager } from '../../ui/pager.tsx';
import { TextSkeleton } from '../../ui/skeleton.tsx';
import { ErrorMessages } from '../forms/form-footer.tsx';
import { useCallForm } from '../forms/use-call-form.ts';
import { isPlanRefusal, PlanRefusal } from '../plans/plan-refusal.tsx';
import { paragraphsQuery, useConfirmImport } from './imports.api.ts';
import { Duplicates, EncodingQuestion, Losses } from './plan-notices.tsx';
import { type Choices, PlanQuestions, proposedChoices } from './plan-questions.tsx';
import { ReviewRowItem } from './review-row.tsx';
import type { ReviewRow, SplitPoint } from './review-rows.ts';
import * as edit from './review-rows.ts';

interface SplitDialogProps {
  importId: string;
  row: ReviewRow;
  onSplit: (point: SplitPoint) => void;
  onClose: () => void;
}

/** Lists a row's paragraphs; a new chapter begins at the one that is chosen. */
function SplitDialog({ importId, row, onSplit, onClose }: SplitDialogProps) {
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

/** How many rows are shown at first, and added by the button below them. */
const rowsPerStep = 200;

/** What the file says of the story clearly. */
const labelsOf = ({ genres, audience, contentWarnings, unsure }: ImportPlan): string[] =>
  Object.entries({
    Genres: genres.map(({ name }) => name),
    Audience: audience === 'everyone' || unsure.audience ? [] : [audienceNames[audience]],
    'Content warnings': unsure.contentWarnings ? [] : contentWarnings.map((one) => contentWarningNames[one]),
  }).flatMap(([label, names]) => (names.length === 0 ? [] : [`${label}: ${names.join(', ')}`]));

interface Edits {
  title: string;
  rows: edit.ReviewRow[];
  choices: Choices;
}

interface Props {
  book: BookImport;
  plan: ImportPlan;
  onCancel: () => void;
}

/** The chapters that were found in a book, to be changed before the story is made. Edits survive a reload. */
export function ImportReview({ book, plan, onCancel }: Props) {
  const { _id: id } = book;
  // Other pieces, such as those of another encoding, get other edits.
  const storageKey = `import:${id}/${plan.encoding ?? ''}`;
  const [start] = useState<Edits>(() => ({
    title: plan.title,
    rows: edit.rowsOfPlan(plan.pieces),
    choices: proposedChoices(plan),
    ...readInput<Edits>(storageKey, 'sessionStorage'),
  }));
  const [shown, setShown] = useState(rowsPerStep);
  const [splitting, setSplitting] = useState<edit.ReviewRow | null>(null);
  const confirm = useConfirmImport(id);
  const [rows, setRows] = useState(start.rows);
  const [choices, setChoices] = useState(start.choices);
  const form = useCallForm({
    defaultValues: { title: start.title },
    fallback: 'The import couldn’t be started. Please try again.',
    send: ({ title }) =>
      confirm.mutateAsync({ params: { id }, body: { title, ...choices, chapters: chaptersOfRows(rows) } }),
  });
  const title = form.watch('title');

  useEffect(() => {
    const timer = setTimeout(() => storeInput(storageKey, { title, rows, choices }, 'sessionStorage'), 500);
    return () => clearTimeout(timer);
  }, [storageKey, title, rows, choices]);

  const words = useMemo(() => edit.chapterWords(rows), [rows]);
  const numbers = new Map([...words.keys()].map((key, i) => [key, i + 1]));
  const total = [...words.values()].reduce((sum, one) => sum + one, 0);
  const count = words.size;

  return (
    <form className="space-y-5" onSubmit={form.onSubmit}>
      {book.message !== null && <Alert>{book.message}</Alert>}
      <p className="text-muted">
        Nothing has been saved yet. Check the chapters: rename them, join or split them, or leave some out.
      </p>
      <Duplicates duplicates={plan.duplicates} />
      <EncodingQuestion id={id} plan={plan} />
      <TextField label="Story title" dir="auto" maxLength={200} {...form.field('title')} />
      {labelsOf(plan).map((text) => (
        <p key={text} className="text-muted">
          {text}
        </p>
      ))}
      <PlanQuestions plan={plan} choices={choices} onChange={setChoices} />
      <Losses id={id} plan={plan} rows={rows} />
      <ol aria-label="Chapters found" className="space-y-3">
        {rows.slice(0, shown).map((row, i) => {
          const key = edit.rowKey(row);
          const opensVolume = row.volume !== '' && row.volume !== (rows[i - 1]?.volume ?? '');
          return (
            <ReviewRowItem
              key={key}
              row={row}
              number={numbers.get(key)}
              words={words.get(key)}
              opensVolume={opensVolume}
              setRows={setRows}
              onSplit={setSplitting}
            />
          );
        })}
      </ol>
      {rows.length > shown && (
        <Button onClick={() => setShown(shown + rowsPerStep)}>
          Show {Math.min(rowsPerStep, rows.length - shown)} more of {rows.length}
        </Button>
      )}
      {isPlanRefusal(confirm.error) ? (
        <PlanRefusal error={confirm.error} />
      ) : (
        <ErrorMessages messages={form.errorMessages} />
      )}
      <div className="bottom-bar sticky bottom-[calc(3.5rem+env(safe-area-inset-bottom))] z-10 -mx-4 flex flex-wrap items-center gap-2 border-t border-line bg-surface px-3 py-3 sm:gap-3 sm:px-4 lg:bottom-0">
        <Button variant="primary" type="submit" busy={form.busy}>
          Import {count.toLocaleString('en')} {count === 1 ? 'chapter' : 'chapters'}
        </Button>
        <Button onClick={onCancel}>Cancel import</Button>
        <p className="text-sm text-muted max-sm:sr-only" aria-live="polite">
          {total.toLocaleString('en')} words
        </p>
      </div>
      {splitting !== null && (
        <SplitDialog
          importId={id}
          row={splitting}
          onClose={() => setSplitting(null)}
          onSplit={(point) => {
            setRows((before) => edit.splitRow(before, edit.rowKey(splitting), point));
            setSplitting(null);
          }}
        />
      )}
    </form>
  );
}
