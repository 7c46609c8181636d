import type { FeedbackNote } from '@inkling/contract/assistant';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { piecesOf } from './assistant.service.ts';
import { measureText } from './feedback-notes.ts';
import { paragraphsOf, syllablesOf } from './measure-text.ts';

const notes = (text: string, kind: FeedbackNote['kind']) =>
  measureText({ text })
    .notes.filter((note) => note.kind === kind)
    .map(({ startOffset, endOffset }) => text.slice(startOffset, endOffset));
const filler =
  'The small boat lay in the harbor while rain fell on the roofs of the town and she thought of it. ';

describe('the structure of a text', () => {
  test.each([
    ['Dr. Hale met J. R. Moss. “Are you there?” he asked. Yes!', 3],
    ['It cost 3.5 dollars… or so. “No,” she said. No.', 3],
    ['no end', 1],
  ])('%s', (text, sentences) => {
    expect(paragraphsOf(text)[0]?.sentences).toHaveLength(sentences);
  });

  test('has its words where they are, whatever else the text contains', () => {
    const piece = fc.constantFrom(
      'the lamp',
      'Été',
      'e\u0301',
      '😀',
      '“',
      '”',
      '. ',
      '\r\n',
      '\n',
      '’',
      '…',
      ' ',
      '—',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const text = pieces.join('');
        let last = 0;
        for (const paragraph of paragraphsOf(text)) {
          expect(paragraph.sentences.flatMap(({ words }) => words)).toEqual(paragraph.words);
          for (const { start, end, text: word } of paragraph.words) {
            expect(start).toBeGreaterThanOrEqual(last);
            expect(text.slice(start, end).toLowerCase().replaceAll('’', "'")).toBe(word);
            last = end;
          }
        }
        for (const { startOffset, endOffset } of measureText({ text }).notes) {
          expect(startOffset).toBeLessThan(endOffset);
          expect(endOffset).toBeLessThanOrEqual(text.length);
        }
      }),
    );
  });
});

describe('notes', () => {
  test('find sentences of one length and one opening', () => {
    const text =
      'She took the old lamp. She lit the small fire. She shut the green door. She saw the long road. She left the dark house. Then, because the night was young, nobody followed.';
    expect(notes(text, 'sentence-rhythm')).toEqual([text.slice(0, text.indexOf('. Then'))]);
    expect(notes(text, 'repeated-opening')).toEqual([text.slice(0, text.indexOf('. Then'))]);
  });

  test('find words that are repeated near each other, and not those far apart', () => {
    const near = `A lantern hung there. The lantern swayed. Her lantern went out. ${filler}`;
    expect(notes(near, 'repeated-word')).toEqual(['lantern hung there. The lantern swayed. Her lantern']);
    expect(notes(`The lantern. ${filler.repeat(4)}`.repeat(3), 'repeated-word')).not.toContain('lantern');
  });

  test('find passives and crowded adverbs outside of dialogue only', () => {
    expect(notes('The door was not opened. “It was closed,” he said. She was tired.', 'passive')).toEqual([
      'was not opened',
    ]);
    const adverbs =
      'Quickly she turned, slowly she sat, softly she spoke and sadly she left the family early.';
    expect(notes(adverbs, 'adverbs')).toEqual([adverbs.slice(0, adverbs.indexOf('sadly') + 5)]);
  });

  test('find long stretches without dialogue, and dialogue without anything else', () => {
    expect(notes(`${filler}\n`.repeat(40), 'dialogue')).toHaveLength(1);
    expect(notes('“Here,” he said.\n“Yes?” she asked.\n'.repeat(20), 'dialogue')).toEqual([]);
    expect(notes('“Here.”\n“Yes?”\n'.repeat(7), 'dialogue')).toHaveLength(1);
  });

  test('find a part whose pace differs', () => {
    const slow = `${Array.from({ length: 40 }, () => 'and the wind went over the water').join(' ')}. `;
    const text = `${'The boat lay still in the rain. '.repeat(120)}${slow.repeat(2)}`;
    expect(notes(text, 'pacing')).not.toEqual([]);
    expect(notes('The boat lay still in the rain. '.repeat(200), 'pacing')).toEqual([]);
  });

  test('are limited to twenty of a kind, and judge no language that they do not know', () => {
    expect(notes('The door was opened. She went.\n'.repeat(60), 'passive')).toHaveLength(20);
    const french = 'Le phare est là, et elle ne dort pas dans la nuit pour vous. '.repeat(10);
    expect(measureText({ text: french }).measures).toMatchObject({
      language: 'fr',
      readingEase: null,
      adverbs: null,
      passives: null,
    });
  });
});

test.each([
  ['lamp', 1],
  ['lantern', 2],
  ['opened', 2],
  ['looked', 1],
  ['wanted', 2],
  ['table', 2],
  ['family', 3],
])('%s has %i syllables', (word, syllables) => {
  expect(syllablesOf(word)).toBe(syllables);
});

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
