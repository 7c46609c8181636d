import { countWords } from '@inkling/contract/words';

/** A seeded random generator: the same seed gives the same numbers on every machine. */
export interface Random {
  /** A number from 0 (inclusive) to 1 (exclusive). */
  share(): number;
  /** A whole number from `min` to `max`, both inclusive. */
  between(min: number, max: number): number;
  /** True with this probability. */
  chance(share: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
  /** A UUID of version 7 for this time. */
  idAt(at: Date): string;
}

const bits = 0x1_0000_0000;

/** Mulberry32: 32 bits of state, with a period of 2^32. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const share = (): number => next() / bits;
  const between = (min: number, max: number): number => min + Math.floor(share() * (max - min + 1));
  const hex = (digits: number): string => next().toString(16).padStart(8, '0').slice(0, digits);
  return {
    share,
    between,
    chance: (probability) => share() < probability,
    pick: (items) => {
      const item = items[between(0, items.length - 1)];
      if (item === undefined) throw new RangeError('Can’t pick from an empty list.');
      return item;
    },
    idAt: (at) => {
      const time = at.getTime().toString(16).padStart(12, '0');
      const variant = (8 + between(0, 3)).toString(16);
      return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(3)}-${variant}${hex(3)}-${hex(8)}${hex(4)}`;
    },
  };
}

// Generated prose: words in the frequencies of real prose (Zipf's law), most of them made of syllables.

/** The most frequent words of English, which connect the generated ones. */
const functionWords =
  `the of and to a in that it was he his with as for had you not on at but be him they from she her which by have
  this all so said one when were there me my no if what their would we them who out up do then into some could your
  about been will more now or very than is an over has like down after before only little other man its way again
  where time see our how did much know old never such through back well must away upon us every still while hand long
  day eyes made here off might too night even always house without nothing come came go went`.split(/\s+/);

const onsets = 'b c d f g h l m n p r s t v w br cl cr dr fl gr pl pr sh sl sp st th tr wh'.split(' ');
const vowels = 'a e i o u ai ea ee oa ou'.split(' ');
const codas = ['', '', '', ...'d l m n r s t ck ld nd nt rd rn st th'.split(' ')];
const suffixes = ['s', 's', 'ed', 'ing', 'er', 'ly', 'ness', 'less'];
const vocabularySize = 40_000;

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
const syllable = (random: Random): string => random.pick(onsets) + random.pick(vowels) + random.pick(codas);

/** Rare words are longer. */
function wordOf(random: Random, rank: number): string {
  const syllables = rank < 300 ? 1 : random.between(1, 2) + (rank > 3000 && random.chance(0.6) ? 1 : 0);
  return Array.from({ length: syllables }, () => syllable(random)).join('');
}

/** The vocabulary, the most frequent word first. A third of its words are forms of more frequent ones. */
function drawVocabulary(random: Random): string[] {
  const known = new Set(functionWords);
  const stems: string[] = [];
  while (known.size < vocabularySize) {
    const isForm = stems.length > 200 && random.chance(0.35);
    const word = isForm ? random.pick(stems) + random.pick(suffixes) : wordOf(random, known.size);
    if (word.length < 3 || known.has(word)) continue;
    known.add(word);
    if (!isForm) stems.push(word);
  }
  return [...known];
}

/** The same for all data, so that measurements can ask for its words. */
export const vocabulary: readonly string[] = drawVocabulary(seededRandom(40));

/** The sums of the words' frequencies: 1 / (rank + 2.7), as Mandelbrot found. */
const frequencySums = new Float64Array(vocabulary.length);
for (let rank = 0, sum = 0; rank < vocabulary.length; rank += 1) {
  sum += 1 / (rank + 2.7);
  frequencySums[rank] = sum;
}

/** A word by its frequency among those from `firstRank` on. */
export function drawWord(random: Random, firstRank = 0): string {
  const below = firstRank === 0 ? 0 : (frequencySums[firstRank - 1] ?? 0);
  const drawn = below + random.share() * ((frequencySums.at(-1) ?? 0) - below);
  let [low, high] = [firstRank, vocabulary.length - 1];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((frequencySums[middle] ?? 0) <= drawn) low = middle + 1;
    else high = middle;
  }
  return vocabulary[low] ?? '';
}

/** Words from here on are generated. */
export const firstContentWord = functionWords.length;
const contentWord = (random: Random): string => drawWord(random, firstContentWord);

function drawSentence(random: Random): string {
  const length = random.between(4, 12) + (random.chance(0.5) ? random.between(0, 14) : 0);
  const words = Array.from({ length }, () => drawWord(random));
  const comma = random.between(2, length * 2);
  if (comma < length - 1) words[comma] += ',';
  const text = capitalised(words.join(' '));
  if (random.chance(0.85)) return `${text}.`;
  return `“${text},” said ${capitalised(contentWord(random))}.`;
}

export interface Prose {
  /** Paragraphs with at least this many words in total. */
  chapter(random: Random, words: number): { content: string; words: number; paragraphs: number };
  sentence(random: Random): string;
}

/** Texts are made of these: enough for nearly all words to occur, and rare ones in few chapters. */
const sentencePool = 60_000;

export function createProse(random: Random): Prose {
  const sentences = Array.from({ length: sentencePool }, () => {
    const text = drawSentence(random);
    return { text, words: countWords(text) };
  });
  return {
    sentence: (from) => from.pick(sentences).text,
    chapter(from, minWords) {
      const paragraphs: string[] = [];
      let words = 0;
      while (words < minWords) {
        const drawn = Array.from({ length: from.chance(0.2) ? 1 : from.between(2, 8) }, () =>
          from.pick(sentences),
        );
        paragraphs.push(drawn.map(({ text }) => text).join(' '));
        for (const sentence of drawn) words += sentence.words;
      }
      return { content: paragraphs.join('\n\n'), words, paragraphs: paragraphs.length };
    },
  };
}

export function storyTitle(random: Random): string {
  const [first, second] = [capitalised(contentWord(random)), capitalised(contentWord(random))];
  return random.pick([
    `The ${first} ${second}`,
    `A ${first} for ${second}`,
    `${first} and ${second}`,
    `The ${first} at ${second}`,
    `${random.between(3, 900)} Nights of the ${first}`,
  ]);
}

/** A name that is unique in the data set. */
export function personName(random: Random, number: number): { username: string; displayName: string } {
  const [given, family] = [contentWord(random), contentWord(random)];
  return {
    username: `${given}_${family}_${number}`.slice(-30),
    displayName: `${capitalised(given)} ${capitalised(family)}`,
  };
}
