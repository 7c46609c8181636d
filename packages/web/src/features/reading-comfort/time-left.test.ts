import { describe, expect, test } from 'vitest';
import { withReading, wordsPerMinute } from './pace.ts';
import { inHours, timeLeftWords, wordsLeft } from './time-left.tsx';

describe('time left', () => {
  test('is named in minutes, from an hour on in hours and steps of five minutes', () => {
    expect([0.2, 59.2, 61, 63, 130, 600].map(inHours)).toEqual([
      '1 min',
      '1 h',
      '1 h',
      '1 h 5 min',
      '2 h 10 min',
      '10 h',
    ]);
  });

  test('counts the rest of the chapter and what the reader may read after it, unloaded chapters as average ones', () => {
    const chapters = [1000, 2000, 3000].map((wordCount, index) => ({ chapterNumber: index + 3, wordCount }));
    const here = { chapterNumber: 3, wordCount: 2000 };
    // Of ten chapters, the last two are exclusive: 1, 2, 6, 7 and 8 are not loaded and have 500 words each.
    const left = wordsLeft(here, 25, chapters, { chapters: 8, words: 8500 });
    expect(left).toEqual({ chapter: 1500, story: 1500 + 5000 + 3 * 500 });
    // The loaded chapter 5 is exclusive, and so are those after it, which are not loaded.
    expect(wordsLeft(here, 25, chapters, { chapters: 4, words: 9000 })).toEqual({
      chapter: 1500,
      story: 3500,
    });
    expect(timeLeftWords(left, 200, null)).toEqual({
      inChapter: '8 min left in the chapter',
      inStory: '40 min in the story',
    });
    expect(timeLeftWords({ chapter: 0, story: 1000 }, 200, null)).toEqual({
      inChapter: 'End of the chapter',
      inStory: '5 min left in the story',
    });
    expect(timeLeftWords({ chapter: 0, story: 0 }, 200, 'story')).toEqual({
      inChapter: 'End of the story',
      inStory: null,
    });
    expect(timeLeftWords({ chapter: 0, story: 0 }, 200, 'plan')).toEqual({
      inChapter: 'End of the chapter',
      inStory: null,
    });
  });
});

describe('the pace', () => {
  const read = (words: number, times: number) =>
    Array.from({ length: times }).reduce<{ words: number; seconds: number }>(
      (pace) => withReading(pace, words, 10),
      { words: 0, seconds: 0 },
    );

  test('is 200 words a minute until the reader’s own is known', () => {
    expect(wordsPerMinute(read(50, 10))).toBe(200);
    expect(wordsPerMinute(read(50, 30))).toBeCloseTo(300);
  });

  test('is that of the account until this device knows it, within what is plausible', () => {
    expect(wordsPerMinute(read(50, 10), 320)).toBe(320);
    expect(wordsPerMinute(read(50, 30), 320)).toBeCloseTo(300);
    expect(wordsPerMinute(read(0, 1), 5000)).toBe(900);
  });

  test('ignores leafing and pauses, and follows the reader', () => {
    const steady = read(50, 30);
    expect(withReading(steady, 5000, 10)).toEqual(steady);
    expect(withReading(steady, 1, 100)).toEqual(steady);
    let pace = steady;
    for (let step = 0; step < 1000; step++) pace = withReading(pace, 25, 10);
    expect(wordsPerMinute(pace)).toBeCloseTo(150, 0);
  });
});
