import { isChapterTitle, isPartTitle, joinTitle, labelOf, splitLabel, titleKey } from '../titles.ts';

/** A heading at the start of a section; `continued` when it is another line of the previous one. */
export interface OpeningHeading {
  text: string;
  continued: boolean;
}

export interface Opening {
  /** The title of a part above the section's own title. */
  part: string;
  title: string;
  /** Headings with information that is not in the title; they stay in the text. */
  lines: string[];
}

const contains = (key: string, inner: string) => ` ${key} `.includes(` ${inner} `);

// 'Chapter 1', 'I.' and 'ONE' are the same label.
const sameLabel = (a: string, b: string) => {
  const one = splitLabel(a)?.label;
  const other = labelOf(b);
  return (
    one !== undefined &&
    other !== null &&
    one.number === other.number &&
    one.kind !== 'part' &&
    other.kind !== 'part'
  );
};

/**
 * Merges the headings at the start of a section with its title in the table of contents, without repetition. `known` has
 * the keys of texts to skip: the book's title, its author and the enclosing parts.
 */
export function openingOf(
  title: string,
  headings: readonly OpeningHeading[],
  known: ReadonlySet<string>,
): Opening {
  const opening: Opening = { part: '', title, lines: [] };
  let last: 'title' | 'part' | 'line' | 'known' | '' = '';
  for (const { text, continued } of headings) {
    const key = titleKey(text);
    const titled = titleKey(opening.title);
    if (continued && last === 'line') opening.lines.push(text);
    else if (continued && last === 'part') opening.part = joinHeading(opening.part, text);
    else if (key === '' || (known.has(key) && key !== titled)) last = 'known';
    else if (titled === '') {
      opening.title = text;
      last = 'title';
    } else if (contains(titled, key) || sameLabel(opening.title, text)) last = 'title';
    else if (contains(key, titled)) {
      opening.title = text;
      last = 'title';
    } else if (continued && last === 'title' && title === '')
      opening.title = joinHeading(opening.title, text);
    else if (isPartTitle(opening.title) && isChapterTitle(text) && opening.part === '') {
      opening.part = opening.title;
      opening.title = text;
      last = 'title';
    } else if (isPartTitle(text) && opening.part === '') {
      opening.part = text;
      last = 'part';
    } else if (last === 'part' && labelOf(opening.part) && !labelOf(text))
      opening.part = joinTitle(opening.part, text);
    else if (labelOf(opening.title) && !labelOf(text)) opening.title = joinTitle(opening.title, text);
    else if (labelOf(text) && splitLabel(opening.title) === null)
      opening.title = joinTitle(text, opening.title);
    else {
      opening.lines.push(text);
      last = 'line';
    }
  }
  return opening;
}

const joinHeading = (first: string, second: string) =>
  labelOf(first) ? joinTitle(first, second) : `${first} ${second}`;

/**
 * The number of first lines that only repeat the title, in one line or as its label and then the rest. Books without
 * heading elements have their titles in paragraphs.
 */
export function linesThatRepeat(title: string, lines: readonly string[]): number {
  const titled = titleKey(title);
  if (titled === '') return 0;
  let seen = '';
  // 'One.' below 'Chapter 1' is dialogue, not a label.
  const isNumber = (line: string) => labelOf(line)?.kind === 'chapter' || /^(?:\d+|[IVXLC]+)\.?$/.test(line);
  for (let i = 0; i < Math.min(lines.length, 3); i += 1) {
    const key = titleKey(lines[i] ?? '');
    if (key === '') return 0;
    seen = seen === '' ? key : `${seen} ${key}`;
    if (
      seen === titled ||
      (i === 0 && labelOf(title) && isNumber(lines[i] ?? '') && sameLabel(title, lines[i] ?? ''))
    )
      return i + 1;
    if (!`${titled} `.startsWith(`${seen} `)) return 0;
  }
  return 0;
}
