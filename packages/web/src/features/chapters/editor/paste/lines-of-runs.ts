import type { Block, Run } from '@inkling/contract/chapter-text';
import { isOrnament } from '@inkling/contract/scene-ornaments';

/** A paragraph of pasted text: lines that line breaks separate, each of them runs. */
export type PastedLines = Run[][];

/** Lines of this length on average are prose that was broken by hand, not verse. */
const proseLineLength = 90;

const needsNoBreak = /\u00A0(?=[!?;:»%›])|(?<=[«‹])\u00A0/g;
// Control characters, soft hyphens, zero-width spaces, byte order marks, and word joiners that belong to no mark.
const invisible = /[[\p{Cc}\u00AD\u200B\uFEFF]--[\t\n]]|(?<!\*)\u2060(?!\*)/gv;

export const cleanText = (text: string): string =>
  text
    .replace(invisible, '')
    .replace(needsNoBreak, '\uE000')
    .replace(/\u00A0/g, ' ')
    .replaceAll('\uE000', '\u00A0');

const textOf = (runs: readonly Run[]): string => runs.map(({ text }) => text).join('');

/** The runs with single spaces and none at the ends; spaces that a line keeps stay at its beginning. */
function tidy(runs: readonly Run[], keepsIndent: boolean): Run[] {
  const tidied: Run[] = [];
  let before = keepsIndent ? '' : ' ';
  for (const { text, ...style } of runs) {
    let rest = keepsIndent ? text.replaceAll('\t', '    ') : text.replace(/[ \t\n]+/g, ' ');
    if (!keepsIndent && before.endsWith(' ')) rest = rest.replace(/^ /, '');
    if (rest === '') continue;
    tidied.push({ text: rest, ...style });
    before = rest;
  }
  for (let last = tidied.at(-1); last !== undefined; last = tidied.at(-1)) {
    last.text = last.text.trimEnd();
    if (last.text !== '') break;
    tidied.pop();
  }
  return tidied;
}

/** A line of verse with the spaces at its beginning. */
function indented(line: readonly Run[], [first, ...rest]: Run[]): Run[] {
  const [indent = ''] = /^[ \t]*/.exec(textOf(line)) ?? [];
  return first === undefined ? [] : [{ ...first, text: indent + first.text }, ...rest];
}

/** The blocks of a paragraph: prose, a scene break, or verse if it has lines (docs/product/chapter-text.md#blocks). */
export function blocksOfLines(lines: PastedLines, isVerse: boolean, keepsSpaces: boolean): Block[] {
  const tidied = lines.map((line) => ({ line, runs: tidy(line, keepsSpaces) }));
  const whole = tidied
    .map(({ runs }) => textOf(runs))
    .join(' ')
    .trim();
  if (whole === '') return [];
  if (isOrnament(whole)) return [{ kind: 'scene-break', runs: [] }];
  const isText = (at: (typeof tidied)[number] | undefined) =>
    at !== undefined && textOf(at.runs).trim() !== '';
  while (!isText(tidied[0])) tidied.shift();
  while (!isText(tidied.at(-1))) tidied.pop();
  // An empty line between two others separates paragraphs.
  const isBroken = tidied.some((line, at) => isText(line) && isText(tidied[at + 1]));
  const hasVerse = isVerse || (isBroken && whole.length / tidied.filter(isText).length < proseLineLength);
  return tidied.flatMap(({ line, runs }): Block[] => {
    const text = textOf(runs).trim();
    if (isOrnament(text)) return [{ kind: 'scene-break', runs: [] }];
    if (hasVerse) return [{ kind: 'verse', runs: keepsSpaces ? runs : indented(line, runs) }];
    return text === '' ? [] : [{ kind: 'paragraph', runs }];
  });
}
