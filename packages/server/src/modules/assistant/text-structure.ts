import { dialogueIn, type Range } from '@inkling/contract/english-text';

export interface Word extends Range {
  /** In lowercase, with straight apostrophes. */
  text: string;
  isInDialogue: boolean;
}

export interface Sentence extends Range {
  words: Word[];
}

export interface Paragraph extends Range {
  sentences: Sentence[];
  words: Word[];
}

const wordPattern = /[\p{L}\p{M}\p{N}]+(?:[’'-][\p{L}\p{M}\p{N}]+)*/gu;
const endMarks = /[.!?…]+["”’'»)\]]*/g;
const linePattern = /[^\n\r]+/g;
const abbreviations = new Set('mr mrs ms dr st prof rev gen col capt lt sgt jr sr vs etc no'.split(' '));
const lowercase = /^\p{Ll}/u;

/** The dot after an abbreviation or an initial ends no sentence, nor does what speech goes on after in lowercase. */
function isSentenceEnd(line: string, at: number, marks: string, last: Word | undefined): boolean {
  const after = line.slice(at + marks.length, at + marks.length + 3);
  if (after !== '' && !/^\s/.test(after)) return false;
  if (lowercase.test(after.trimStart())) return false;
  const isInitial = last?.text.length === 1 && last.text !== 'i';
  return marks !== '.' || last === undefined || !(isInitial || abbreviations.has(last.text));
}

/** The paragraphs of a text, one a line, with their sentences and words. Lines without a word are left out; linear time. */
export function paragraphsOf(text: string): Paragraph[] {
  const paragraphs: Paragraph[] = [];
  for (const { 0: line, index: start } of text.matchAll(linePattern)) {
    const words = wordsOf(line, start);
    if (words.length > 0)
      paragraphs.push({ start, end: start + line.length, words, sentences: sentencesOf(line, start, words) });
  }
  return paragraphs;
}

function wordsOf(line: string, start: number): Word[] {
  const speech = dialogueIn(line);
  let next = 0;
  return [...line.matchAll(wordPattern)].map(({ 0: word, index }) => {
    while ((speech[next]?.end ?? Number.POSITIVE_INFINITY) <= index) next += 1;
    return {
      start: start + index,
      end: start + index + word.length,
      text: word.toLowerCase().replaceAll('’', "'"),
      isInDialogue: (speech[next]?.start ?? Number.POSITIVE_INFINITY) <= index,
    };
  });
}

function sentencesOf(line: string, start: number, words: readonly Word[]): Sentence[] {
  const sentences: Sentence[] = [];
  let [first, next] = [0, 0];
  const close = () => {
    const own = words.slice(first, next);
    const [from, to] = [own[0], own.at(-1)];
    if (from !== undefined && to !== undefined)
      sentences.push({ start: from.start, end: to.end, words: own });
    first = next;
  };
  for (const { 0: marks, index } of line.matchAll(endMarks)) {
    while (next < words.length && (words[next]?.start ?? 0) < start + index) next += 1;
    if (isSentenceEnd(line, index, marks, words[next - 1])) close();
  }
  next = words.length;
  close();
  return sentences;
}
