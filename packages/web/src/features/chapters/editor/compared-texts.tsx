import { useMemo } from 'react';
import type { ChapterInput } from './chapter-input.ts';
import { type ComparedLine, compareTexts, type Part } from './compare.ts';

/** What is compared of a chapter. Title and notes are null where they were not stored. */
type ComparedInput = Pick<ChapterInput, 'content'> & {
  [field in 'title' | 'authorNotes' | 'endNotes']: string | null;
};

interface Side {
  name: string;
  input: ComparedInput;
  /** When it was last changed, as an ISO date. */
  changedAt?: string;
}

interface Props {
  /** Words that only this text has are struck out, unless it is the later one by its date. */
  before: Side;
  /** Words that only this text has are underlined. */
  after: Side;
  /** Whether one of the texts is known to be older. */
  dated?: boolean;
  language: string;
}

const fields = [
  { field: 'title', label: 'Title' },
  { field: 'authorNotes', label: 'Author’s note' },
  { field: 'content', label: 'Text' },
  { field: 'endNotes', label: 'Closing note' },
] as const;

/** Two forms of a chapter side by side, stacked on narrow screens, with their differences marked. */
export function ComparedTexts({ dated = false, language, ...sides }: Props) {
  const isReversed = (sides.before.changedAt ?? '') > (sides.after.changedAt ?? '');
  const [before, after] = isReversed ? [sides.after, sides.before] : [sides.before, sides.after];
  const [one, other] = [before.input, after.input];
  const compared = useMemo(
    () =>
      fields.flatMap(({ field, label }) => {
        const texts = [one[field], other[field]];
        const [mine, theirs] = texts;
        if (mine === undefined || theirs === undefined || mine === null || theirs === null) return [];
        // The text is always shown, title and notes if they differ.
        if (field !== 'content' && mine === theirs) return [];
        return { label, ...compareTexts(mine, theirs) };
      }),
    [one, other],
  );
  const column = (side: 'left' | 'right') =>
    compared.map((field) => ({ label: field.label, lines: field[side] }));
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <Column
        name={before.name}
        age={dated ? 'Older' : null}
        fields={column('left')}
        removed
        language={language}
      />
      <Column name={after.name} age={dated ? 'Newer' : null} fields={column('right')} language={language} />
    </div>
  );
}

interface ColumnProps {
  name: string;
  age: 'Older' | 'Newer' | null;
  fields: { label: string; lines: ComparedLine[] }[];
  /** Whether what is marked is missing on the other side, as opposed to added here. */
  removed?: boolean;
  language: string;
}

function Column({ name, age, fields, removed = false, language }: ColumnProps) {
  return (
    <section aria-label={name} className="min-w-0">
      <h3 className="font-semibold wrap-anywhere">{name}</h3>
      <p className="mb-2 text-sm text-muted">
        {age !== null && `${age}. `}
        {removed ? 'Struck out' : 'Underlined'}: only in this text.
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard */}
      <div tabIndex={0} className="max-h-[45dvh] space-y-2 overflow-y-auto rounded-md border border-line p-3">
        {fields.map(({ label, lines }) => (
          <div key={label} className="space-y-2">
            {fields.length > 1 && <h4 className="text-sm text-muted">{label}</h4>}
            {lines.length === 0 && <p className="text-muted">Empty.</p>}
            {lines.map((line) => (
              <Line key={line.at} line={line} removed={removed} language={language} />
            ))}
          </div>
        ))}
      </div>
    </section>
  );
}

function Line({ line, removed, language }: { line: ComparedLine; removed: boolean; language: string }) {
  if (line.kind === 'gap') {
    return (
      <p className="text-center text-sm text-muted">
        {line.hidden} unchanged {line.hidden === 1 ? 'paragraph' : 'paragraphs'}
      </p>
    );
  }
  const different = line.kind === 'different';
  return (
    <p
      dir="auto"
      lang={language}
      className={different ? 'border-s-4 border-accent bg-sunken ps-2 wrap-anywhere' : 'ps-3 wrap-anywhere'}
    >
      {different && <span className="sr-only">Changed: </span>}
      {different && line.parts !== undefined ? <Parts parts={line.parts} removed={removed} /> : line.text}
    </p>
  );
}

function Parts({ parts, removed }: { parts: Part[]; removed: boolean }) {
  const Mark = removed ? 'del' : 'ins';
  // Parts have no ids; their places are those of the text.
  let at = 0;
  return parts.map(({ text, changed }) => {
    const key = at;
    at += text.length;
    return changed ? (
      <Mark key={key} className={removed ? 'font-semibold line-through' : 'font-semibold underline'}>
        {text}
      </Mark>
    ) : (
      <span key={key}>{text}</span>
    );
  });
}
