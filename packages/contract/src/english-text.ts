// What the assistant's measures and the checkers of server and browser share. Without Zod, for the browser.

/** The dialects of English, in the order of Harper's numbers. */
export const dialects = ['american', 'british', 'australian', 'canadian', 'indian'] as const;
export type Dialect = (typeof dialects)[number];

/** UTF-16 offsets. */
export interface Range {
  start: number;
  end: number;
}

const closingOf: Record<string, string> = { '“': '”', '"': '"', '«': '»', '„': '“', '‘': '’' };
const anyQuote = /["“”«»„‘’]/g;
const isInWord = /[\p{L}\p{N}]/u;

/** A single closing mark is also an apostrophe: it ends speech after a punctuation mark, and not within a word. */
const endsSpeech = (line: string, at: number): boolean =>
  line[at] !== '’' || (/[\p{P}]/u.test(line[at - 1] ?? '') && !isInWord.test(line[at + 1] ?? ''));

/**
 * What is in quotation marks in a paragraph, in order. Speech that is not closed goes on to the end of its paragraph,
 * apart from single marks, which may be apostrophes. Takes linear time.
 */
export function dialogueIn(line: string): Range[] {
  const ranges: Range[] = [];
  let open: { at: number; closing: string } | null = null;
  for (const { 0: mark, index } of line.matchAll(anyQuote)) {
    if (open === null) {
      const closing = closingOf[mark];
      const isOpening = closing !== undefined && !isInWord.test(line[index - 1] ?? '');
      if (isOpening) open = { at: index, closing };
    } else if (mark === open.closing && endsSpeech(line, index)) {
      ranges.push({ start: open.at, end: index + 1 });
      open = null;
    }
  }
  if (open !== null && open.closing !== '’') ranges.push({ start: open.at, end: line.length });
  return ranges;
}

const tokens = /[\p{L}\p{M}]+(?:[’'-][\p{L}\p{M}]+)*|[^\s\p{L}\p{M}]/gu;
const isCapitalized = /^\p{Lu}[\p{L}\p{M}’'-]*\p{Ll}/u;
/** After these, a word is not the first of a sentence. */
const withinSentence = /^[\p{Ll},;–—-]/u;
const possessive = /[’']s$|(?<=s)[’']$/u;

/** The word without the ending of a possessive. */
const nameOf = (word: string): string => word.replace(possessive, '');

/**
 * Counts the words that are capitalized in the middle of a sentence, which are names: after a lowercase word or a comma,
 * never after the end of a sentence or a quotation mark.
 */
export function countNames(text: string, counts: Map<string, number> = new Map()): Map<string, number> {
  let before = '.';
  for (const line of text.split('\n')) {
    before = '.';
    for (const [token] of line.matchAll(tokens)) {
      if (isCapitalized.test(token) && withinSentence.test(before)) {
        const name = nameOf(token);
        counts.set(name, (counts.get(name) ?? 0) + 1);
      }
      before = token;
    }
  }
  return counts;
}

/** How often a word must be a name to be known: a typo of a name is there once. */
const minUses = 2;

/** The names of a story, the most frequent first, at most `max`. */
export const namesOf = (counts: ReadonlyMap<string, number>, max: number): string[] =>
  [...counts]
    .filter(([, count]) => count >= minUses)
    .sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
    .slice(0, max)
    .map(([name]) => name);

/** A name with the endings of its plural and possessives. */
export const formsOf = (name: string): string[] => {
  const plural = /(?:s|x|z|ch|sh)$/i.test(name) ? `${name}es` : `${name}s`;
  return [name, plural, `${name}'s`, `${name}’s`, `${plural}'`, `${plural}’`];
};

/** Harper compares each unknown word with its dictionary, in time and memory that grow with the square of its length. */
const longRun = /\S{60,}/gu;

/** The text with runs of sixty characters and more without a space replaced by as many spaces, and where those are. */
export function maskLongRuns(text: string): { masked: string; ranges: Range[] } {
  const ranges: Range[] = [];
  const masked = text.replace(longRun, (run, start: number) => {
    ranges.push({ start, end: start + run.length });
    return ' '.repeat(run.length);
  });
  return { masked, ranges };
}
