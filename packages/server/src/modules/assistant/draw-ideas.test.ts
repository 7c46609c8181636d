import { maxIdeaSeed } from '@inkling/contract/assistant';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cards, drawIdeas } from './draw-ideas.ts';

const letters = [...'FSMRHAPCD'];
const seeds = fc.integer({ min: 0, max: maxIdeaSeed });

test('every card is complete and different, and there are enough of each genre', () => {
  const all = Object.values(cards).flat();
  expect(all.length).toBeGreaterThan(290);
  expect(new Set(all.map(({ text }) => text)).size).toBe(all.length);
  for (const { genres, text, title } of all) {
    expect([text.length > 20, title.length > 0]).toEqual([true, true]);
    expect([...letters, '*']).toEqual(expect.arrayContaining(genres));
  }
  for (const deck of Object.values(cards))
    for (const letter of letters)
      expect(deck.filter(({ genres }) => genres.includes(letter)).length, letter).toBeGreaterThan(8);
});

test('the same seed draws the same ideas, and an idea shares no card with another', () => {
  fc.assert(
    fc.property(
      seeds,
      fc.constantFrom(undefined, 'Horror', 'Cozy Fantasy', 'Nothing of the kind'),
      (seed, genre) => {
        const ideas = drawIdeas(seed, { genre });
        expect(drawIdeas(seed, { genre })).toEqual(ideas);
        const parts = ideas.flatMap(({ title, premise, characters, turn }) => [
          title,
          premise,
          ...characters,
          turn,
        ]);
        expect(new Set(parts).size).toBe(15);
        expect(parts.every((part) => !part.includes('undefined'))).toBe(true);
      },
    ),
  );
  const titles = new Set(Array.from({ length: 100 }, (_, seed) => drawIdeas(seed, {})[0]?.title));
  expect(titles.size).toBeGreaterThan(30);
});

test('a genre draws its own cards', () => {
  const allowed = new Set(
    cards.turns
      .filter(({ genres }) => genres.some((one) => one === 'R' || one === '*'))
      .map(({ text }) => text),
  );
  for (let seed = 0; seed < 50; seed += 1)
    for (const { turn } of drawIdeas(seed, { genre: 'Romance' })) expect(allowed.has(turn)).toBe(true);
});

test('cards with words of the prompt and the theme come first', () => {
  for (let seed = 0; seed < 20; seed += 1) {
    const [first] = drawIdeas(seed, { prompt: 'Two feuding rivals', theme: 'monastery' });
    expect(first?.title).toBe('The Rival Bakery');
    expect(first?.premise).toContain('monastery');
  }
});
