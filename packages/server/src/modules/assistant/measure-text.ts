import type { FeedbackMeasures } from '@inkling/contract/assistant';
import { dialogueIn, type Range } from '@inkling/contract/english-text';
import { guessLanguage } from '../../platform/guess-language.ts';

const set = (words: string) => new Set(words.split(/\s+/));

/** Words so frequent that their repetition is not heard. */
export const commonWords = set(
  `about above across after again against almost along already also although always another anything around asked away
   back because been before began behind being below beneath beside between both came cannot come could couldn't didn't
   does doesn't doing done don't down during each either else enough even ever every everything first from gave give
   given goes going gone hadn't half hand hands hasn't have haven't having head here herself himself however into isn't
   it's itself just kept knew know known last later least left less like little long look looked looking made make many
   maybe might more most much must myself near need never next nothing once only onto other others ourselves over own
   part people perhaps quite rather really right said same says seem seemed seen several shall should shouldn't side since
   some someone something somewhere still such take taken tell than that that's their them themselves then there there's
   these they they're thing things think this those though thought three through till time today together told took
   toward towards turn turned under until upon used very wait want wanted was wasn't well went were weren't what what's
   when where whether which while whole whom whose will with within without won't would wouldn't years you'd you'll you're
   your yours yourself`,
);

/** Words in -ly that are no adverbs, or hardly ever weaken a verb. */
const notAdverbs = set(
  `ally anomaly apply assembly barely beastly belly bodily bubbly bully butterfly comply costly courtly cowardly crumbly
   cuddly curly daily deadly dolly dragonfly early elderly family fatherly firefly fly folly friendly ghastly ghostly
   gully heavenly hilly holly holy homely hourly imply italy jelly jolly july kindly kingly leisurely likely lily lively
   lonely lordly lovely lowly manly melancholy monopoly monthly motherly multiply nearly nightly oily only orderly
   panoply ply prickly quarterly rally rely reply scholarly shapely sickly silly sly smelly sparkly sprightly squiggly
   stately steely supply surly tally timely ugly unlikely unruly weekly wobbly wooly woolly worldly yearly`,
);

/** Forms that a passive begins with. */
const beForms = set("am is are was were be been being isn't aren't wasn't weren't");

/** Participles that do not end in -ed. */
const participles = set(
  `beaten begun bitten blown born borne bought bound bred broken brought built burnt carved caught chosen cut dealt done
   drawn driven drunk dug eaten fed felt flung forbidden forgiven forgotten fought found frozen given ground grown held
   hidden hit hung hurt kept known laid led left lent let lit lost made meant met mown paid proven put read ridden rung
   said sawn seen sent set sewn shaken shed shot shown shut slain sold sought sown spent split spoken spread stolen struck
   stuck sung sunk sworn swept swung taken taught thrown told torn trodden understood undone upset won worn woven wound
   written`,
);

/** Words in -ed that usually say how something is, not what was done to it. */
const notParticiples = set(
  'ashamed bed bored crooked excited hundred interested need naked pleased red sacred scared seed shed speed tired used wicked worried',
);

const vowelGroups = /[aeiouy]+/g;

/** About how many syllables an English word has, by its groups of vowels. */
export function syllablesOf(word: string): number {
  const letters = word.replace(/[^a-z]/g, '');
  const groups = letters.match(vowelGroups)?.length ?? 0;
  const isSilent = /[^aeiouyl]e$|[^aeiouytd]ed$|[^aeiouylscxz]es$/.test(letters) && groups > 1;
  return Math.max(1, groups - (isSilent ? 1 : 0));
}

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

const sampleLength = 4_000;
/** A language cannot be detected in fewer words. */
const minWordsToDetect = 20;
const parts = 10;
const minPartWords = 100;

const rounded = (value: number, digits = 3): number => Number(value.toFixed(digits));
const share = (count: number, of: number): number => (of === 0 ? 0 : rounded(count / of));

/** Detected at the beginning, in the middle and at the end; too short a text in Latin letters is taken for English. */
export function languageOf(text: string): string {
  const middle = Math.max(0, Math.floor((text.length - sampleLength) / 2));
  const sample = [0, middle, Math.max(0, text.length - sampleLength)]
    .map((from) => text.slice(from, from + sampleLength))
    .join('\n');
  const guess = guessLanguage(sample);
  if (guess !== null) return guess;
  const isShort = (text.match(/\S+/g)?.length ?? 0) < minWordsToDetect;
  return isShort && /\p{Script=Latin}/u.test(text) ? 'en' : 'und';
}

