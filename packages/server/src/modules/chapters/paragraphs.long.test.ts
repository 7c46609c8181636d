import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { idsOfLines, matchParagraphs, type ParagraphText, paragraphsOf } from './paragraphs.ts';

const start = (lines: string[]): { old: ParagraphText[]; nextId: number } => ({
  old: lines.map((text, index) => ({ id: index + 1, text })),
  nextId: lines.length + 1,
});
const after = (before: string[], lines: string[]) => {
  const { old, nextId } = start(before);
  return matchParagraphs(old, lines, nextId).ids;
};

const harbour = 'The harbour lay grey and still under a low sky that promised rain before the evening.';
const letter = 'She read the letter twice, folded it, and put it back behind the clock on the mantel.';
const dog = 'Nobody had seen the dog since Tuesday, and nobody wanted to be the one to say so.';

describe('paragraph ids', () => {
  test('are stable when other paragraphs are added, removed or moved', () => {
    expect(after([harbour, letter, dog], [harbour, 'Something new.', letter, dog])).toEqual([1, 4, 2, 3]);
    expect(after([harbour, letter, dog], [harbour, dog])).toEqual([1, 3]);
    expect(after([harbour, letter, dog], [dog, harbour, letter])).toEqual([3, 1, 2]);
  });

  test('are stable when a paragraph is edited', () => {
    const edited = harbour.replace('grey and still', 'black and quite still');
    expect(after([harbour, letter, dog], [edited, letter, dog])).toEqual([1, 2, 3]);
  });

  test('are new for a paragraph that replaces another one', () => {
    expect(after([harbour, letter, dog], [harbour, 'It was a wedding nobody forgot.', dog])).toEqual([
      1, 4, 3,
    ]);
  });

  test('stay with the larger part when a paragraph is split', () => {
    const [first, second] = [
      'The harbour lay grey and still',
      'under a low sky that promised rain before the evening.',
    ];
    expect(after([harbour, letter], [first, second, letter])).toEqual([3, 1, 2]);
  });

  test('stay with the most similar paragraph when paragraphs are joined', () => {
    expect(after([harbour, 'Then it rained.', letter], [`${harbour} Then it rained.`, letter])).toEqual([
      1, 3,
    ]);
  });

  test('are stable when a paragraph in a script without spaces is edited', () => {
    const before = '港は灰色で静かに横たわり夕方までに雨が降ることを約束する低い空の下で誰も声を出さなかった';
    expect(after([before, letter], [before.replace('灰色', '黒色'), letter])).toEqual([1, 2]);
  });

  test('stay with the largest part when a paragraph is split into many', () => {
    const parts = [
      'It rained all that day.',
      'Nobody left the house but the cat, who had her own affairs.',
      'At dusk the wind turned.',
      'The lamps were lit early and the soup was thin.',
      'We read until the fire was low.',
    ];
    expect(after([harbour, parts.join(' '), dog], [harbour, ...parts, dog])).toEqual([1, 4, 2, 5, 6, 7, 3]);
    expect(after([harbour, ...parts, dog], [harbour, parts.join(' '), dog])).toEqual([1, 3, 7]);
  });

  test('are stable when a paragraph is moved far and edited', () => {
    const edited = letter.replace('twice', 'three times');
    const between = ['One.', 'Two of them.', 'Three of us stayed.'];
    expect(after([letter, ...between, dog], [...between, dog, edited])).toEqual([2, 3, 4, 5, 1]);
  });

  test('are stable for edited short lines of speech, and for scene breaks', () => {
    expect(after(['Why?', '***', 'Because.'], ['Why not?', '***', 'Because.'])).toEqual([1, 2, 3]);
    expect(after(['Why?', '***', 'Because.'], ['Go away.', '***', 'Because.'])).toEqual([4, 2, 3]);
  });

  test('are stable when ten thousand paragraphs are all edited', () => {
    const lines = Array.from(
      { length: 10_000 },
      (_, n) => `Paragraph ${n} tells of ship ${n * 7} and of harbour ${n * 13} in the rain.`,
    );
    const ids = after(
      lines,
      lines.map((line) => `${line} At last.`),
    );
    expect(ids).toEqual(lines.map((_, index) => index + 1));
  });
});

