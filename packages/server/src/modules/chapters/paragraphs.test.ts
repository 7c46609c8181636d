import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { matchParagraphs, type ParagraphText } from './paragraphs.ts';

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
  test('stay when others are added, removed or moved', () => {
    expect(after([harbour, letter, dog], [harbour, 'Something new.', letter, dog])).toEqual([1, 4, 2, 3]);
    expect(after([harbour, letter, dog], [harbour, dog])).toEqual([1, 3]);
    expect(after([harbour, letter, dog], [dog, harbour, letter])).toEqual([3, 1, 2]);
  });

  test('stay with a paragraph that is edited', () => {
    const edited = harbour.replace('grey and still', 'black and quite still');
    expect(after([harbour, letter, dog], [edited, letter, dog])).toEqual([1, 2, 3]);
  });

  test('are new for a paragraph that is written afresh in its place', () => {
    expect(after([harbour, letter, dog], [harbour, 'It was a wedding nobody forgot.', dog])).toEqual([
      1, 4, 3,
    ]);
  });

  test('go with the larger part of a paragraph that is split', () => {
    const [first, second] = [
      'The harbour lay grey and still',
      'under a low sky that promised rain before the evening.',
    ];
    expect(after([harbour, letter], [first, second, letter])).toEqual([3, 1, 2]);
  });

  test('of joined paragraphs the likest one’s is kept', () => {
    expect(after([harbour, 'Then it rained.', letter], [`${harbour} Then it rained.`, letter])).toEqual([
      1, 3,
    ]);
  });

  test('an edited paragraph keeps its id in scripts without spaces', () => {
    const before = '港は灰色で静かに横たわり夕方までに雨が降ることを約束する低い空の下で誰も声を出さなかった';
    expect(after([before, letter], [before.replace('灰色', '黒色'), letter])).toEqual([1, 2]);
  });

  test('go with the largest part of a paragraph that is broken into many', () => {
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

  test('stay with a paragraph that is moved far and edited on the way', () => {
    const edited = letter.replace('twice', 'three times');
    const between = ['One.', 'Two of them.', 'Three of us stayed.'];
    expect(after([letter, ...between, dog], [...between, dog, edited])).toEqual([2, 3, 4, 5, 1]);
  });

  test('stay with short lines of speech, and with scene breaks', () => {
    expect(after(['Why?', '***', 'Because.'], ['Why not?', '***', 'Because.'])).toEqual([1, 2, 3]);
    expect(after(['Why?', '***', 'Because.'], ['Go away.', '***', 'Because.'])).toEqual([4, 2, 3]);
  });

  test('ten thousand paragraphs, each edited, are matched', () => {
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

describe('whatever is done to a text', () => {
  test('no id is given twice, none is used again, and every line has one', () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 2, maxLength: 8 }), (versions) => {
        let old: ParagraphText[] = [];
        let nextId = 1;
        const given = new Set<number>();
        for (const lines of versions) {
          const matched = matchParagraphs(old, lines, nextId);
          expect(matched.ids).toHaveLength(lines.length);
          expect(new Set(matched.ids).size).toBe(lines.length);
          const before = new Set(old.map(({ id }) => id));
          for (const id of matched.ids) {
            // An id that is not carried over is one that nobody has ever had.
            if (!before.has(id)) expect(given.has(id)).toBe(false);
            given.add(id);
            expect(id).toBeLessThan(matched.nextId);
          }
          old = lines.map((of, index) => ({ id: matched.ids[index] ?? 0, text: of }));
          nextId = matched.nextId;
        }
      }),
      { numRuns: 300 },
    );
  });

  test('a text that is saved as it was keeps every id', () => {
    fc.assert(
      fc.property(text, (lines) => {
        const { old, nextId } = start(lines);
        expect(matchParagraphs(old, lines, nextId)).toEqual({ ids: old.map(({ id }) => id), nextId });
      }),
    );
  });

  test('lines that are moved, and those beside them, keep their ids', () => {
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

  test('insertions and deletions leave the ids of all other lines alone', () => {
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

  test('of a paragraph that is split the larger part keeps the id', () => {
    fc.assert(
      fc.property(pageOfProse, fc.nat(), fc.nat(), (lines, which, cut) => {
        const index = which % lines.length;
        const words = lines[index]?.split(' ') ?? [];
        const at = 1 + (cut % (words.length - 1));
        const parts = [words.slice(0, at).join(' '), words.slice(at).join(' ')];
        const ids = after(lines, lines.toSpliced(index, 1, ...parts));
        const keeper = at * 2 > words.length ? index : at * 2 < words.length ? index + 1 : null;
        if (keeper !== null) expect(ids[keeper]).toBe(index + 1);
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

  test('a fifth of its words may change, in every paragraph at once', () => {
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

  test('edited paragraphs are found behind many new ones', () => {
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

/** Paragraphs of ten to thirty words, no two alike. */
const pageOfProse = fc
  .array(fc.integer({ min: 10, max: 30 }), { minLength: 2, maxLength: 20 })
  .map((lengths) =>
    lengths.map((length, line) => Array.from({ length }, (_, n) => `w${line}x${n * 7}`).join(' ')),
  );

describe('texts made to be hard', () => {
  test.each([
    ['a hundred thousand equal lines', () => 'a'],
    ['a hundred thousand different lines', (n: number) => `a${n}`],
    ['lines that come twice', (n: number) => `a${n % 50_000}`],
    ['lines that come at ever rarer places', (n: number) => `a${Math.floor(Math.sqrt(n))}`],
  ])('%s are replaced by others without end of waiting', (_name, lineAt) => {
    const lines = Array.from({ length: 100_000 }, (_, n) => lineAt(n));
    const others = lines.map((of) => `b${of}`);
    expect(after(lines, others.toReversed())).toHaveLength(lines.length);
    expect(after(lines, lines.toReversed())).toHaveLength(lines.length);
  });
});
