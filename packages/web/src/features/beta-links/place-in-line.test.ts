import { parseChapterText } from '@inkling/contract/chapter-text';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { placeInLine } from './place-in-line.ts';

const words = fc.constantFrom('The', '*lamp*', 'was', '**out**', 'a', 'sea', 'sea.', '*');
const lines = fc.array(words, { minLength: 1, maxLength: 12 }).map((list) => list.join(' '));

/** What readers see of a line between two offsets. */
const shown = (line: string, from = 0, to = line.length): string =>
  (parseChapterText(line)[0]?.runs ?? [])
    .map((run) => run.text.slice(Math.max(0, from - run.from), Math.max(0, to - run.from)))
    .join('');

test('words are found where a line shows them, whatever its marks', () => {
  fc.assert(
    fc.property(lines, fc.nat(60), fc.nat(60), (line, one, other) => {
      const block = parseChapterText(line)[0];
      const text = shown(line);
      const [from = 0, to = 0] = [one % (text.length + 1), other % (text.length + 1)].sort((a, b) => a - b);
      const quote = text.slice(from, to).trim();
      fc.pre(block !== undefined && quote !== '');
      const place = block && placeInLine(block, quote);
      expect(place && shown(line, place.from, place.to)).toBe(quote);
    }),
    { numRuns: 1000 },
  );
});

test('words that go on in the next paragraph are marked to the end of theirs; others nowhere', () => {
  const [block] = parseChapterText('The *lamp* was out.');
  const place = (quote: string) => block && placeInLine(block, quote);
  expect(place('was out. Nobody came')).toEqual({ from: 11, to: 19 });
  expect(place('lamp')).toEqual({ from: 5, to: 9 });
  expect(place('zebra')).toBeNull();
});
