import { Fragment, type ReactNode } from 'react';
import type { ComparedLine, Part } from './compare.ts';
import { type ComparedRow, type FieldName, runsOf } from './differences.ts';

interface Props {
  field: FieldName;
  line: ComparedLine;
  row: ComparedRow | undefined;
  /** Whether what is marked is missing on the other side, as opposed to added here. */
  removed: boolean;
  language: string;
  /** Whether it is among the difference that the author has stepped to. */
  isCurrent: boolean;
  /** Whether the combined text has it, which `onTake` changes; undefined where texts are only compared. */
  taken: boolean | undefined;
  onTake: (row: ComparedRow, taken: boolean) => void;
}

/** A paragraph of one of two texts, with what the other one does not have. */
export function Line({ field, line, row, removed, language, isCurrent, taken, onTake }: Props) {
  if (line.kind === 'gap') {
    return (
      <p className="text-center text-sm text-muted">
        {line.hidden} unchanged {line.hidden === 1 ? 'paragraph' : 'paragraphs'}
      </p>
    );
  }
  const parts = line.parts ?? runsOf(field, line.text).map((run) => ({ ...run, changed: false }));
  const different = line.kind === 'different';
  return (
    <div
      data-order={row?.order}
      data-difference={row?.difference ?? undefined}
      aria-current={isCurrent || undefined}
      className={`${different ? 'border-s-4 border-accent bg-sunken ps-2' : 'ps-3'} ${isCurrent ? 'outline-2 outline-offset-2 outline-accent' : ''}`}
    >
      {different && taken !== undefined && row !== undefined && (
        <label className="flex min-h-11 items-center gap-3 text-sm">
          <input
            type="checkbox"
            className="size-5 shrink-0 accent-(--accent)"
            aria-label={`Use: ${parts
              .map(({ text }) => text)
              .join('')
              .slice(0, 60)}`}
            checked={taken}
            onChange={({ target }) => onTake(row, target.checked)}
          />
          Use
        </label>
      )}
      <p dir="auto" lang={language} className="wrap-anywhere">
        {different && <span className="sr-only">Changed: </span>}
        <Parts parts={parts} removed={removed} />
      </p>
    </div>
  );
}

function Parts({ parts, removed }: { parts: Part[]; removed: boolean }) {
  const Mark = removed ? 'del' : 'ins';
  // Parts have no ids; their places are those of the text.
  let at = 0;
  return parts.map(({ text, em, strong, changed }) => {
    const key = at;
    at += text.length;
    let shown: ReactNode = text;
    if (strong) shown = <strong>{shown}</strong>;
    if (em) shown = <em>{shown}</em>;
    return changed ? (
      <Mark key={key} className={removed ? 'font-semibold line-through' : 'font-semibold underline'}>
        {shown}
      </Mark>
    ) : (
      <Fragment key={key}>{shown}</Fragment>
    );
  });
}