const word = fc.constantFrom(
  'ship',
  'rain',
  'lamp',
  'door',
  'king',
  'bread',
  'stone',
  'river',
  'glass',
  'smoke',
);
const line = fc.array(word, { minLength: 1, maxLength: 12 }).map((words) => words.join(' '));
const text = fc.array(line, { maxLength: 30 });

describe('the ids of lines in a response', () => {
  test('are null for blank lines only', () => {
    expect(idsOfLines('', [])).toEqual([null]);
    expect(idsOfLines('\n', [])).toEqual([null, null]);
    expect(idsOfLines('One\n\n \t\u00a0\nTwo\u2028still two\n', [7, 3])).toEqual([7, null, null, 3, null]);
  });

  test('are as many as there are lines, and name the paragraphs in order', () => {
    const anyLine = fc.oneof(line, fc.string(), fc.constantFrom('', ' ', '\t', '\u3000'));
    fc.assert(
      fc.property(fc.array(anyLine, { maxLength: 30 }), (drawn) => {
        const content = drawn.join('\n');
        const lines = content.split('\n');
        const count = lines.filter((text) => text.trim() !== '').length;
        const paragraphs = paragraphsOf(
          content,
          Array.from({ length: count }, (_, index) => 3 * index + 2),
        );
        const ids = idsOfLines(
          content,
          paragraphs.map(({ id }) => id),
        );
        expect(ids).toHaveLength(lines.length);
        const shown = lines.flatMap((text, index) => {
          const id = ids[index] ?? null;
          return id === null ? [] : [{ id, text }];
        });
        expect(shown).toEqual(paragraphs);
      }),
      { numRuns: 300 },
    );
  });
});

