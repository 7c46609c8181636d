import type { DraftKey } from './drafts.queries.ts';

/** The room of the author's pages that have this chapter open in the editor. */
export const chapterRoom = ({ authorId, storyId, chapterId }: DraftKey): string =>
  `chapter:${authorId}:${storyId}:${chapterId}`;
