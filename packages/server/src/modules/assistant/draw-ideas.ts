import type { StoryIdea } from '@inkling/contract/assistant';
import { characters, places, situations, turns } from './idea-deck.ts';

interface Card {
  /** Letters of genres; `*` for all. */
  genres: string[];
  title: string;
  text: string;
  /** The stems of its words and themes. */
  stems: Set<string>;
}

export interface Wishes {
  genre?: string | undefined;
  theme?: string | undefined;
  prompt?: string | undefined;
}

const ideasPerDraw = 3;

const stemsOf = (text: string): string[] =>
  [...text.toLowerCase().matchAll(/\p{L}{4,}/gu)].map(([word]) =>
    word.replace(/(?:ies|es|s|ing|ed|er|y)$/, ''),
  );

const cardsOf = (deck: string): Card[] =>
  deck
    .trim()
    .split('\n')
    .map((line) => {
      const [genres = '', themes = '', ...texts] = line.split(' | ');
      const text = texts.at(-1) ?? '';
      const stems = new Set(stemsOf(`${themes} ${texts.join(' ')}`));
      return { genres: genres.split(' '), title: texts[0] ?? '', text, stems };
    });

const decks = { situations, characters, places, turns };
export const cards = {
  situations: cardsOf(decks.situations),
  characters: cardsOf(decks.characters),
  places: cardsOf(decks.places),
  turns: cardsOf(decks.turns),
};

/** Which of the deck's genres a genre of the site is nearest to, by its name; the first match counts. */
const nearest: [RegExp, string][] = [
  [/rom(ance|antic)|love|slow burn/i, 'R'],
  [/horror|ghost|paranormal|gothic|haunt|vampire/i, 'H'],
  [/sci|space|cyber|robot|climate|dystop|apocal|superhero|machine|punk/i, 'S'],
  [/myster|detect|crime|noir|thrill|heist|spy/i, 'M'],
  [/fantas|fairy|magic|myth|litrpg|progression|cultivation|isekai|wuxia/i, 'F'],
  [/histor|regency|war\b|medieval/i, 'P'],
  [/advent|western|nautical|sea|surviv|action|pirate/i, 'A'],
  [/comed|humor|satire|parody/i, 'C'],
  [/drama|slice|litera|family|young|life|poetry|fiction/i, 'D'],
];
const genreOf = (name: string | undefined): string | null =>
  nearest.find(([pattern]) => pattern.test(name ?? ''))?.[1] ?? null;

/** Numbers from 0 to 1 (mulberry32): the same seed gives the same ones on every machine. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The cards of a genre in random order, those with most of the wished words first. */
function shuffled(
  deck: readonly Card[],
  genre: string | null,
  wished: ReadonlySet<string>,
  random: () => number,
) {
  return deck
    .filter(({ genres }) => genre === null || genres.includes(genre) || genres.includes('*'))
    .map((card) => ({ card, hits: [...wished].filter((stem) => card.stems.has(stem)).length, at: random() }))
    .sort((a, b) => b.hits - a.hits || a.at - b.at)
    .map(({ card }) => card);
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

/**
 * Three ideas of cards that no two of them share. The same seed and wishes give the same ideas
 * (docs/product/assistant.md#story-ideas).
 */
export function drawIdeas(seed: number, { genre: name, theme = '', prompt = '' }: Wishes): StoryIdea[] {
  const genre = genreOf(name);
  const wished = new Set(stemsOf(`${theme} ${prompt}`));
  const random = randomNumbers(seed);
  const [situation, people, place, turn] = [
    cards.situations,
    cards.characters,
    cards.places,
    cards.turns,
  ].map((deck) => shuffled(deck, genre, wished, random));
  return Array.from({ length: ideasPerDraw }, (_, at) => ({
    title: situation?.[at]?.title ?? '',
    premise: `${situation?.[at]?.text} The setting: ${place?.[at]?.text}.`,
    characters: [people?.[2 * at], people?.[2 * at + 1]].map((card) => sentence(card?.text ?? '')),
    turn: turn?.[at]?.text ?? '',
  }));
}
