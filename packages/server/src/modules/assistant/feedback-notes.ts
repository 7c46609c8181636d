import type { Feedback, FeedbackMeasures, FeedbackNote } from '@inkling/contract/assistant';
import type { Range } from '@inkling/contract/english-text';
import {
  commonWords,
  isAdverb,
  isEnglish,
  languageOf,
  measure,
  type Paragraph,
  paragraphsOf,
  passiveOf,
  readingEaseOf,
  type Sentence,
  type Word,
} from './measure-text.ts';

/** Of each kind, so that one habit does not bury the others. */
const maxNotesPerKind = 20;

const note = (
  kind: FeedbackNote['kind'],
  from: Range | undefined,
  to: Range | undefined,
  message: string,
) => ({
  kind,
  message,
  startOffset: from?.start ?? 0,
  endOffset: to?.end ?? 0,
});

/** The longest runs of neighbors that `belongs` together with the first of their run, of at least `min`. */
function* runsOf<T>(
  items: readonly T[],
  min: number,
  belongs: (item: T, first: T) => boolean,
): Generator<T[]> {
  let run: T[] = [];
  for (const item of items) {
    const [first] = run;
    if (first !== undefined && belongs(item, first)) {
      run.push(item);
      continue;
    }
    if (run.length >= min) yield run;
    run = belongs(item, item) ? [item] : [];
  }
  if (run.length >= min) yield run;
}

const lengthOf = ({ words }: { words: readonly Word[] }): number => words.length;

function* rhythm({ sentences }: Paragraph): Generator<FeedbackNote> {
  const alike = (one: Sentence, first: Sentence) =>
    lengthOf(one) >= 4 && Math.abs(lengthOf(one) - lengthOf(first)) <= 1;
  for (const run of runsOf(sentences, 5, alike)) {
    const message = `${run.length} sentences in a row have about ${lengthOf(run[0] as Sentence)} words each. The same length over and over can sound like a list; one shorter or longer sentence changes the beat.`;
    yield note('sentence-rhythm', run[0], run.at(-1), message);
  }
  for (const sentence of sentences.filter((one) => lengthOf(one) > 45)) {
    const message = `This sentence has ${lengthOf(sentence)} words. Readers hold its beginning in mind until it ends; if they need to find their footing here, two sentences may serve them better.`;
    yield note('long-sentence', sentence, sentence, message);
  }
}

function* paragraphRhythm(paragraphs: readonly Paragraph[]): Generator<FeedbackNote> {
  const isSingle = ({ sentences, words }: Paragraph) =>
    sentences.length === 1 && !words.some(({ isInDialogue }) => isInDialogue);
  for (const run of runsOf(paragraphs, 5, isSingle)) {
    const message = `${run.length} paragraphs in a row are a single sentence each. A sentence that stands alone carries weight; many in a row have to share it.`;
    yield note('paragraph-rhythm', run[0], run.at(-1), message);
  }
  for (const paragraph of paragraphs.filter((one) => lengthOf(one) > 250)) {
    const message = `This paragraph has ${lengthOf(paragraph)} words, which is more than a phone shows at once. A break where the thought turns gives the eye a place to rest.`;
    yield note('long-paragraph', paragraph, paragraph, message);
  }
}

const windowWords = 60;
const minRepeats = 3;

/** Words that occur at least three times within sixty words; each cluster is one note. */
function* repeatedWords(words: readonly Word[]): Generator<FeedbackNote> {
  const clusters = new Map<string, { at: number; word: Word }[]>();
  const noteOf = (cluster: readonly { word: Word }[]) => {
    const message = `“${cluster[0]?.word.text}” appears ${cluster.length} times within a few lines. An echo can be deliberate; if it isn’t, it draws attention away from what you’re saying.`;
    return note('repeated-word', cluster[0]?.word, cluster.at(-1)?.word, message);
  };
  for (const [at, word] of words.entries()) {
    if (word.text.length < 5 || commonWords.has(word.text)) continue;
    const cluster = clusters.get(word.text) ?? [];
    if (at - (cluster.at(-1)?.at ?? at) <= windowWords / 2) cluster.push({ at, word });
    else {
      if (cluster.length >= minRepeats) yield noteOf(cluster);
      clusters.set(word.text, [{ at, word }]);
      continue;
    }
    clusters.set(word.text, cluster);
  }
  for (const cluster of clusters.values()) if (cluster.length >= minRepeats) yield noteOf(cluster);
}

function* repeatedOpenings(sentences: readonly Sentence[]): Generator<FeedbackNote> {
  const opening = ({ words }: Sentence) => words[0]?.text;
  for (const run of runsOf(sentences, 3, (one, first) => opening(one) === opening(first))) {
    const message = `${run.length} sentences in a row begin with “${opening(run[0] as Sentence)}”. Repetition can build like a drumbeat; if it’s accidental, a different opening gets the passage moving.`;
    yield note('repeated-opening', run[0], run.at(-1), message);
  }
}

