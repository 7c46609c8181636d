import type { Opening } from '@inkling/contract/library';

type Known = Pick<Opening, 'lastChapterRead' | 'continueWith' | 'nextUnread' | 'isCompleted'> & {
  chapters: Pick<Opening['chapters'][number], '_id' | 'chapterNumber'>[];
};

/**
 * Whether a reader who opens the reading screen at a chapter reads on there: at their place, or in the next unread chapter,
 * which is the first of a story that they have not begun. Elsewhere, and in a story read to its end, nothing is saved until they read on
 * (docs/product/library.md#arriving).
 */
export function readsOn(
  { lastChapterRead, continueWith, nextUnread, isCompleted, chapters }: Known,
  chapterId: string,
): boolean {
  if ([lastChapterRead, continueWith, nextUnread?._id].includes(chapterId)) return true;
  const isBegun = isCompleted || lastChapterRead !== null || nextUnread !== null;
  return !isBegun && chapters.some(({ _id, chapterNumber }) => _id === chapterId && chapterNumber === 1);
}
