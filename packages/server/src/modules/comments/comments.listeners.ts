import { defineListener, type Listener, on } from '../../platform/events/listener.ts';
import { chapterPublished, chapterTextSaved, chapterUnpublished } from '../chapters/index.ts';
import { leaveOutUnpublished } from './comment-counts.queries.ts';
import { markGoneParagraphs } from './passages.queries.ts';

/**
 * Carries comments on paragraphs over to a chapter's new text (docs/product/comments.md#passages), and keeps the numbers
 * of stories in lists without the comments on unpublished chapters.
 */
export const commentListener = (): Listener =>
  defineListener('comments', [
    on(chapterTextSaved, ({ payload: { chapterId } }, tx) => markGoneParagraphs(tx, chapterId)),
    on(chapterPublished, ({ payload: { storyId } }, tx) => leaveOutUnpublished(tx, storyId)),
    on(chapterUnpublished, ({ payload: { storyId } }, tx) => leaveOutUnpublished(tx, storyId)),
  ]);
