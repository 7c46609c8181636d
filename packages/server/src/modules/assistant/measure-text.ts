import type { FeedbackMeasures } from '@inkling/contract/assistant';
import { guessLanguage } from '../../platform/guess-language.ts';
import { beForms, notAdverbs, notParticiples, participles, syllablesOf } from './english-words.ts';
import type { Paragraph, Sentence, Word } from './text-structure.ts';

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
