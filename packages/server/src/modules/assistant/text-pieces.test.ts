import fc from 'fast-check';
import { expect, test } from 'vitest';
import { piecesOf } from './assistant.service.ts';

const pieces = (text: string) => [...piecesOf(text)].map(({ start, end }) => text.slice(start, end));

test('pieces are the whole text in order, end with a space, and are short unless a word is not', () => {
  const part = fc.constantFrom('word ', 'A sentence of words. ', '😀', '\n', '\r\n', 'x'.repeat(5_000));
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), fc.integer({ min: 1, max: 300 }), (parts, times) => {
      const text = parts.join('').repeat(times);
      const all = pieces(text);
      expect(all.join('')).toBe(text);
      for (const piece of all.slice(0, -1)) expect(piece).toMatch(/\s$/);
      for (const piece of all) if (piece.length > 4_000) expect(piece.trim()).not.toMatch(/^\S{0,3999}\s/);
    }),
    { numRuns: 50 },
  );
});

test('a piece ends after a line, or else after a sentence', () => {
  const line = `${'He slept. '.repeat(300)}\n`;
  expect(pieces(line.repeat(3))).toEqual([line, line, line]);
  for (const piece of pieces('He slept all day long, it seems. '.repeat(500)))
    expect(piece).toMatch(/^He .*seems\. $/);
});
