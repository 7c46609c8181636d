import { parseChapterText, plainText } from '@inkling/contract/chapter-text';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { passageOf, placeIn, shownText } from './passage.ts';

/** The passage between the brackets of a content. */
function selected(marked: string) {
  const content = marked.replace(/[[\]]/g, '');
  const from = marked.indexOf('[');
  const found = passageOf(parseChapterText(content), from, marked.indexOf(']') - 1);
  return found && { ...found, inContent: content.slice(found.startOffset, found.endOffset) };
}

describe('a selection', () => {
  test.each<[string, string, string]>([
    ['a few [words] here', 'words', 'words'],
    ['without [ the spaces ] around it', 'the spaces', 'the spaces'],
    ['from [*inside* the] marks', 'inside the', 'inside* the'],
    ['of [**strong**] text', 'strong', 'strong'],
    ['part of *em[phas]is*', 'phas', 'phas'],
    ['a word emphasized in part, [un\u2060*believ*\u2060able]', 'unbelievable', 'un\u2060*believ*\u2060able'],
    ['an escape [\\*] is its character', '*', '*'],
    ['over [lines\n\nand *more]*', 'lines\n\nand more', 'lines\n\nand *more'],
    ['over a [scene\n***\nbreak]', 'scene\n\nbreak', 'scene\n***\nbreak'],
    ['of [verse\n| Roses\n|   are] red', 'verse\nRoses\n  are', 'verse\n| Roses\n|   are'],
    ['قال [مرحبا] للجميع', 'مرحبا', 'مرحبا'],
    ['a family [👨‍👩‍👧] of eight units', '👨‍👩‍👧', '👨‍👩‍👧'],
    ['猫[が*雨*]に', 'が雨', 'が*雨'],
    ['ends in the [next line\n]paragraph', 'next line', 'next line'],
  ])('%s', (marked, text, inContent) => {
    expect(selected(marked)).toMatchObject({ selectedText: text, inContent });
  });

  test.each(['only [ ] spaces', 'a [**]mark**', 'one[\n\n***\n]break', 'empty[]'])(
    'of nothing to see: %s',
    (marked) => {
      expect(selected(marked)).toBeNull();
    },
  );

  test.each<[string, string]>([
    ['in the mid[dle of a wor]d', 'middle of a word'],
    ['[words] as they are', 'words'],
    ['part of *em[phas]is*', 'emphasis'],
    ['the reader[’]s', 'reader’s'],
    ['un\u2060*be[lie]v*\u2060able', 'unbelievable'],
    ['a comma[, and] more', ', and'],
  ])('of whole words: %s', (marked, text) => {
    const content = marked.replace(/[[\]]/g, '');
    const blocks = parseChapterText(content);
    const found = passageOf(blocks, marked.indexOf('['), marked.indexOf(']') - 1, 'word');
    expect(found?.selectedText).toBe(text);
  });

  test('never cuts a character in two', () => {
    const content = 'a 😀 b';
    const blocks = parseChapterText(content);
    expect(passageOf(blocks, 3, 5)?.selectedText).toBe('😀');
    expect(passageOf(blocks, 0, 3)?.selectedText).toBe('a 😀');
  });
});

const piece = fc.constantFrom(
  '*',
  '**',
  '***',
  '\\',
  '| ',
  '\n',
  '\n***\n',
  ' ',
  'a',
  'word',
  '猫',
  'مر',
  '\u0301',
  '😀',
  '👨‍👩‍👧',
  'é',
  '.',
);
const content = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''));

describe('in any text', () => {
  test('a passage is the shown text between its offsets, and is found there again', () => {
    fc.assert(
      fc.property(content, fc.nat(60), fc.nat(60), (text, a, b) => {
        const blocks = parseChapterText(text);
        const passage = passageOf(blocks, Math.min(a, b), Math.max(a, b));
        if (passage === null) return;
        const { startOffset, endOffset, selectedText } = passage;
        // A mark on a space is one character with it.
        expect(selectedText.replace(/^\s(?=\p{M})/u, '')).toBe(selectedText.trim());
        expect(selectedText).not.toBe('');
        expect(placeIn({ version: 1, blocks }, { ...passage, version: 1, isTextChanged: false })).toEqual({
          from: startOffset,
          to: endOffset,
        });
        // Selecting it again gives the same.
        expect(passageOf(blocks, startOffset, endOffset)).toEqual(passage);
      }),
      { numRuns: 3000 },
    );
  });

  test('all of the text is what readers see, except for scene breaks', () => {
    fc.assert(
      fc.property(content, (text) => {
        const blocks = parseChapterText(text);
        const seen = plainText(text)
          .split('\n')
          .map((line, at) => (['scene-break', 'blank'].includes(blocks[at]?.kind ?? '') ? '' : line));
        expect(shownText(blocks, 0, text.length).replaceAll(/\s*$/g, '')).toBe(
          seen.join('\n').replaceAll(/\s*$/g, ''),
        );
      }),
      { numRuns: 1000 },
    );
  });

  test('a passage of another version has no place, even if its words are there [R13]', () => {
    const anchor = { startOffset: 4, endOffset: 8, selectedText: 'lamp', version: 2, isTextChanged: false };
    const place = (text: string, version = 3, changes = {}) =>
      placeIn({ version, blocks: parseChapterText(text) }, { ...anchor, ...changes });
    // The passage was in a sentence that is gone; these words are others.
    expect(place('The lamp.')).toBeNull();
    expect(place('Another lamp.')).toBeNull();
    expect(place('The lamp.', 1)).toBeNull();
    expect(place('The lamp.', 2)).toEqual({ from: 4, to: 8 });
    expect(place('The lamp.', 2, { isTextChanged: true })).toBeNull();
  });

  test('in its own version, a passage with other offsets is where its words are if they are there once', () => {
    fc.assert(
      fc.property(content, content, fc.nat(60), fc.nat(60), (before, after, a, b) => {
        const old = passageOf(parseChapterText(before), Math.min(a, b), Math.max(a, b));
        if (old === null) return;
        const blocks = parseChapterText(after);
        const place = placeIn({ version: 1, blocks }, { ...old, version: 1, isTextChanged: false });
        if (place !== null) expect(shownText(blocks, place.from, place.to)).toBe(old.selectedText);
      }),
      { numRuns: 3000 },
    );
    const place = (text: string) =>
      placeIn(
        { version: 1, blocks: parseChapterText(text) },
        { startOffset: 0, endOffset: 4, selectedText: 'lamp', version: 1, isTextChanged: false },
      );
    expect(place('The *old* lamp.')).toEqual({ from: 10, to: 14 });
    expect(place('A lamp and a lamp.')).toBeNull();
    expect(place('No light.')).toBeNull();
  });
});
