import { defineListener, type Listener, on } from '../../platform/events/listener.ts';
import { chapterTextSaved } from '../chapters/index.ts';
import { markGoneParagraphs } from './passages.queries.ts';

/** Carries comments on paragraphs over to a chapter's new text (docs/product/comments.md#passages). */
export const commentListener = (): Listener =>
  defineListener('comments', [
    on(chapterTextSaved, ({ payload: { storyId, chapterId } }, tx) =>
      markGoneParagraphs(tx, storyId, chapterId),
    ),
  ]);
