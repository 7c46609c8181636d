import type { ChapterSummary } from '@inkling/contract/chapters';
import type { Opening } from '@inkling/contract/library';
import { useRef } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { beginPlaces, isHeld } from '../../features/chapters/reader/jumps.ts';
import { renderPage, resetBetweenTests } from '../../testing/render-page.tsx';
import { useJumps } from './use-jumps.ts';

resetBetweenTests();

const chapters = [5, 6, 7, 8].map(
  (chapterNumber) => ({ _id: `c${chapterNumber}`, chapterNumber, title: '' }) as ChapterSummary,
);
const places = { lastChapterRead: 'c5', continueWith: 'c5', nextUnread: null, places: [] };
const opening = { ...places, story: { _id: 's1' }, chapters } as unknown as Opening;

/** The reading screen at chapter 8, where a reader has come from elsewhere. */
function Reader() {
  const text = useRef<HTMLDivElement>(null);
  const chapter = chapters[3] as ChapterSummary;
  const { readOn, jumpTo, leave } = useJumps({
    opening,
    chapter,
    text,
    beginsWithJump: false,
    isReadAgain: false,
  });
  return (
    <>
      <div ref={text} />
      <button type="button" onClick={() => readOn(undefined)}>
        Next
      </button>
      <button type="button" onClick={() => leave('c6')}>
        Found in 6
      </button>
      <button type="button" onClick={() => jumpTo('c6')}>
        6 in the list
      </button>
    </>
  );
}

test('the key for a next chapter that does not exist leaves a held place where it is', async () => {
  beginPlaces('c8', null, false);
  await renderPage(<Reader />);
  await page.getByRole('button', { name: 'Next' }).click();
  expect(isHeld('c8')).toBe(true);
});

test('a chapter opened from the list of chapters is saved, also if a jump has led there before', async () => {
  await renderPage(<Reader />);
  await page.getByRole('button', { name: 'Found in 6' }).click();
  expect(isHeld('c6')).toBe(true);
  await page.getByRole('button', { name: '6 in the list' }).click();
  expect(isHeld('c6')).toBe(false);
});
