import { checksOf, type PolicyViewer } from '../../platform/policy.ts';
import { isAuthor } from '../stories/index.ts';

interface Chapter {
  author_id: string;
  is_published: boolean;
  story_is_published: boolean;
}

/** Published chapters of published stories are public; only the author sees the others (docs/product/chapters.md#reading-access). */
export const canRead = (viewer: PolicyViewer, chapter: Chapter): boolean =>
  (chapter.is_published && chapter.story_is_published) || isAuthor(viewer, chapter);

export const canEdit = isAuthor;

export const { requireEditable } = checksOf<Chapter>('Chapter', { canRead, canEdit });
