import { countWords } from '@inkling/contract/words';

/** A piece of a paragraph in one style. Asterisks in its text are literal. */
export interface Run {
  text: string;
  em: boolean;
  strong: boolean;
}

/** The content line of a scene break. */
export const sceneBreak = '***';

// Control characters other than newline and tab, and invisible marks: soft hyphen, word joiner, BOM.
const invisible = /[[\p{Cc}\u00AD\u2060\uFEFF]--[\t\n]]/gv;

/** Normalizes text: well-formed, NFC, `\n` line ends, no control or invisible characters. */
export const cleanText = (raw: string): string =>
  raw
    .toWellFormed()
    .replace(/\r\n?|[\f\u0085\u2028\u2029]/g, '\n')
    .replace(invisible, '')
    .normalize('NFC');

const spaces = /[\s\u200B]+/g;
// French and typographers' punctuation keeps its no-break space; every other space is a plain one.
const needsNoBreak = /[\u00A0\u202F](?=[!?;:»%›])|(?<=[«‹])[\u00A0\u202F]/g;

// The thin space that typesetters put between two quotation marks.
const betweenQuotes = /(?<=[“”‘’«»"'])[\u2006\u2009\u200A\u202F](?=[“”‘’"'])/g;

/** Replaces each run of white space with one space. Does not trim. */
const collapseSpaces = (text: string): string =>
  text
    .replace(betweenQuotes, '')
    .replace(needsNoBreak, '\uE000')
    .replace(spaces, ' ')
    .replace(/ ?\uE000 ?/g, '\u00A0');

/** One clean line: collapsed, trimmed, NFC. */
export const cleanLine = (raw: string): string => collapseSpaces(cleanText(raw)).trim();

const ornaments =
  /^(?:[*∗＊⁎⁂✱✲✻✽❦❧☙]\s*)+$|^(?:[-–—_=~#•·.◆◇○●□■]\s+){2,}[-–—_=~#•·.◆◇○●□■]$|^(?:-{3,}|_{3,}|={3,}|~{3,}|#{3,}|[•·]{3,}|–{3,}|—{3,}|#)$/u;

/** Whether a paragraph is only a scene break ornament (`* * *`, `⁂`, `---`). */
export const isSceneBreak = (text: string): boolean => text.length < 80 && ornaments.test(text.trim());

type Mark = '' | '*' | '**';
interface Piece {
  text: string;
  mark: Mark;
}

const hasWord = /[\p{L}\p{N}]/u;

// Joins emphasized words that are separated only by a space, and removes marks on bare punctuation.
function joinPieces(runs: readonly Run[]): Piece[] {
  const pieces: Piece[] = [];
  for (const run of runs) {
    if (run.text === '') continue;
    // Both would need `***`, which looks like a scene break: keep only the stronger one.
    const styleMark: Mark = run.strong ? '**' : run.em ? '*' : '';
    const mark: Mark = hasWord.test(run.text) ? styleMark : '';
    const last = pieces.at(-1);
    const before = pieces.at(-2);
    if (last?.mark === mark) last.text += run.text;
    else if (mark !== '' && before?.mark === mark && last?.text.trim() === '') {
      before.text += last.text + run.text;
      pieces.pop();
    } else pieces.push({ text: run.text, mark });
  }
  return pieces;
}

const countStars = (text: string) => text.split('*').length - 1;

/**
 * Converts runs to a content line: collapsed spaces, marks directly around words, never `****`. A literal asterisk
 * stays if it is the only one in a line without marks, since it cannot pair there; otherwise it becomes `∗` (U+2217),
 * which looks the same but is not a mark.
 */
export function lineOf(runs: readonly Run[]): string {
  const pieces = joinPieces(runs.map((run) => ({ ...run, text: collapseSpaces(cleanText(run.text)) })));
  const stars = pieces.reduce((sum, piece) => sum + countStars(piece.text), 0);
  const literal = stars > 1 || (stars === 1 && pieces.some((piece) => piece.mark !== ''));
  let line = '';
  let open: Mark = '';
  for (const piece of pieces) {
    const text = literal ? piece.text.replaceAll('*', '∗') : piece.text;
    const words = text.trim();
    const lead = text.startsWith(' ') || words === '' ? ' ' : '';
    if (piece.mark === '' || words === '') {
      line += text;
      open = '';
    } else if (open !== '' && lead === '' && line.endsWith(open)) {
      // Adjacent to another marked word: one mark for both, since `*a***b**` is ambiguous.
      line = `${line.slice(0, -open.length)}${words}${open}${text.endsWith(' ') ? ' ' : ''}`;
    } else {
      line += `${lead}${piece.mark}${words}${piece.mark}${text.endsWith(' ') ? ' ' : ''}`;
      open = piece.mark;
    }
  }
  return collapseSpaces(line).trim().normalize('NFC');
}

/** The runs' text without any marks. */
export const plainOf = (runs: readonly Run[]): string => cleanLine(runs.map((run) => run.text).join(''));

/** A content line from plain text without markup. */
export const literalLine = (text: string): string => lineOf([{ text, em: false, strong: false }]);

/** The word count of these lines, computed as for publishing. */
export const wordsIn = (lines: readonly string[]): number =>
  lines.reduce((sum, line) => sum + countWords(line), 0);

// [Illustration], [Illustration: with a caption], and one pair of brackets inside.
const illustration = /\[(?:Illustration|Illustrations|Image|Frontispiece)\b(?:[^[\]]|\[[^[\]]*\])*\]/gi;

/** Removes a transcriber's `[Illustration: …]` from a text. */
export const dropIllustrations = (text: string): string => text.replace(illustration, '');

/** Removes a transcriber's `[Illustration: …]` from a line. */
export const withoutIllustrations = (line: string): string =>
  line.includes('[') ? collapseSpaces(dropIllustrations(line)).trim() : line;

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
