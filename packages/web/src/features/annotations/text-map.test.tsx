import fc from 'fast-check';
import { createRef } from 'react';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { chapterOf } from '../../testing/annotations.tsx';
import { ChapterText } from '../chapters/reader/chapter-text.tsx';
import { passageOf } from './passage.ts';
import { offsetOf, rangeOf, textMapOf } from './text-map.ts';

const piece = fc.constantFrom(
  '*a*',
  '**',
  '*',
  '\\*',
  '\n| ',
  '\n',
  '\n***\n',
  ' ',
  'word',
  'a—b',
  '猫',
  'مرحبا',
  '😀',
  '👨‍👩‍👧',
  'é',
  '*b **c** d*',
);
const content = fc
  .array(piece, { minLength: 3, maxLength: 30 })
  .map((pieces) => pieces.join('').trim())
  .filter((text) => text !== '');

async function shown(text: string) {
  const ref = createRef<HTMLDivElement>();
  const chapter = chapterOf(text);
  const view = await render(<ChapterText ref={ref} chapter={chapter} language="en" />);
  if (ref.current === null) throw new Error('The text is not shown.');
  return { map: textMapOf(ref.current, chapter), view };
}

test('what is selected on the page comes back as the same offsets, and the offsets as the same selection', async () => {
  await fc.assert(
    fc.asyncProperty(content, fc.nat(200), fc.nat(200), async (text, a, b) => {
      const { map, view } = await shown(text);
      const passage = passageOf(map.blocks, Math.min(a, b), Math.max(a, b));
      if (passage !== null) {
        const range = rangeOf(map, passage.startOffset, passage.endOffset);
        if (range === null) throw new Error('The passage is not on the page.');
        const from = offsetOf(map, range.startContainer, range.startOffset);
        const to = offsetOf(map, range.endContainer, range.endOffset);
        expect([from, to]).toEqual([passage.startOffset, passage.endOffset]);
        getSelection()?.removeAllRanges();
        getSelection()?.addRange(range);
        // The browser shows a line end as two, or one within verse.
        expect(getSelection()?.toString().replace(/\s+/g, '')).toBe(passage.selectedText.replace(/\s+/g, ''));
      }
      await view.unmount();
    }),
    { numRuns: 150 },
  );
});

test('points around the text are at its beginning and its end, and those of an element at its line', async () => {
  const { map } = await shown('One line.\n\nAnother *line*.');
  const [first, second] = [...map.element.children];
  expect(offsetOf(map, document.body, 0)).toBe(0);
  expect(offsetOf(map, document.body, document.body.childNodes.length)).toBe(map.content.length);
  expect(offsetOf(map, map.element, 1)).toBe(11);
  expect(first && offsetOf(map, first, 0)).toBe(0);
  expect(second && offsetOf(map, second, second.childNodes.length)).toBe(map.content.length);
});
