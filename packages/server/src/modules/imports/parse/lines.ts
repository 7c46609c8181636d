import { countWords } from '@inkling/contract/words';

/** A stretch of one paragraph in one style, as its source had it: asterisks in it are meant as asterisks. */
export interface Run {
  text: string;
  em: boolean;
  strong: boolean;
}

/** What a line of content holds when it is a scene break. */
export const sceneBreak = '***';

// Control characters other than newline and tab, and marks that no reader sees: soft hyphen, word joiner, BOM.
const unseen = /[[\p{Cc}\u00AD\u2060\uFEFF]--[\t\n]]/gv;

/** Well-formed NFC text without control and invisible characters; every line end is `\n`. */
export const cleanText = (raw: string): string =>
  raw
    .toWellFormed()
    .replace(/\r\n?|[\f\u0085\u2028\u2029]/g, '\n')
    .replace(unseen, '')
    .normalize('NFC');

const spaces = /[\s\u200B]+/g;
// French and typographers' punctuation keeps its no-break space; every other space is a plain one.
const needsNoBreak = /[\u00A0\u202F](?=[!?;:»%›])|(?<=[«‹])[\u00A0\u202F]/g;

// A hair's breadth that typesetters put between two quotation marks.
const betweenQuotes = /(?<=[“”‘’«»"'])[\u2006\u2009\u200A\u202F](?=[“”‘’"'])/g;

/** The same text with each run of white space as one space. Not trimmed. */
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

/** Whether a paragraph is nothing but an ornament between two scenes (`* * *`, `⁂`, `---`). */
export const isSceneBreak = (text: string): boolean => text.length < 80 && ornaments.test(text.trim());

type Mark = '' | '*' | '**';
interface Piece {
  text: string;
  mark: Mark;
}

const hasWord = /[\p{L}\p{N}]/u;

// Two emphasised words with a space between them are one emphasis; marks on bare punctuation go.
function joinPieces(runs: readonly Run[]): Piece[] {
  const pieces: Piece[] = [];
  for (const run of runs) {
    if (run.text === '') continue;
    // Both at once would need `***`, which is a scene break to a reader's eye: the stronger one stays.
    const wanted: Mark = run.strong ? '**' : run.em ? '*' : '';
    const mark: Mark = hasWord.test(run.text) ? wanted : '';
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
 * The line of content that these runs make: collapsed, marks hugging their words, never `****`.
 * An asterisk of the source stays when it is the only one in a line without marks, since it cannot
 * pair there; otherwise it becomes `∗` (U+2217), which looks the same and marks nothing.
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
      // Touching another marked word: one mark for both, since `*a***b**` says nothing.
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

/** A line of text without markup of its own. */
export const literalLine = (text: string): string => lineOf([{ text, em: false, strong: false }]);

/** Words of these lines, counted as they are for publishing. */
export const wordsIn = (lines: readonly string[]): number =>
  lines.reduce((sum, line) => sum + countWords(line), 0);

// [Illustration], [Illustration: with a caption], and one pair of brackets inside.
const illustration = /\[(?:Illustration|Illustrations|Image|Frontispiece)\b(?:[^[\]]|\[[^[\]]*\])*\]/gi;

/** Text of any length without a transcriber's `[Illustration: …]`. */
export const dropIllustrations = (text: string): string => text.replace(illustration, '');

/** The line without a transcriber's `[Illustration: …]`. */
export const withoutIllustrations = (line: string): string =>
  line.includes('[') ? collapseSpaces(dropIllustrations(line)).trim() : line;

/** Content of these lines: no empty ones, no scene break at either end or twice in a row. */
export function contentOf(lines: readonly string[]): string {
  const kept: string[] = [];
  for (const line of lines) {
    if (line === '') continue;
    if (line === sceneBreak && (kept.length === 0 || kept.at(-1) === sceneBreak)) continue;
    kept.push(line);
  }
  while (kept.at(-1) === sceneBreak) kept.pop();
  return kept.join('\n');
}
