import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Block, parseChapterText, plainText, type Run } from './chapter-text.ts';
import { widenToWords } from './chapter-text-borders.ts';
import { escapeText, fitRuns, serializeChapterText } from './chapter-text-write.ts';

const plain = (text: string): Run => ({ text, em: false, strong: false });
const em = (text: string): Run => ({ text, em: true, strong: false });
const strong = (text: string): Run => ({ text, em: false, strong: true });
const both = (text: string): Run => ({ text, em: true, strong: true });

/** Without places in the content; an escape begins a span, but not a run. */
const withoutPlaces = (spans: readonly Run[]): Run[] => {
  const runs: Run[] = [];
  for (const { text, em, strong } of spans) {
    const last = runs.at(-1);
    if (last !== undefined && last.em === em && last.strong === strong) last.text += text;
    else runs.push({ text, em, strong });
  }
  return runs;
};
const documentOf = (content: string): Block[] =>
  parseChapterText(content).map(({ kind, runs }) => ({ kind, runs: withoutPlaces(runs) }));
const runsOf = (line: string): Run[] => documentOf(line).flatMap(({ runs }) => runs);

describe('emphasis', () => {
  test.each<[string, Run[]]>([
    ['It was *very* late.', [plain('It was '), em('very'), plain(' late.')]],
    ['**loud**, ***both***', [strong('loud'), plain(', '), both('both')]],
    ['*a **b** c*', [em('a '), both('b'), em(' c')]],
    ['**a *b***', [strong('a '), both('b')]],
    ['*Titanic*’s, l’*Iliade*', [em('Titanic'), plain('’s, l’'), em('Iliade')]],
    [
      '(*so*) “*it*” *is*—*well*-known',
      [
        plain('('),
        em('so'),
        plain(') “'),
        em('it'),
        plain('” '),
        em('is'),
        plain('—'),
        em('well'),
        plain('-known'),
      ],
    ],
    ['他*说*了**「好」**吧', [plain('他'), em('说'), plain('了'), strong('「好」'), plain('吧')]],
    ['ฉัน*รัก*เธอ', [plain('ฉัน'), em('รัก'), plain('เธอ')]],
    ['❤️*yes*', [plain('❤️'), em('yes')]],
    ['*open *this*', [plain('*open '), em('this')]],
    ['***a* b', [plain('**'), em('a'), plain(' b')]],
    ['*What the f***!*', [em('What the f***!')]],
  ])('%s', (line, runs) => {
    expect(runsOf(line)).toEqual(runs);
  });

  test.each([
    'f*ck, a**hole',
    'Oh f***, s***—no, b****!',
    '2 * 3 * 4 and 2*3*4',
    'un*believ*able',
    'Five stars*, six stars*.',
    '* a list item',
    '**unclosed',
    '*one\u00a0*',
    '****four****',
    'a *** b',
    '*\uFE0F\u20E3 and *\uFE0F\u20E3',
    '¯\\_(ツ)_/¯',
    '* * *',
    '---',
    '|table|',
  ])('%s is shown as typed', (line) => {
    expect(runsOf(line)).toEqual([plain(line)]);
    expect(serializeChapterText(documentOf(line))).toBe(line);
  });

  test('escapes show the next character; other backslashes are characters', () => {
    expect(plainText('\\*not\\* \\\\ \\n \\| x')).toBe('*not* \\ \\n \\| x');
    expect(plainText('\\***')).toBe('***');
    expect(plainText('\\| not verse')).toBe('| not verse');
  });

  test('never crosses a line', () => {
    expect(plainText('*one\ntwo*')).toBe('*one\ntwo*');
  });
});

describe('blocks', () => {
  test('are one per line, as paragraph ids are', () => {
    expect(documentOf('Prose.\n\n ***\n| Roses\n|   are *red*\n|\n| \n|x')).toEqual([
      { kind: 'paragraph', runs: [plain('Prose.')] },
      { kind: 'blank', runs: [] },
      { kind: 'scene-break', runs: [] },
      { kind: 'verse', runs: [plain('Roses')] },
      { kind: 'verse', runs: [plain('  are '), em('red')] },
      { kind: 'verse', runs: [] },
      { kind: 'verse', runs: [] },
      { kind: 'paragraph', runs: [plain('|x')] },
    ]);
  });
});

