import type { ChapterProgress, Opening } from '@inkling/contract/library';

type Continued = Pick<
  Opening,
  'lastChapterRead' | 'continueWith' | 'nextUnread' | 'unread' | 'unreadBefore' | 'firstUnreadBefore'
>;

/** A completed story once its reader has begun it again: no place is left, and what was read stays read. */
export const begunAgain = (opening: Opening): Opening => ({
  ...opening,
  status: 'reading',
  isCompleted: false,
  lastChapterRead: null,
  continueWith: null,
  places: opening.places.map((place) => ({ ...place, progress: 0, position: null, updatedAt: null })),
});

/** Where a story continues after its reader has been at a place, until the server says so (docs/product/library.md#unread-chapters). */
export function continuedAt(
  { chapters, places, nextUnread, unread, unreadBefore, firstUnreadBefore, readsExclusive }: Opening,
  { chapter, progress }: Pick<ChapterProgress, 'chapter' | 'progress'>,
): Continued {
  const finished = progress >= 100;
  const isRead = ({ _id }: { _id: string }) =>
    places.some((place) => place.chapter === _id && (place.furthest ?? place.progress) >= 100);
  const here = chapters.find(({ _id }) => _id === chapter);
  const after = (from: number) =>
    chapters.find((one) => one.chapterNumber > from && (readsExclusive || !one.isExclusive) && !isRead(one));
  const isNext = chapter === nextUnread?._id;
  const isAhead =
    here !== undefined && here.chapterNumber > (nextUnread?.chapterNumber ?? 0) && !isRead(here);
  const moves = here !== undefined && nextUnread !== null && (isAhead || (isNext && finished));
  const next = moves ? (finished ? after(here.chapterNumber) : here) : nextUnread;
  // All that is left, when the story is read again.
  const following = chapters.find(
    (one) => one.chapterNumber === (here?.chapterNumber ?? 0) + 1 && (readsExclusive || !one.isExclusive),
  );
  return {
    lastChapterRead: chapter,
    continueWith: finished ? (next?._id ?? following?._id ?? chapter) : chapter,
    nextUnread: next ? { _id: next._id, title: next.title, chapterNumber: next.chapterNumber } : null,
    unread: here !== undefined && finished && !isRead(here) ? Math.max(0, unread - 1) : unread,
    // Before the first of them nothing is unread.
    ...(chapter === firstUnreadBefore?._id
      ? { unreadBefore: 0, firstUnreadBefore: null }
      : { unreadBefore, firstUnreadBefore }),
  };
}
