import { parseChapterText, type Run, sceneBreak } from '@inkling/contract/chapter-text';
import { escapeText, serializeChapterText } from '@inkling/contract/chapter-text-write';
import { countWords } from '@inkling/contract/words';

export { isOrnament as isSceneBreak, isOrnamentBetween } from '@inkling/contract/scene-ornaments';

// Control characters other than newline and tab, and invisible marks: soft hyphen, word joiner, BOM.
const invisible = /[[\p{Cc}\u00AD\u2060\uFEFF]--[\t\n]]/gv;

/** Characters that most text doesn't have: those that are changed, or that others combine with. */
const unusual =
  /[^\n\x20-\x7E\xA1-\xAC\xAE-\u02FF\u0400-\u0482\u048A-\u04FF\u2010-\u2027\u3001-\u3029\u3041-\u3096\u30A1-\u30FA\u4E00-\u9FFF\uAC00-\uD7A3]/;

/** Normalizes text: well-formed, NFC, `\n` line ends, no control or invisible characters. */
export const cleanText = (raw: string): string =>
  unusual.test(raw)
    ? raw
        .toWellFormed()
        .replace(/\r\n?|[\f\u0085\u2028\u2029]/g, '\n')
        .replace(invisible, '')
        .normalize('NFC')
    : raw;

const spaces = /[\s\u200B]+/g;
// French and typographers' punctuation keeps its no-break space; every other space is a plain one.
const needsNoBreak = /[\u00A0\u202F](?=[!?;:»%›])|(?<=[«‹])[\u00A0\u202F]/g;

// The thin space that typesetters put between two quotation marks.
const betweenQuotes = /(?<=[“”‘’«»"'])[\u2006\u2009\u200A\u202F](?=[“”‘’"'])/g;

/** Clean text with one space for each run of white space. Does not trim. */
const collapsed = (raw: string): string =>
  unusual.test(raw) || raw.includes('\n') || raw.includes('  ')
    ? cleanText(raw)
        .replace(betweenQuotes, '')
        .replace(needsNoBreak, '\uE000')
        .replace(spaces, ' ')
        .replace(/ ?\uE000 ?/g, '\u00A0')
    : raw;

/** One clean line: collapsed, trimmed, NFC. */
export const cleanLine = (raw: string): string => collapsed(raw).trim();

/** Clean lines, without those that are empty at the ends. */
export const cleanLines = (text: string): string => text.split('\n').map(cleanLine).join('\n').trim();

/** A line of verse that no mark names as one is shorter. */
export const maxVerseLine = 70;

const hasWord = /[\p{L}\p{N}]/u;

// Joins emphasized words that are separated only by a space, and removes emphasis of bare punctuation.
function joinRuns(runs: readonly Run[]): Run[] {
  const joined: Run[] = [];
  for (const { text, em, strong } of runs) {
    if (text === '') continue;
    const run = hasWord.test(text) ? { text, em, strong } : { text, em: false, strong: false };
    const last = joined.at(-1);
    const before = joined.at(-2);
    if (last && sameStyle(last, run)) last.text += text;
    else if ((run.em || run.strong) && before && sameStyle(before, run) && last?.text.trim() === '') {
      before.text += last.text + text;
      joined.pop();
    } else joined.push(run);
  }
  return joined;
}

const sameStyle = (a: Run, b: Run): boolean => a.em === b.em && a.strong === b.strong;

/** The content line that shows these runs, with single spaces (docs/product/chapter-text.md). */
export function lineOf(runs: readonly Run[]): string {
  if (runs.every(({ em, strong, text }) => !em && !strong && !/[*\\|]/.test(text))) return plainOf(runs);
  const clean: Run[] = [];
  for (const { em, strong, ...run } of joinRuns(runs)) {
    const text = collapsed(run.text);
    const followsSpace = clean.at(-1)?.text.endsWith(' ') ?? true;
    const added = followsSpace ? text.replace(/^ /, '') : text;
    if (added !== '') clean.push({ text: added, em, strong });
  }
  const last = clean.at(-1);
  if (last) last.text = last.text.trimEnd();
  return serializeChapterText([{ kind: 'paragraph', runs: clean }]).normalize('NFC');
}

/** A content line with text before it. */
export const withPrefix = (prefix: string, line: string): string =>
  prefix === '' ? line : lineOf([{ text: prefix, em: false, strong: false }, ...runsOf(line)]);

const runsOf = (line: string): Run[] => parseChapterText(line).flatMap(({ runs }) => runs);

/** The runs' text without any marks. */
export const plainOf = (runs: readonly Run[]): string =>
  cleanLine(runs.length === 1 ? (runs[0]?.text ?? '') : runs.map((run) => run.text).join(''));

/** A content line from plain text without markup. */
export const literalLine = (text: string): string => escapeText(cleanLine(text));

/** The word count of these lines, computed as for publishing. */
export const wordsIn = (lines: readonly string[]): number =>
  lines.reduce((sum, line) => sum + countWords(line), 0);

// [Illustration], [Illustration: with a caption], and one pair of brackets inside.
const illustration = /\[(?:Illustration|Illustrations|Image|Frontispiece)\b(?:[^[\]]|\[[^[\]]*\])*\]/gi;

/** Removes a transcriber's `[Illustration: …]` from a text. */
export const dropIllustrations = (text: string, onDrop: (text: string) => void): string =>
  text.replace(illustration, (found) => {
    onDrop(found);
    return '';
  });

/** Removes a transcriber's `[Illustration: …]` from a paragraph, in whichever styles it is. */
export function withoutIllustrations(runs: readonly Run[]): Run[] {
  const all = runs.map(({ text }) => text).join('');
  if (!all.includes('[')) return [...runs];
  const isRemoved = new Uint8Array(all.length);
  for (const { index, 0: found } of all.matchAll(illustration))
    isRemoved.fill(1, index, index + found.length);
  let end = 0;
  return runs.map(({ text, em, strong }) => {
    const start = end;
    end += text.length;
    const kept = text.split('').filter((_, i) => isRemoved[start + i] === 0);
    return { text: kept.join(''), em, strong };
  });
}

/** Joins lines to content, without empty lines and without scene breaks at the ends or twice in a row. */
export function contentOf(lines: readonly string[]): string {
  const content: string[] = [];
  for (const line of lines) {
    if (line === '') continue;
    if (line === sceneBreak && (content.length === 0 || content.at(-1) === sceneBreak)) continue;
    content.push(line);
  }
  while (content.at(-1) === sceneBreak) content.pop();
  return content.join('\n');
}
