import { parseChapterText, type Run } from '@inkling/contract/chapter-text';
import { fitRuns } from '@inkling/contract/chapter-text-write';
import { countWords } from '@inkling/contract/words';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runsBefore } from '../../../migrations/0030-chapter-text/rules-before.ts';
import { countWords as countAtMigration } from '../../../migrations/0030-chapter-text/words.ts';
import { rewriteText } from '../../../migrations/0030-chapter-text.ts';

const marks = /\*\*(?=\S)(.+?)(?<=\S)\*\*|\*(?=\S)(.+?)(?<=\S)\*/g;

/** What the reading screen showed before the migration, as it was computed then. */
function shownBefore(text: string, depth = 0, style = { em: false, strong: false }): Run[] {
  const runs: Run[] = [];
  let from = 0;
  for (const match of text.matchAll(marks)) {
    runs.push({ text: text.slice(from, match.index), ...style });
    const inner = match[1] ?? match[2] ?? '';
    const innerStyle = match[1] === undefined ? { ...style, em: true } : { ...style, strong: true };
    runs.push(...(depth < 2 ? shownBefore(inner, depth + 1, innerStyle) : [{ text: inner, ...innerStyle }]));
    from = match.index + match[0].length;
  }
  return [...runs, { text: text.slice(from), ...style }];
}

/** Equal for equal looks: each character with its style, where spaces have none. */
const looks = (runs: readonly Run[]): string[] =>
  runs.flatMap(({ text, em, strong }) =>
    [...text].map((char) => (char.trim() === '' ? char : `${char} ${em} ${strong}`)),
  );

const piece = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('*', '**', '***', '\\', '|', '| ', ' ', 'a', 'b c', '\u2217') },
  fc.constantFrom('.', '—', '’', '(', '猫', 'が', '\u0301', '\u00a0', '\u2028', '😀', 'é', 'un*believ*able'),
  fc.string({ unit: 'binary', maxLength: 3 }),
);
const line = fc.array(piece, { maxLength: 16 }).map((pieces) => pieces.join('').replaceAll('\n', ' '));
const content = fc
  .array(fc.oneof({ weight: 5, arbitrary: line }, fc.constantFrom('', ' *** ', '|', '* * *', '---')), {
    minLength: 1,
    maxLength: 6,
  })
  .map((lines) => lines.join('\n'));
const many = { numRuns: 1500 };

test('the migration reads emphasis as the reading screen did', () => {
  fc.assert(
    fc.property(line, (text) => {
      expect(looks(runsBefore(text))).toEqual(looks(shownBefore(text)));
    }),
    many,
  );
});

test('a text shows the same, line by line, after the migration; only part of a word becomes the word', () => {
  fc.assert(
    fc.property(content, fc.boolean(), (text, isImported) => {
      const blocks = parseChapterText(rewriteText(text, isImported));
      const lines = text.split('\n');
      expect(blocks).toHaveLength(lines.length);
      for (const [at, before] of lines.entries()) {
        const { kind, runs } = blocks[at] ?? { kind: 'blank', runs: [] };
        if (before.trim() === '') expect(kind).toBe('blank');
        else if (before.trim() === '***') expect(kind).toBe('scene-break');
        else {
          const shown = shownBefore(before);
          const expected = isImported
            ? shown.map((run) => ({ ...run, text: run.text.replaceAll('\u2217', '*') }))
            : shown;
          expect(kind).toBe('paragraph');
          expect(looks(runs)).toEqual(looks(fitRuns(expected)));
        }
      }
    }),
    many,
  );
});

test('words are counted as after the migration', () => {
  fc.assert(
    fc.property(content, (text) => {
      const rewritten = rewriteText(text, false);
      expect(countAtMigration(rewritten)).toBe(countWords(rewritten));
    }),
    many,
  );
});

test.each([
  ['It was *very* late, **too**.', 'It was *very* late, **too**.'],
  ['f*ck. 2 * 3 *', 'f*ck. 2 * 3 *'],
  // Readers saw one emphasized asterisk.
  ['Oh f***!', 'Oh f*!'],
  ['un*believ*able', '*unbelievable*'],
  ['| a | b |', '\\| a | b |'],
  ['\\*not\\* C:\\\\x', '\\\\*not\\\\* C:\\\\\\x'],
  ['2 \u2217 3, \u2217this\u2217', '2 * 3, \\*this\\*'],
])('%s becomes %s', (before, after) => {
  expect(rewriteText(before, true)).toBe(after);
});

test('a line of a hundred thousand asterisks is rewritten', () => {
  for (const text of ['*', '*a ', '**a']) {
    expect(rewriteText(text.repeat(100_000 / text.length), false).split('\n')).toHaveLength(1);
  }
});
