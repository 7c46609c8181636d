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
}

/** Mulberry32: 32 bits of state, with a period of 2^32. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const share = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
  const between = (min: number, max: number): number => min + Math.floor(share() * (max - min + 1));
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[between(0, items.length - 1)];
    if (item === undefined) throw new RangeError('Can’t pick from an empty list.');
    return item;
  };
  return { share, between, chance: (probability) => share() < probability, pick };
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

/** The most frequent word first. Rare words are longer, and a third are forms of more frequent ones. */
function drawVocabulary(random: Random): string[] {
  const known = new Set(functionWords);
  const stems: string[] = [];
  while (known.size < vocabularySize) {
    const isForm = stems.length > 200 && random.chance(0.35);
    const syllables = known.size < 300 ? 1 : random.between(1, known.size < 3000 ? 2 : 3);
    const syllable = () => random.pick(onsets) + random.pick(vowels) + random.pick(codas);
    const word = isForm
      ? random.pick(stems) + random.pick(suffixes)
      : Array.from({ length: syllables }, syllable).join('');
    if (word.length < 3 || known.has(word)) continue;
    known.add(word);
    if (!isForm) stems.push(word);
  }
  return [...known];
}

/** The same for all data, so that measurements can ask for its words. */
export const vocabulary: readonly string[] = drawVocabulary(seededRandom(40));

/** A word by its frequency, 1 / (rank + 2.7) as Mandelbrot found, among those from `first` on. */
export function drawWord(random: Random, first = 0): string {
  const [low, high] = [first + 2.7, vocabularySize + 2.7];
  return vocabulary[Math.floor(low * (high / low) ** random.share() - 2.7)] ?? '';
}

/** Words from here on are generated. */
export const firstContentWord = functionWords.length;

/** Texts are made of so many sentences: enough for nearly all words to occur, and rare ones in few chapters. */
export const proseSize = 60_000;
/** Words of the shortest sentence. */
export const shortestSentence = 8;

/** Sentences with their words, titles, and names of people. */
export function drawProse(random: Random) {
  const name = () => capitalised(drawWord(random, firstContentWord));
  return Array.from({ length: proseSize }, () => {
    const words = Array.from({ length: random.between(shortestSentence, 16) }, () => drawWord(random));
    words[3] += random.chance(0.4) ? ',' : '';
    const said = capitalised(words.join(' '));
    const sentence = random.chance(0.85) ? `${said}.` : `“${said},” said ${name()}.`;
    const [first, second] = [name(), name()];
    const title = random.pick([
      `The ${first} ${second}`,
      `A ${first} for ${second}`,
      `${first} and ${second}`,
      `${random.between(3, 900)} Nights of the ${first}`,
    ]);
    return { sentence, words: countWords(sentence), title, name: `${name()} ${name()}` };
  });
}
