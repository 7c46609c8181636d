import { createRef } from 'react';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { chapterOf } from '../../../testing/annotations.tsx';
import '../../../styles/reading.css';
import { ChapterTitle } from './chapter-head.tsx';
import { ChapterText } from './chapter-text.tsx';
import { linesOf } from './passage-range.ts';

const text = 'She knew the *way*—or so she said—and went. Then — late — he came.';

/** The boxes of a paragraph's dashes. */
const dashesOf = (paragraph: Element) =>
  [...paragraph.querySelectorAll('.dash, .spaced-dash')].map(({ lastChild }) => {
    const range = document.createRange();
    const length = lastChild?.textContent?.length ?? 0;
    range.setStart(lastChild ?? paragraph, length - 1);
    range.setEnd(lastChild ?? paragraph, length);
    return linesOf(range)[0];
  });

test('at no width a dash begins a line, and the text stays what the author wrote', async () => {
  const ref = createRef<HTMLDivElement>();
  await render(<ChapterText ref={ref} chapter={chapterOf(text)} language="en" />);
  const paragraph = ref.current?.querySelector('p');
  if (!paragraph || ref.current === null) throw new Error('The text is not shown.');
  expect(paragraph.textContent).toBe(text);
  for (let width = 90; width <= 500; width += 5) {
    ref.current.style.width = `${width}px`;
    const { left } = paragraph.getBoundingClientRect();
    const dashes = dashesOf(paragraph);
    expect(dashes.length).toBe(4);
    for (const box of dashes) expect((box?.left ?? 0) - left, `at ${width} pixels`).toBeGreaterThan(2);
  }
});

test('a dash that opens speech may begin a line', async () => {
  const ref = createRef<HTMLDivElement>();
  await render(<ChapterText ref={ref} chapter={chapterOf('Fue ella. —Hola —dijo.')} language="es" />);
  expect(ref.current?.querySelector('.dash, .spaced-dash')).toBeNull();
});

test('a chapter’s number is on the side on which its title begins, in either direction', async () => {
  for (const [title, language, direction] of [
    ['The Lamp', 'en', 'ltr'],
    ['الليل الأول', 'ar', 'rtl'],
  ] as const) {
    const { container } = await render(<ChapterTitle number={2} title={title} language={language} />);
    const [number] = container.querySelectorAll('p');
    expect(number?.textContent).toBe('Chapter 2');
    expect(getComputedStyle(number ?? container).direction).toBe(direction);
  }
});
