import { checksOf, type PolicyViewer } from '../../platform/policy.ts';
import { isAuthor, isShown, type ListedStory, type ListViewer } from '../stories/index.ts';
import { hasReached, isSpoilerFor, type PublishedChapter, type ReaderPlace } from './spoilers.ts';

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
  const isAhead = viewer === null || !hasReached(reached, chapter);
  return isSpoilerFor(viewer, { isAhead, authorId: story.author_id, writerId: null }) ? 'folded' : 'shown';
}

export const { requireEditable } = checksOf<Chapter>('Chapter', { canRead, canEdit });
