import { plainOf } from '../lines.ts';
import { isChapterTitle, isPartTitle, joinTitle, labelOf, splitLabel, titleKey } from '../titles.ts';
import type { Block } from './blocks.ts';

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

/** The texts of headings that say something; the lines of one that has several are one text. */
function textsOf(
  headings: readonly Pick<Block, 'runs' | 'continued'>[],
  isKnown: (key: string) => boolean,
): string[] {
  const texts: string[] = [];
  for (const { runs, continued } of headings) {
    const above = (continued && texts.pop()) || '';
    const text = isKnown(titleKey(plainOf(runs))) ? '' : plainOf(runs);
    if (above === '' || text === '') texts.push(above || text);
    else texts.push(labelOf(above) ? joinTitle(above, text) : `${above} ${text}`);
  }
  return texts.filter((text) => titleKey(text) !== '');
}

/**
 * Merges the headings at the start of a section with its title in the table of contents, without repetition. `known` has
 * the keys of texts to skip: the book's title, its author and the enclosing parts. `part` is the title of a part above the
 * section's own; `lines` are headings with information that is not in the title, which stay in the text.
 */
export function openingOf(
  title: string,
  headings: readonly Pick<Block, 'runs' | 'continued'>[],
  known: ReadonlySet<string>,
) {
  const opening = { part: '', title, lines: [] as string[] };
  let isBelowPart = false;
  for (const text of textsOf(headings, (key) => known.has(key) && key !== titleKey(title))) {
    const [key, titled] = [titleKey(text), titleKey(opening.title)];
    const namesPart = isBelowPart && labelOf(opening.part) !== null && labelOf(text) === null;
    isBelowPart = false;
    if (titled !== '' && (contains(titled, key) || sameLabel(opening.title, text))) continue;
    if (titled === '' || contains(key, titled)) opening.title = text;
    else if (opening.part === '' && isPartTitle(opening.title) && isChapterTitle(text))
      [opening.part, opening.title] = [opening.title, text];
    else if (opening.part === '' && isPartTitle(text)) [opening.part, isBelowPart] = [text, true];
    else if (namesPart) opening.part = joinTitle(opening.part, text);
    else if (labelOf(opening.title) && !labelOf(text)) opening.title = joinTitle(opening.title, text);
    else if (labelOf(text) && splitLabel(opening.title) === null)
      opening.title = joinTitle(text, opening.title);
    else opening.lines.push(text);
  }
  return opening;
}

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
