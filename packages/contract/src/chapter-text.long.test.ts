import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Block, parseChapterText, plainText, type Run } from './chapter-text.ts';
import { escapeText, serializeChapterText } from './chapter-text-write.ts';
import { countWords } from './words.ts';

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
    ['un\u2060*believ*\u2060able', [plain('un'), em('believ'), plain('able')]],
    ['**f**\u2060antastic, no\u2060*!*', [strong('f'), plain('antastic, no'), em('!')]],
    ['*a\u2060***\u2060b** c', [em('a'), strong('b'), plain(' c')]],
    // Only the joiner that makes a mark count belongs to it.
    ['*a*\u2060\u2060b', [em('a'), plain('\u2060b')]],
  ])('%s', (line, runs) => {
    expect(runsOf(line)).toEqual(runs);
  });

  test.each([
    'f*ck, a**hole',
    'Oh f***, s***—no, b****!',
    '2 * 3 * 4 and 2*3*4',
    'un*believ*able',
    'f*ck*ng, **f**antastic',
    'un\u2060*believable, f\u2060***',
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

describe('emphasis at any border of characters is written', () => {
  test.each<[string, Run[], string]>([
    ['inside a word', [plain('un'), em('believ'), plain('able')], 'un\u2060*believ*\u2060able'],
    ['at one end of it', [strong('f'), plain('antastic')], '**f**\u2060antastic'],
    ['between hyphens', [plain('abso-'), em('bloody'), plain('-lutely')], 'abso-*bloody*-lutely'],
    [
      'in two styles of one word',
      [em('a'), strong('b'), plain('c'), both('d')],
      '*a\u2060***\u2060b**\u2060c\u2060***d***',
    ],
    ['with punctuation after a word', [plain('no'), em('—yes!')], 'no\u2060*—yes!*'],
    ['without joiners between scripts without spaces', [plain('猫'), em('が'), strong('雨')], '猫*が***雨**'],
    ['but not of spaces at its ends', [plain('a'), em(' b '), plain('c')], 'a *b* c'],
    ['nor of half a character', [em('e'), plain('\u0301x')], '*e\u0301*\u2060x'],
  ])('%s', (_, runs, line) => {
    expect(serializeChapterText([{ kind: 'paragraph', runs }])).toBe(line);
    expect(countWords(line)).toBe(countWords(runs.map(({ text }) => text).join('')));
  });
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
    '\u2060',
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

/** The style of each character; spaces at the ends of emphasis have none, as the format cannot express it. */
const styledCharacters = (runs: readonly Run[]): Run[] => {
  const characters: Run[] = [];
  for (const { text, ...style } of runs)
    for (const char of text) {
      const last = characters.at(-1);
      if (!/[\p{M}\u200c\u200d]/u.test(char)) characters.push({ text: char, ...style });
      else if (last === undefined) characters.push(plain(char));
      else last.text += char;
    }
  for (const style of ['em', 'strong'] as const) {
    const shown = characters.map((one) =>
      one[style] ? (one.text.trim() === '' || /^\s/.test(one.text) ? ' ' : 'x') : '.',
    );
    const trimmed = shown.join('').replace(/(?<![x ]) +| +(?![x ])/g, (spaces) => '.'.repeat(spaces.length));
    for (const [at, one] of characters.entries()) one[style] = trimmed[at] !== '.';
  }
  return characters;
};

/** Documents as the format can express them. */
const block: fc.Arbitrary<Block> = fc
  .record({
    kind: fc.constantFrom('paragraph' as const, 'verse' as const, 'scene-break' as const, 'blank' as const),
    runs: fc.array(run, { maxLength: 5 }),
  })
  .map(({ kind, runs }) => {
    if (kind === 'scene-break' || kind === 'blank') return { kind, runs: [] };
    const styled = withoutPlaces(styledCharacters(runs));
    const isEmpty = styled.every(({ text }) => text.trim() === '');
    return isEmpty ? { kind: kind === 'verse' ? kind : 'blank', runs: [] } : { kind, runs: styled };
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
        // A space that a joiner puts at the end of emphasis loses its emphasis, which nobody sees.
        fc.pre(!/\s\u2060|\u2060\s/.test(text));
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
      expect(hidden).toMatch(/^[*\\|\s\u2060]*$/);
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
    '*a*\u2060',
    'a\u2060*',
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
});
