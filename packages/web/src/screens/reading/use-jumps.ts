import { chapterName } from '@inkling/contract/chapter-title';
import type { ChapterSummary } from '@inkling/contract/chapters';
import type { Opening } from '@inkling/contract/library';
import { type RefObject, useCallback, useLayoutEffect, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import {
  beginPlaces,
  leavePlace,
  type Origin,
  openedChapter,
  placeIn,
  releasePlace,
  settlePlace,
} from '../../features/chapters/reader/jumps.ts';
import type { FoundHere } from '../../features/search/found-in-text.tsx';
import { paths } from '../../lib/paths.ts';

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

interface Props {
  opening: Opening;
  /** The chapter that is shown. */
  chapter: ChapterSummary;
  text: RefObject<HTMLElement | null>;
  /** Whether the address leads to a passage or an annotation. */
  beginsWithJump: boolean;
  /** Whether a story that was read to its end is read again from its beginning. */
  isReadAgain: boolean;
}

/**
 * Ways from the shown chapter: on to the one before or after it, or with a jump, after which readers may want to come back
 * (docs/product/library.md#jumps).
 */
export function useJumps({ opening, chapter, text, beginsWithJump, isReadAgain }: Props) {
  const navigate = useNavigate();
  const { chapterId = chapter._id } = useParams();
  const storyId = opening.story._id;
  /** A search whose results are marked, and the chapter to which it led. */
  const [found, setFound] = useState<({ chapter: string } & FoundHere) | null>(null);
  const go = useCallback(
    (to: Pick<ChapterSummary, '_id'>) => {
      void navigate(paths.reading(storyId, to._id));
    },
    [navigate, storyId],
  );
  /** Goes on from here: no jump. */
  const readOn = useCallback(
    (to: ChapterSummary | undefined) => {
      if (to === undefined) return;
      settlePlace();
      go(to);
    },
    [go],
  );
  /** Before a jump; `into` is the chapter that opens elsewhere than at its saved place. */
  const leave = (into: string | null) => {
    if (text.current?.isConnected) leavePlace(placeIn(text.current, chapter, chapterName(chapter)), into);
  };
  const jumpTo = (id: string) => {
    if (id !== chapter._id) {
      leave(null);
      releasePlace(id);
    }
    go({ _id: id });
  };
  const jumpToFound = (_id: string, here: FoundHere) => {
    leave(_id);
    setFound({ chapter: _id, ...here });
    if (_id !== chapter._id) go({ _id });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the reader comes from elsewhere
  useLayoutEffect(() => {
    const from = lastPlace(opening);
    const isElsewhere = beginsWithJump || from?.chapter !== chapter._id;
    const isOther = chapterId !== chapter._id;
    const isElsewhereHeld = isOther || !readsOn(opening, chapter._id) || (beginsWithJump && from !== null);
    const isHeld = isElsewhereHeld && !isReadAgain;
    beginPlaces(chapter._id, isElsewhere ? from : null, isHeld, isReadAgain);
  }, []);
  useLayoutEffect(() => openedChapter(chapter._id), [chapter._id]);
  return {
    go,
    readOn,
    leave,
    jumpTo,
    jumpToFound,
    endSearch: useCallback(() => setFound(null), []),
    found: found?.chapter === chapter._id ? found : null,
  };
}

/** Where the reader was last in the story; null if nowhere. */
function lastPlace({ lastChapterRead, chapters, places }: Opening): Origin | null {
  if (lastChapterRead === null) return null;
  const chapter = chapters.find(({ _id }) => _id === lastChapterRead);
  // In a long story, it may not be among the chapters around this one.
  if (chapter === undefined)
    return { chapter: lastChapterRead, name: 'your place', position: null, share: 0 };
  const place = places.find((one) => one.chapter === chapter._id);
  return {
    chapter: chapter._id,
    name: chapterName(chapter),
    position: place?.position ?? null,
    share: place?.progress ?? 0,
  };
}
