import { checksOf, type PolicyViewer } from '../../platform/policy.ts';

/** Only the person who started an import knows of it. */
const canRead = (viewer: PolicyViewer, { user_id }: { user_id: string }): boolean => user_id === viewer?.id;

export const { requireEditable } = checksOf('Import', { canRead, canEdit: canRead });