describe('fitting emphasis to words', () => {
  test.each<[string, Run[], string]>([
    ['part of a word becomes the word', [plain('un'), em('believ'), plain('able')], '*unbelievable*'],
    ['also over several words', [plain('a'), strong('b c'), plain('d e')], '**ab cd** e'],
    ['parts of one word merge', [em('a'), plain('b'), em('c'), plain('d—'), em('e')], '*abcd*—*e*'],
    ['spaces are left out', [plain('a'), em(' b '), plain('c')], 'a *b* c'],
    [
      'punctuation next to a plain word is left out',
      [plain('no'), em('—“yes”—'), plain('no')],
      'no—“*yes*”—no',
    ],
    ['punctuation alone after a word', [plain('no'), em('!'), plain(' x')], 'no! x'],
    [
      'scripts without spaces need no widening',
      [plain('猫'), em('が'), strong('雨'), plain('に')],
      '猫*が***雨**に',
    ],
    ['a character with its marks is one', [em('e'), plain('\u0301x')], '*e\u0301x*'],
  ])('%s', (_, runs, line) => {
    expect(serializeChapterText([{ kind: 'paragraph', runs }])).toBe(line);
  });
});

test.each([
  ['one [tw]o three', 'two'],
  ['one two[] three', ''],
  ['o[ne tw]o', 'one two'],
  ['(don[’t])', '’t'],
  ['猫[が]雨', 'が'],
  ['cafe\u0301[s]', 'cafe\u0301s'],
  ['𐐷𐐲[𐑌]𐐻 x', '𐐷𐐲𐑌𐐻'],
])('the selection %s covers the words “%s”', (marked, words) => {
  const text = marked.replace(/[[\]]/g, '');
  const start = marked.indexOf('[');
  const { from, to } = widenToWords(text, start, marked.indexOf(']') - 1);
  expect(text.slice(from, to)).toBe(words);
});

// Short texts of the characters that matter, so that they meet often.
const piece = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('*', '**', '***', '\\', '|', '| ', ' ', 'a', 'b', 'word') },
  fc.constantFrom(
    '.',
    '—',
    '’',
    '(',
    '“',
    '猫',
    'が',
    'ก็',
    '\u0301',
    '\u200c',
    '\u00a0',
    '😀',
    '❤️',
    '9',
    'é',
  ),
  fc.string({ unit: 'binary', maxLength: 3 }),
);
const lineText = fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join('').replaceAll('\n', ' '));
const content = fc
  .array(
    fc.oneof({ weight: 5, arbitrary: lineText }, fc.constantFrom('', '***', ' *** ', '|', '| ', '* * *')),
    {
      minLength: 1,
      maxLength: 6,
    },
  )
  .map((lines) => lines.join('\n'));
const run = fc.record({ text: lineText, em: fc.boolean(), strong: fc.boolean() });

/** Documents as the format can express them. */
const block: fc.Arbitrary<Block> = fc
  .record({
    kind: fc.constantFrom('paragraph' as const, 'verse' as const, 'scene-break' as const, 'blank' as const),
    runs: fc.array(run, { maxLength: 5 }),
  })
  .map(({ kind, runs }) => {
    if (kind === 'scene-break' || kind === 'blank') return { kind, runs: [] };
    const fitted = fitRuns(runs);
    const isEmpty = fitted.every(({ text }) => text.trim() === '');
    return isEmpty ? { kind: kind === 'verse' ? kind : 'blank', runs: [] } : { kind, runs: fitted };
  });

const many = { numRuns: 3000 };

