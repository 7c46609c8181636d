import { parseChapterText, type Run, sceneBreak, verseMark } from '@inkling/contract/chapter-text';
import type { ChapterInput } from './chapter-input.ts';
import { type AlignedRow, type ComparedLine, compareTexts } from './compare.ts';

type Side = 'left' | 'right';

/** The lines of a text that are not blank, each after the blank ones before it. */
function paragraphsOf(text: string): string[] {
  const paragraphs: string[] = [];
  let blank: string[] = [];
  for (const line of text.split('\n')) {
    if (line.trim() === '') {
      blank.push(line);
      continue;
    }
    paragraphs.push([...blank, line].join('\n'));
    blank = [];
  }
  return paragraphs;
}

/**
 * One text of two that were compared, with each different paragraph as it is on the side that `sideOf` gives; if that side
 * does not have it, it is left out.
 */
export function combineTexts(
  left: string,
  right: string,
  rows: readonly AlignedRow[],
  sideOf: (row: number) => Side,
): string {
  const paragraphs = { left: paragraphsOf(left), right: paragraphsOf(right) };
  return rows
    .flatMap((row, at) => {
      const side = row.same ? 'right' : sideOf(at);
      const place = row[side];
      return place === null ? [] : [paragraphs[side][place] ?? ''];
    })
    .join('\n')
    .trim();
}

/** What is compared of a chapter. Title and notes are null where they were not stored. */
export type ComparedInput = Pick<ChapterInput, 'content'> & {
  [field in 'title' | 'authorNotes' | 'endNotes']: string | null;
};

const fields = [
  { field: 'title', label: 'Title' },
  { field: 'authorNotes', label: 'Author’s note' },
  { field: 'content', label: 'Text' },
  { field: 'endNotes', label: 'Closing note' },
] as const;

export type FieldName = (typeof fields)[number]['field'];
export type SideName = 'left' | 'right';

/** A paragraph on one or both sides, in the order of both. */
export interface ComparedRow {
  left: number | null;
  right: number | null;
  same: boolean;
  /** Its place among the rows of all fields. */
  order: number;
  /** The number of the difference that it belongs to, from 0; null if both sides have it. */
  difference: number | null;
  /** Stays the same while both texts have this difference, whatever else changes. */
  key: string;
}

export interface ComparedField {
  field: FieldName;
  label: string;
  left: ComparedLine[];
  right: ComparedLine[];
  /** Null if the texts are too large and too different to be aligned. */
  rows: ComparedRow[] | null;
}

const plain = (text: string): Run => ({ text, em: false, strong: false });

/** A paragraph as it is shown: one of the chapter's text with its emphasis, and with the mark of verse. */
export function runsOf(field: FieldName, paragraph: string): Run[] {
  if (field !== 'content') return [plain(paragraph)];
  return parseChapterText(paragraph).flatMap(({ kind, runs }) => {
    if (kind === 'scene-break') return [plain(sceneBreak)];
    return kind === 'verse' ? [plain(verseMark), ...runs] : runs;
  });
}

/** The text of each place that is shown. */
const textsOf = (lines: ComparedLine[]) =>
  new Map<number | null, string>(lines.map((line) => [line.at, line.kind === 'gap' ? '' : line.text]));

/** The title and notes if they differ, and the text, each with its differences. */
export function compareInputs(one: ComparedInput, other: ComparedInput) {
  let order = 0;
  let differences = 0;
  const compared = fields.flatMap(({ field, label }): ComparedField[] => {
    const [mine, theirs] = [one[field], other[field]];
    if (mine === null || theirs === null) return [];
    // The text is always shown, title and notes if they differ.
    if (field !== 'content' && mine === theirs) return [];
    const { left, right, rows } = compareTexts(mine, theirs, (text) => runsOf(field, text));
    const isOnePair = field === 'title' && rows?.length === 2;
    const aligned = isOnePair ? [{ left: 0, right: 0, same: false }] : rows;
    const texts = { left: textsOf(left), right: textsOf(right) };
    const seen = new Map<string, number>();
    let isDifferent = false;
    const numbered =
      aligned?.map((row): ComparedRow => {
        order += 1;
        if (!row.same && !isDifferent) differences += 1;
        isDifferent = !row.same;
        if (row.same) return { ...row, order, difference: null, key: '' };
        const name = JSON.stringify([field, texts.left.get(row.left), texts.right.get(row.right)]);
        const nth = (seen.get(name) ?? 0) + 1;
        seen.set(name, nth);
        return { ...row, order, difference: differences - 1, key: `${nth} ${name}` };
      }) ?? null;
    return [{ field, label, left, right, rows: numbered }];
  });
  return { fields: compared, differences };
}

export type CombinedText = Pick<ChapterInput, 'title' | 'content' | 'authorNotes' | 'endNotes'>;

/** The text of the right side with the differences in `taken` as they are on the left one. */
export function combineInputs(
  left: ChapterInput,
  right: ChapterInput,
  compared: readonly ComparedField[],
  taken: ReadonlySet<string>,
): CombinedText {
  const { title, content, authorNotes, endNotes } = right;
  const combined = { title, content, authorNotes, endNotes };
  for (const { field, rows } of compared) {
    if (rows === null || !rows.some(({ key }) => taken.has(key))) continue;
    combined[field] = combineTexts(left[field], right[field], rows, (at) =>
      taken.has(rows[at]?.key ?? '') ? 'left' : 'right',
    );
  }
  return combined;
}
