import { checksOf, type PolicyViewer } from '../../platform/policy.ts';
import { isAuthor, isShown, type ListedStory, type ListViewer } from '../stories/index.ts';

interface Chapter {
  author_id: string;
  is_published: boolean;
  story_is_published: boolean;
}

/** Published chapters of published stories are public; only the author sees the others (docs/product/chapters.md#reading-access). */
export const canRead = (viewer: PolicyViewer, chapter: Chapter): boolean =>
  (chapter.is_published && chapter.story_is_published) || isAuthor(viewer, chapter);

export const canEdit = isAuthor;

/**
 * How far a reader has read in a story: the highest number of a published chapter that they have opened, 0 before the
 * first, and when they last had read everything that was published.
 */
export interface ReaderPlace {
  furthest: number;
  caughtUpAt: Date | null;
}

export interface PublishedChapter {
  number: number;
  published_at: Date;
}

/**
 * Whether a reader has reached a chapter: they opened it or a later one, or it was published before they last had read
 * everything. Progress in percent does not count, since the story may have grown.
 */
const hasReached = ({ furthest, caughtUpAt }: ReaderPlace, { number, published_at }: PublishedChapter) =>
  number <= furthest || (caughtUpAt !== null && published_at <= caughtUpAt);

/**
 * Where a reader is in a story as a whole: whether they have finished it as it is now, and when they last had read
 * everything that was published.
 */
export interface StoryPlace {
  isFinished: boolean;
  caughtUpAt: Date | null;
}

/**
 * Whether a text about the whole story, written at `at`, can spoil nothing for a reader: they have finished the story, or
 * had read everything by then (docs/product/ratings.md#spoilers). Reviews marked as spoilers stay folded for others.
 */
export const hasFinished = ({ isFinished, caughtUpAt }: StoryPlace, at: Date): boolean =>
  isFinished || (caughtUpAt !== null && at <= caughtUpAt);

/**
 * Where a viewer may see something: in lists, searches and excerpts; in their own library; or behind a link that they
 * open, which includes reading.
 */
export type Place = 'lists' | 'library' | 'link';

/** Whether a story is shown at a place (docs/product/labels.md#what-a-reader-sees). */
function isShownAt(place: Place, viewer: ListViewer, story: ListedStory): boolean {
  if (place === 'lists') return isShown(viewer, story);
  if (story.deleted_at !== null) return false;
  return story.is_published || (place === 'link' && isAuthor(viewer, story));
}

/**
 * What a viewer sees of a published chapter unasked: everything, nothing, or that it exists while its excerpts,
 * comments and the like stay folded, since the reader has not reached it. `visibleTo` is the same in SQL.
 */
export function visibility(
  viewer: ListViewer,
  story: ListedStory,
  chapter: PublishedChapter,
  reached: ReaderPlace,
  place: Place,
): 'shown' | 'folded' | 'hidden' {
  if (!isShownAt(place, viewer, story)) return 'hidden';
  return isAuthor(viewer, story) || (viewer !== null && hasReached(reached, chapter)) ? 'shown' : 'folded';
}

export const { requireEditable } = checksOf<Chapter>('Chapter', { canRead, canEdit });
