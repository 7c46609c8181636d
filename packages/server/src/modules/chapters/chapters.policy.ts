import { checksOf, type PolicyViewer } from '../../platform/policy.ts';
import { isAuthor } from '../stories/index.ts';

interface Chapter {
  author_id: string;
  /** By `isPublicChapter`. */
  is_public: boolean;
}

/** Only the author sees chapters that are not public (docs/product/chapters.md#reading-access). */
export const canRead = (viewer: PolicyViewer, chapter: Chapter): boolean =>
  chapter.is_public || isAuthor(viewer, chapter);

export const canEdit = isAuthor;

export const { requireEditable } = checksOf<Chapter>('Chapter', { canRead, canEdit });
