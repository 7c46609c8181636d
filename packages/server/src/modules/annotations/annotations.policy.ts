import { checksOf, type PolicyViewer } from '../../platform/policy.ts';

interface OwnedAnnotation {
  user_id: string;
}

/** Annotations are private: only the reader who made one sees or changes it (docs/product/annotations.md#privacy). */
const isOwner = (viewer: PolicyViewer, annotation: OwnedAnnotation): boolean =>
  viewer?.id === annotation.user_id;

const rules = { canRead: isOwner, canEdit: isOwner };
export const requireHighlight = checksOf<OwnedAnnotation>('Highlight', rules).requireEditable;
export const requireBookmark = checksOf<OwnedAnnotation>('Bookmark', rules).requireEditable;
