import type { DraftKey } from './drafts.queries.ts';

/** Where those listen who have this chapter of theirs open in the editor. */
export const chapterRoom = ({ authorId, storyId, slot }: DraftKey): string =>
  `chapter:${authorId}:${storyId}:${slot}`;
