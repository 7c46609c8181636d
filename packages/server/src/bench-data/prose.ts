import { countWords } from '@inkling/contract/words';
import type { Random } from './random.ts';

const people = [
  'Ines',
  'Tomas',
  'the harbour master',
  'Wen',
  'old Aurel',
  'Marguerite',
  'the clerk',
  'Idris',
];
const things = [
  'lantern',
  'ledger',
  'window',
  'letter',
  'kettle',
  'compass',
  'staircase',
  'orchard',
  'map',
  'bell',
];
const places = [
  'the quay',
  'the mill',
  'Saint Odo’s square',
  'the upper road',
  'the reading room',
  'the river',
];
const qualities = ['pale', 'crooked', 'unhurried', 'salt-stained', 'borrowed', 'quiet', 'stubborn', 'late'];
const actions = [
  'turned back to',
  'thought of',
  'kept away from',
  'listened for',
  'could not forget',
  'walked past',
];
const times = [
  'By evening',
  'Before the rain',
  'In the third week',
  'That winter',
  'Without a word',
  'At first light',
];
const quotes = ['“You took your time,”', '“Not tonight,”', '“Somebody has to,”', '“It was never locked,”'];

type Sentence = (random: Random) => string;

const sentences: Sentence[] = [
  (r) =>
    `${r.pick(times)}, ${r.pick(people)} ${r.pick(actions)} the ${r.pick(qualities)} ${r.pick(things)} by ${r.pick(places)}.`,
  (r) =>
    `The ${r.pick(things)} was ${r.pick(qualities)}, and so, it turned out, was the ${r.pick(things)} beside it.`,
  (r) =>
    `${r.pick(quotes)} said ${r.pick(people)}, and ${r.pick(actions)} ${r.pick(places)} as if the ${r.pick(things)} were no concern of anybody’s.`,
  (r) =>
    `Nobody at ${r.pick(places)} would have called it a ${r.pick(things)}; it was too ${r.pick(qualities)} for that.`,
  (r) =>
    `There were ${r.between(3, 90)} steps from ${r.pick(places)} to ${r.pick(places)}, and ${r.pick(people)} counted them twice.`,
  (r) => `It had been a ${r.pick(qualities)} year, and the ${r.pick(things)} showed it.`,
  (r) =>
    `${r.pick(times)} the ${r.pick(things)} stood open, the ${r.pick(things)} was gone, and ${r.pick(people)} ${r.pick(actions)} the ${r.pick(things)} in the dark.`,
];

/** A realistic paragraph with its word count. */
interface Paragraph {
  text: string;
  words: number;
}

export interface Prose {
  /** Paragraphs with at least this many words in total. */
  chapter(random: Random, words: number): { content: string; words: number; paragraphs: number };
  sentence(random: Random): string;
}

const poolSize = 3000;

/** Reuses a pool of paragraphs, so that 100,000 stories do not need a gigabyte of new text. */
export function createProse(random: Random): Prose {
  const sentence = (from: Random): string => from.pick(sentences)(from);
  const paragraphs = Array.from({ length: poolSize }, (): Paragraph => {
    const count = random.chance(0.2) ? 1 : random.between(2, 8);
    const text = Array.from({ length: count }, () => sentence(random)).join(' ');
    return { text, words: countWords(text) };
  });
  return {
    sentence,
    chapter(from, minWords) {
      const lines: string[] = [];
      let words = 0;
      while (words < minWords) {
        const paragraph = from.pick(paragraphs);
        lines.push(paragraph.text);
        words += paragraph.words;
      }
      return { content: lines.join('\n\n'), words, paragraphs: lines.length };
    },
  };
}

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

export const storyTitle = (random: Random): string => {
  const [quality, thing] = [capitalised(random.pick(qualities)), capitalised(random.pick(things))];
  const forms = [
    `The ${quality} ${thing}`,
    `A ${thing} for ${capitalised(random.pick(people))}`,
    `${capitalised(random.pick(qualities))} and ${quality}`,
    `The ${thing} at ${capitalised(random.pick(places))}`,
    `${random.between(3, 900)} Nights of the ${thing}`,
  ];
  return random.pick(forms);
};

const givenNames = [
  'ada',
  'bruno',
  'celia',
  'dario',
  'edith',
  'farid',
  'greta',
  'hugo',
  'ilse',
  'jonas',
  'kaya',
  'lior',
];
const familyNames = [
  'marsh',
  'okafor',
  'lindqvist',
  'pereira',
  'hale',
  'novak',
  'winter',
  'sato',
  'brandt',
  'reyes',
];

/** A name that is unique in the data set. */
export const personName = (random: Random, number: number): { username: string; displayName: string } => {
  const [given, family] = [random.pick(givenNames), random.pick(familyNames)];
  return {
    username: `${given}_${family}_${number}`,
    displayName: `${capitalised(given)} ${capitalised(family)}`,
  };
};
