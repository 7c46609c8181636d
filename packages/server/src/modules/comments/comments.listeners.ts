import type { AppContext } from '../../platform/context.ts';
import { defineListener, type Listener, on } from '../../platform/events/listener.ts';
import { chapterDeleted, chapterPublished, chapterSaved, chapterTextSaved } from '../chapters/index.ts';
import { storyPublished } from '../stories/index.ts';
import { leaveOutUnpublished } from './comment-counts.queries.ts';
import { carryComments } from './passages.ts';

/**
 * Carries comments on paragraphs over to a chapter's new text (docs/product/comments.md#passages), and keeps the numbers
 * of stories in lists without the comments on unpublished and deleted chapters.
 */
export const commentListener = (ctx: AppContext): Listener =>
  defineListener('comments', [
    on(chapterTextSaved, ({ payload: { chapterId } }, tx) => carryComments(ctx, tx, chapterId)),
    // A chapter may have been taken down while its story was in the trash, which is no event.
    on(storyPublished, ({ payload: { storyId } }, tx) => leaveOutUnpublished(tx, storyId)),
    on(chapterPublished, ({ payload: { storyId } }, tx) => leaveOutUnpublished(tx, storyId)),
    on(chapterDeleted, ({ payload: { storyId } }, tx) => leaveOutUnpublished(tx, storyId)),
    on(chapterSaved, ({ payload: { storyId } }, tx) => leaveOutUnpublished(tx, storyId)),
  ]);
