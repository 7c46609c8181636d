import type { PolicyViewer } from '../../platform/policy.ts';

/** The one rule about spoilers (docs/product/labels.md#what-a-reader-sees). */

/** A text that may give away what happens in a story: an excerpt, a comment, a review or a chat. */
interface SpoilerText {
  /** Whether the viewer is not as far as what it is about: by `visibleTo` for a chapter, `isStoryAhead` for the whole story. */
  isAhead: boolean;
  /** The author of the story. */
  authorId: string;
  /** Who wrote the text; null for several people. */
  writerId: string | null;
}

/**
 * Whether a text stays folded for a viewer until they ask for it ('Show anyway'). Every call that returns texts or numbers
 * about a part of a story asks this function (contract-checks/spoilers-stay-folded.test.ts).
 */
export const isSpoilerFor = (viewer: PolicyViewer, { isAhead, authorId, writerId }: SpoilerText): boolean =>
  isAhead && (viewer === null || (viewer.id !== authorId && viewer.id !== writerId));

/**
 * Where a reader is in a story as a whole: whether they have finished it as it is now, and when they last had read
 * everything that was published.
 */
export interface StoryPlace {
  isFinished: boolean;
  caughtUpAt: Date | null;
}

/** Whether a reader is not as far as a text about the whole story that was written at `at`. */
export const isStoryAhead = ({ isFinished, caughtUpAt }: StoryPlace, at: Date): boolean =>
  !isFinished && (caughtUpAt === null || at > caughtUpAt);