describe('for random changes of a text', () => {
  test('every line has a unique id, and ids are never reused', () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 2, maxLength: 8 }), (versions) => {
        let old: ParagraphText[] = [];
        let nextId = 1;
        const issued = new Set<number>();
        for (const lines of versions) {
          const matched = matchParagraphs(old, lines, nextId);
          expect(matched.ids).toHaveLength(lines.length);
          expect(new Set(matched.ids).size).toBe(lines.length);
          const before = new Set(old.map(({ id }) => id));
          for (const id of matched.ids) {
            // An id that is not carried over must be new.
            if (!before.has(id)) expect(issued.has(id)).toBe(false);
            issued.add(id);
            expect(id).toBeLessThan(matched.nextId);
          }
          old = lines.map((of, index) => ({ id: matched.ids[index] ?? 0, text: of }));
          nextId = matched.nextId;
        }
      }),
      { numRuns: 300 },
    );
  });

  test('an unchanged text keeps every id', () => {
    fc.assert(
      fc.property(text, (lines) => {
        const { old, nextId } = start(lines);
        expect(matchParagraphs(old, lines, nextId)).toEqual({ ids: old.map(({ id }) => id), nextId });
      }),
    );
  });

  test('moved lines and their neighbours keep their ids', () => {
    const distinct = fc.uniqueArray(fc.stringMatching(/^[a-z]{4,9}( [a-z]{4,9}){3,9}$/), {
      minLength: 2,
      maxLength: 25,
    });
    fc.assert(
      fc.property(distinct, fc.nat(), fc.nat(), (lines, from, to) => {
        const { old, nextId } = start(lines);
        const moved = [...lines];
        const [taken] = moved.splice(from % lines.length, 1);
        moved.splice(to % lines.length, 0, taken ?? '');
        const { ids } = matchParagraphs(old, moved, nextId);
        expect(ids).toEqual(moved.map((of) => lines.indexOf(of) + 1));
      }),
    );
  });

  test('insertions and deletions do not change the ids of other lines', () => {
    const distinct = fc.uniqueArray(fc.stringMatching(/^[a-z]{5,9}( [a-z]{5,9}){4,9}$/), {
      minLength: 3,
      maxLength: 25,
    });
    fc.assert(
      fc.property(distinct, fc.nat(), fc.nat(), (lines, drop, add) => {
        const { old, nextId } = start(lines);
        const changed = lines.filter((_, index) => index !== drop % lines.length);
        changed.splice(add % (changed.length + 1), 0, '1 2 3 4 5 6 7');
        const { ids } = matchParagraphs(old, changed, nextId);
        for (const [index, of] of changed.entries()) {
          if (of !== '1 2 3 4 5 6 7') expect(ids[index]).toBe(lines.indexOf(of) + 1);
          else expect(ids[index]).toBe(nextId);
        }
      }),
    );
  });

  test('the larger part of a split paragraph keeps the id', () => {
    fc.assert(
      fc.property(pageOfProse, fc.nat(), fc.nat(), (lines, which, cut) => {
        const index = which % lines.length;
        const words = lines[index]?.split(' ') ?? [];
        const at = 1 + (cut % (words.length - 1));
        const parts = [words.slice(0, at).join(' '), words.slice(at).join(' ')];
        const ids = after(lines, lines.toSpliced(index, 1, ...parts));
        const idIndex = at * 2 > words.length ? index : at * 2 < words.length ? index + 1 : null;
        if (idIndex !== null) expect(ids[idIndex]).toBe(index + 1);
        expect(ids.filter((id) => id <= lines.length)).toHaveLength(lines.length);
      }),
    );
  });

  test('joined paragraphs keep the id of the larger one', () => {
    fc.assert(
      fc.property(pageOfProse, fc.nat(), (lines, which) => {
        const index = which % (lines.length - 1);
        const [first = '', second = ''] = lines.slice(index, index + 2);
        const ids = after(lines, lines.toSpliced(index, 2, `${first} ${second}`));
        const [one, two] = [first.split(' ').length, second.split(' ').length];
        if (Math.abs(one - two) > 1) expect(ids[index]).toBe(one > two ? index + 1 : index + 2);
        expect(ids.toSpliced(index, 1)).toEqual(lines.map((_, n) => n + 1).toSpliced(index, 2));
      }),
    );
  });

  test('paragraphs keep their ids when a fifth of their words change in all of them', () => {
    fc.assert(
      fc.property(pageOfProse, fc.integer({ min: 0, max: 4 }), (lines, phase) => {
        const edited = lines.map((of) =>
          of
            .split(' ')
            .map((one, n) => (n % 5 === phase ? `q${n}` : one))
            .join(' '),
        );
        expect(after(lines, edited)).toEqual(lines.map((_, n) => n + 1));
      }),
    );
  });

  test('edited paragraphs are matched after many new ones', () => {
    fc.assert(
      fc.property(pageOfProse, fc.integer({ min: 30, max: 120 }), (lines, many) => {
        const added = Array.from({ length: many }, (_, n) => `${n}00 ${n}01 ${n}02 ${n}03`);
        const edited = lines.map((of) => `${of} at last`);
        const ids = after(lines, [...added, ...edited]);
        expect(ids.slice(many)).toEqual(lines.map((_, n) => n + 1));
      }),
      { numRuns: 30 },
    );
  });
});

/** Distinct paragraphs of ten to thirty words. */
const pageOfProse = fc
  .array(fc.integer({ min: 10, max: 30 }), { minLength: 2, maxLength: 20 })
  .map((lengths) =>
    lengths.map((length, line) => Array.from({ length }, (_, n) => `w${line}x${n * 7}`).join(' ')),
  );

describe('adversarial texts', () => {
  test.each([
    ['a hundred thousand equal lines', () => 'a'],
    ['a hundred thousand different lines', (n: number) => `a${n}`],
    ['lines that occur twice', (n: number) => `a${n % 50_000}`],
    ['lines that occur more and more rarely', (n: number) => `a${Math.floor(Math.sqrt(n))}`],
  ])('%s can be replaced in bounded time', (_name, lineAt) => {
    const lines = Array.from({ length: 100_000 }, (_, n) => lineAt(n));
    const others = lines.map((of) => `b${of}`);
    expect(after(lines, others.toReversed())).toHaveLength(lines.length);
    expect(after(lines, lines.toReversed())).toHaveLength(lines.length);
  });
});
