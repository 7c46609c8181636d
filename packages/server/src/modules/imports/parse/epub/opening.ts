import { isChapterTitle, isPartTitle, joinTitle, labelOf, splitLabel, titleKey } from '../titles.ts';

/** A heading at the head of a section; `continued` when it is the next line of the one before it. */
export interface OpeningHeading {
  text: string;
  continued: boolean;
}

export interface Opening {
  /** A part's title that stood above the section's own. */
  part: string;
  title: string;
  /** Headings that say something which the title does not: they stay in the text. */
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
 * What the headings at the head of a section and its title in the contents say together, each thing once.
 * `known` are keys of what need not be repeated: the book's title, its author, the parts around.
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
 * How many of these first lines only repeat the title: the whole of it, or its label and then the rest.
 * Books without headings of their own set their titles as paragraphs.
 */
export function linesThatRepeat(title: string, lines: readonly string[]): number {
  const titled = titleKey(title);
  if (titled === '') return 0;
  let said = '';
  // 'One.' below 'Chapter 1' is a word that somebody says.
  const isNumber = (line: string) => labelOf(line)?.kind === 'chapter' || /^(?:\d+|[IVXLC]+)\.?$/.test(line);
  for (let i = 0; i < Math.min(lines.length, 3); i += 1) {
    const key = titleKey(lines[i] ?? '');
    if (key === '') return 0;
    said = said === '' ? key : `${said} ${key}`;
    if (
      said === titled ||
      (i === 0 && labelOf(title) && isNumber(lines[i] ?? '') && sameLabel(title, lines[i] ?? ''))
    )
      return i + 1;
    if (!`${titled} `.startsWith(`${said} `)) return 0;
  }
  return 0;
}
