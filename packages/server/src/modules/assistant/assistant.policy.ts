import { checksOf, type PolicyViewer } from '../../platform/policy.ts';

/** Only its author asks about a story's names; for others it is not found. */
const isAuthor = (viewer: PolicyViewer, { author_id }: { author_id: string }): boolean =>
  author_id === viewer?.id;

export const { requireEditable: requireAuthor } = checksOf('Story', { canRead: isAuthor, canEdit: isAuthor });