const minSilence = 700;
const minExchange = 12;

function* dialogue(paragraphs: readonly Paragraph[]): Generator<FeedbackNote> {
  const speaks = ({ words }: Paragraph) => words.some(({ isInDialogue }) => isInDialogue);
  for (const run of runsOf(paragraphs, 1, (one) => !speaks(one))) {
    const words = run.reduce((sum, one) => sum + lengthOf(one), 0);
    if (words < minSilence) continue;
    const message = `No one speaks for ${words} words. That can be just right for a journey or a memory; if there are people in the scene, a voice would break it up.`;
    yield note('dialogue', run[0], run.at(-1), message);
  }
  const onlySpeech = ({ words }: Paragraph) => words.every(({ isInDialogue }) => isInDialogue);
  for (const run of runsOf(paragraphs, minExchange, onlySpeech)) {
    const message = `${run.length} lines of dialogue follow each other with nothing between them. Readers can lose track of who speaks and where; a gesture or a sound puts them back in the room.`;
    yield note('dialogue', run[0], run.at(-1), message);
  }
}

function* ofEnglish(paragraph: Paragraph): Generator<FeedbackNote> {
  const adverbs = paragraph.words.filter((word) => isAdverb(word) && !word.isInDialogue);
  if (adverbs.length >= 4 && adverbs.length * 30 >= lengthOf(paragraph)) {
    const list = [...new Set(adverbs.map(({ text }) => text))].slice(0, 5).join(', ');
    const message = `${adverbs.length} adverbs are close together here (${list}). Where one props up a plain verb, a more exact verb may carry it alone.`;
    yield note('adverbs', adverbs[0], adverbs.at(-1), message);
  }
  for (const sentence of paragraph.sentences) {
    const passive = passiveOf(sentence);
    if (passive === null || passive.from.isInDialogue) continue;
    const message =
      'This looks like the passive voice, which leaves out who acts. That’s fine when it’s unknown or beside the point; otherwise, naming them gets the sentence moving.';
    yield note('passive', passive.from, passive.to, message);
  }
  const ease = lengthOf(paragraph) >= 40 ? readingEaseOf(paragraph.sentences) : 100;
  if (ease < 40) {
    const message =
      'Long words and long sentences come together here, so this paragraph takes more effort than most fiction. Readers who are tired or new to the language may skip it.';
    yield note('reading-ease', paragraph, paragraph, message);
  }
}

function* pacing({ pacing: parts, sentenceWords }: FeedbackMeasures): Generator<FeedbackNote> {
  if (parts.length < 4) return;
  for (const part of parts) {
    const ratio = part.sentenceWords / sentenceWords.mean;
    if (ratio < 1.5 && ratio > 0.6) continue;
    const [manner, effect] = ratio >= 1.5 ? ['longer', 'slows'] : ['shorter', 'quickens'];
    const message = `Sentences here are much ${manner} than in the rest (about ${part.sentenceWords} words instead of ${sentenceWords.mean}), which ${effect} the pace. Check that the story wants that at this point.`;
    yield { kind: 'pacing', message, startOffset: part.startOffset, endOffset: part.endOffset };
  }
}

/** What may be worth a second look, in the order of the text (docs/product/assistant.md#feedback). */
function notesOf(measures: FeedbackMeasures, paragraphs: readonly Paragraph[]): FeedbackNote[] {
  const sentences = paragraphs.flatMap((paragraph) => paragraph.sentences);
  const words = paragraphs.flatMap((paragraph) => paragraph.words);
  const sources = [
    ...paragraphs.map(rhythm),
    paragraphRhythm(paragraphs),
    repeatedWords(words),
    repeatedOpenings(sentences),
    dialogue(paragraphs),
    ...(isEnglish(measures.language) ? paragraphs.map(ofEnglish) : []),
    pacing(measures),
  ];
  const counts = new Map<string, number>();
  const notes: FeedbackNote[] = [];
  for (const source of sources) {
    for (const found of source) {
      const count = counts.get(found.kind) ?? 0;
      counts.set(found.kind, count + 1);
      if (count < maxNotesPerKind) notes.push(found);
    }
  }
  return notes.sort((a, b) => a.startOffset - b.startOffset || a.endOffset - b.endOffset);
}

/** Measures a text and notes what may be worth a second look. The same text gives the same result; linear time. */
export function measureText({ text }: { text: string }): Pick<Feedback, 'measures' | 'notes'> {
  const paragraphs = paragraphsOf(text);
  const measures = measure(languageOf(text), paragraphs);
  return { measures, notes: notesOf(measures, paragraphs) };
}