describe('round trips', () => {
  test('parsing what was serialized gives the same document', () => {
    fc.assert(
      fc.property(fc.array(block, { minLength: 1, maxLength: 5 }), (blocks) => {
        expect(documentOf(serializeChapterText(blocks))).toEqual(blocks);
      }),
      many,
    );
  });

  test('serializing what was parsed shows the same, and changes nothing the second time', () => {
    fc.assert(
      fc.property(content, (text) => {
        const once = serializeChapterText(documentOf(text));
        expect(documentOf(once)).toEqual(documentOf(text));
        expect(serializeChapterText(documentOf(once))).toBe(once);
      }),
      many,
    );
  });

  test('any text can be shown literally', () => {
    fc.assert(
      fc.property(content, (text) => {
        const shown = text
          .split('\n')
          .map((line) => (line.trim() === '' ? '' : line))
          .join('\n');
        const blocks = documentOf(escapeText(text));
        expect(plainText(escapeText(text))).toBe(shown);
        expect(blocks.every(({ kind }) => kind === 'paragraph' || kind === 'blank')).toBe(true);
        expect(blocks.flatMap(({ runs }) => runs).every((one) => !one.em && !one.strong)).toBe(true);
      }),
      many,
    );
  });

  test('emphasis that is fitted keeps every character and every emphasized word', () => {
    fc.assert(
      fc.property(fc.array(run, { maxLength: 5 }), (runs) => {
        const fitted = fitRuns(runs);
        expect(fitted.map(({ text }) => text).join('')).toBe(runs.map(({ text }) => text).join(''));
        expect(fitRuns(fitted)).toEqual(fitted);
        const letters = (of: Run[]) =>
          of.flatMap(({ text, em }) => [...text].map((char) => em && /[\p{L}\p{N}]/u.test(char)));
        const after = letters(fitted);
        for (const [at, wasEm] of letters(runs).entries()) if (wasEm) expect(after[at]).toBe(true);
      }),
      many,
    );
  });
});

test('spans have the text of the content and cover all that is not a mark or a backslash', () => {
  fc.assert(
    fc.property(content, (text) => {
      let hidden = '';
      let at = 0;
      for (const { kind, from, to, runs } of parseChapterText(text)) {
        if (kind === 'scene-break' || kind === 'blank') {
          at = to;
          continue;
        }
        for (const span of runs) {
          expect(span.from).toBeGreaterThanOrEqual(at);
          expect(span.to).toBeGreaterThan(span.from);
          expect(span.to).toBeLessThanOrEqual(to);
          expect(text.slice(span.from, span.to)).toBe(span.text);
          hidden += text.slice(Math.max(at, from), span.from);
          at = span.to;
        }
        hidden += text.slice(Math.max(at, from), to);
        at = to;
      }
      expect(hidden).toMatch(/^[*\\|\s]*$/);
    }),
    many,
  );
});

describe('hostile texts', () => {
  const shapes = [
    '*',
    '* ',
    '*a ',
    'a*',
    '*a',
    '**a ',
    '***',
    '\\',
    '\\*',
    '*(',
    '“*',
    '*\u0301',
    '\u0301',
    '*猫',
    '| *',
    '*a* ',
  ];
  /** Counts the characters that are read one by one, by which the work grows. */
  const steps = (text: string): number => {
    let count = 0;
    const codePointAt = String.prototype.codePointAt;
    const slice = String.prototype.slice;
    String.prototype.codePointAt = function (this: string, at: number) {
      count += 1;
      return codePointAt.call(this, at);
    };
    String.prototype.slice = function (this: string, from?: number, to?: number) {
      const part = slice.call(this, from, to);
      count += 1 + part.length;
      return part;
    };
    try {
      serializeChapterText(parseChapterText(text));
    } finally {
      String.prototype.codePointAt = codePointAt;
      String.prototype.slice = slice;
    }
    return count;
  };

  test.each(shapes)('of nothing but “%s” take linear time', (shape) => {
    const [some, twice] = [steps(shape.repeat(2000)), steps(shape.repeat(4000))];
    expect(twice).toBeLessThan(some * 2.2 + 100);
  });

  test('a hundred thousand alternating styles in one word are one emphasized word', () => {
    const runs = Array.from({ length: 100_000 }, (_, at) => (at % 2 === 0 ? em('a') : plain('b')));
    expect(fitRuns(runs)).toHaveLength(1);
  });
});
