import { expect, test } from 'vitest';
import { numberedTitle, shownTitle } from './chapter-title.ts';

test('a title that begins with the chapter’s own number is shown without it, and no other title changes', () => {
  const shown = (title: string) => [
    shownTitle({ title, chapterNumber: 3 }),
    numberedTitle({ title, chapterNumber: 3 }),
  ];
  for (const title of [
    'Chapter 3: The Bell',
    'CHAPTER 03 – The Bell',
    'Chapter 3. The Bell',
    'Chapter 3 The Bell',
  ])
    expect(shown(title)).toEqual(['The Bell', 'Chapter 3: The Bell']);
  expect(shown('The Bell')).toEqual(['The Bell', 'Chapter 3: The Bell']);
  expect(shown('Chapter 3')).toEqual(['Chapter 3', 'Chapter 3']);
  for (const title of [
    'Chapter 30: Later',
    'Chapter 4: Next',
    'Chapter 3rd',
    'Chapters',
    'Chapter 3:30 Train',
  ])
    expect(shown(title)[0]).toBe(title);
});