export const isEnglish = (language: string): boolean => /^en(?:-|$)/i.test(language);

function lengthsOf(counts: readonly number[]) {
  const mean = counts.reduce((sum, count) => sum + count, 0) / Math.max(1, counts.length);
  const variance = counts.reduce((sum, count) => sum + (count - mean) ** 2, 0) / Math.max(1, counts.length);
  const longest = counts.reduce((most, count) => Math.max(most, count), 0);
  return { mean: rounded(mean, 1), deviation: rounded(Math.sqrt(variance), 1), longest };
}

const dialogueShareOf = (words: readonly Word[]): number =>
  share(words.filter(({ isInDialogue }) => isInDialogue).length, words.length);

export const isAdverb = ({ text }: Word): boolean => /^[a-z]{2,}ly$/.test(text) && !notAdverbs.has(text);

const isParticiple = (word: string): boolean =>
  participles.has(word) || (word.length > 4 && word.endsWith('ed') && !notParticiples.has(word));

/** The words of the first passive of a sentence, such as 'was slowly opened'; null without one. */
export function passiveOf({ words }: Sentence): { from: Word; to: Word } | null {
  for (const [at, from] of words.entries()) {
    if (!beForms.has(from.text)) continue;
    const [next, second] = [words[at + 1], words[at + 2]];
    if (next === undefined) continue;
    if (isParticiple(next.text)) return { from, to: next };
    const mayComeBetween = isAdverb(next) || next.text === 'not' || next.text === 'being';
    if (mayComeBetween && second !== undefined && isParticiple(second.text)) return { from, to: second };
  }
  return null;
}

/** Flesch reading ease of English sentences (Flesch 1948), without bounds. */
export function readingEaseOf(sentences: readonly Sentence[]): number {
  const words = sentences.flatMap((sentence) => sentence.words);
  const syllables = words.reduce((sum, { text }) => sum + syllablesOf(text), 0);
  return rounded(206.835 - 1.015 * (words.length / sentences.length) - 84.6 * (syllables / words.length), 1);
}

/** Up to ten parts of whole sentences and about as many words each; none for a short text. */
function pacingOf(sentences: readonly Sentence[], words: number): FeedbackMeasures['pacing'] {
  const size = Math.max(minPartWords, Math.ceil(words / parts));
  const groups: Sentence[][] = [];
  let room = 0;
  for (const sentence of sentences) {
    if (room <= 0) {
      groups.push([]);
      room += size;
    }
    groups.at(-1)?.push(sentence);
    room -= sentence.words.length;
  }
  return groups.map((group) => {
    const own = group.flatMap((sentence) => sentence.words);
    return {
      startOffset: group[0]?.start ?? 0,
      endOffset: group.at(-1)?.end ?? 0,
      words: own.length,
      sentenceWords: rounded(own.length / group.length, 1),
      dialogueShare: dialogueShareOf(own),
    };
  });
}

/** The measures of a text (docs/product/assistant.md#feedback). */
export function measure(language: string, paragraphs: readonly Paragraph[]): FeedbackMeasures {
  const sentences = paragraphs.flatMap((paragraph) => paragraph.sentences);
  const words = paragraphs.flatMap((paragraph) => paragraph.words);
  const english = isEnglish(language) && words.length > 0;
  const adverbs = words.filter(isAdverb).length;
  const passives = sentences.filter((sentence) => passiveOf(sentence) !== null).length;
  return {
    language,
    words: words.length,
    sentences: sentences.length,
    paragraphs: paragraphs.length,
    sentenceWords: lengthsOf(sentences.map((sentence) => sentence.words.length)),
    paragraphWords: lengthsOf(paragraphs.map((paragraph) => paragraph.words.length)),
    dialogueShare: dialogueShareOf(words),
    adverbs: english ? { count: adverbs, share: share(adverbs, words.length) } : null,
    passives: english ? { count: passives, share: share(passives, sentences.length) } : null,
    readingEase: english ? readingEaseOf(sentences) : null,
    pacing: pacingOf(sentences, words.length),
  };
}
