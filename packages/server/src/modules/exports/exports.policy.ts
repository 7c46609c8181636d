import { checksOf, type PolicyViewer } from '../../platform/policy.ts';

/** Only its author exports a story, published or not, also while it is taken down; for others it is not found. */
const canRead = (viewer: PolicyViewer, { author_id }: { author_id: string }): boolean =>
  author_id === viewer?.id;

export const { requireEditable: requireExportable } = checksOf('Story', { canRead, canEdit: canRead });
