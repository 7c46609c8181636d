import { expect, test } from 'vitest';
import { listedTitle, numberBeside, numberedTitle, placeInStory, shownTitle } from './chapter-title.ts';

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
    'Chapter III: The Bell',
    'CHAPTER III. The Bell',
    'III. The Bell',
  ])
    expect(shown(title)).toEqual(['The Bell', 'Chapter 3: The Bell']);
  expect(shown('The Bell')).toEqual(['The Bell', 'Chapter 3: The Bell']);
  expect(shown('Chapter 3')).toEqual(['Chapter 3', 'Chapter 3']);
  for (const title of [
    'Chapter 30: Later',
    'Chapter 4: Next',
    'Chapter IV: Next',
    'Chapter III of the War',
    'iii. The Bell',
    'IV. The Bell',
    'Chapter 3rd',
    'Chapters',
    'Chapter 3:30 Train',
  ])
    expect(shown(title)[0]).toBe(title);
});

test.each([
  ['Prologue', 1],
  ['Chapter 1: The Lamp', 2],
  ['Chapter 1.5: Interlude', 3],
  ['Chapter 2', 4],
  ['Chapter 5 & 6: Salt', 5],
  ['Chapter 6 - 7', 6],
  ['Chapter 8 of 9', 8],
  ['Chapter 10.5: Half', 10],
  ['Chapter Five', 5],
  ['12. Salt', 12],
  ['12', 3],
  ['III', 3],
  ['IV – The Gate', 5],
  ['Ch. 7', 9],
  ['Part II', 2],
  ['Kapitel 3', 4],
  ['第十二章 灯', 12],
  ['Epilogue: Home', 9],
])('no second number beside %j as chapter %i', (title, chapterNumber) => {
  const chapter = { title, chapterNumber };
  expect(placeInStory(chapter, 99)).toBe(`${chapterNumber} of 99`);
  expect([numberBeside(chapter), listedTitle(chapter), numberedTitle(chapter)]).toEqual([null, title, title]);
});

test('no second number beside a title that is only the chapter’s number', () => {
  const chapter = { title: 'Chapter 3', chapterNumber: 3 };
  expect([numberBeside(chapter), listedTitle(chapter), numberedTitle(chapter)]).toEqual([
    null,
    'Chapter 3',
    'Chapter 3',
  ]);
  expect(placeInStory(chapter, 9)).toBe('Chapter 3 of 9');
  expect(listedTitle({ title: 'Chapter 3: The Bell', chapterNumber: 3 })).toBe('3. The Bell');
});

test.each([
  'The Bell',
  'Chi',
  'Chill',
  'Party',
  'Epic',
  '7 Days',
  '3:30 Train',
  'I Am Here',
  'Mix',
  'Introduction to Magic',
  'Chapter House',
])('a number beside %j', (title) => {
  expect(listedTitle({ title, chapterNumber: 3 })).toBe(`3. ${title}`);
});
