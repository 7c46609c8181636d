import { chapterLimits } from '@inkling/contract/limits';
import { minWordsToPublish } from '@inkling/contract/words';
import { AppError } from '../../platform/app-error.ts';

/** Rejects publishing a chapter that is too short (docs/product/chapters.md#words). */
export function requireEnoughWords(words: number): void {
  if (words >= minWordsToPublish) return;
  throw new AppError(
    'TOO_SHORT_TO_PUBLISH',
    `Chapter must have at least 200 words to be published. Current word count: ${words}`,
  );
}

/** Rejects more chapters than a story may have (docs/product/chapters.md#order). */
export function requireChapterSpace(chapters: number): void {
  if (chapters <= chapterLimits.perStory) return;
  throw new AppError(
    'TOO_LARGE',
    `A story can have at most ${chapterLimits.perStory.toLocaleString('en')} chapters. Please continue in a new story.`,
  );
}
