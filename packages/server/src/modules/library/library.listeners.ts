import { defineListener, type Listener, on } from '../../platform/events/listener.ts';
import { chapterRenewed, chapterSplit } from '../chapters/index.ts';
import { forgetReading, readHalf } from './chapter-readers.queries.ts';

/** Which chapters readers have read follows what authors do with them (docs/product/library.md#unread-chapters). */
export const libraryListener = (): Listener =>
  defineListener(
    'library',
    [
      on(chapterSplit, ({ payload: { chapterId, fromId } }, tx) => readHalf(tx, chapterId, fromId)),
      on(chapterRenewed, ({ payload: { chapterId } }, tx) => forgetReading(tx, chapterId)),
    ],
    { startAt: 'now' },
  );
