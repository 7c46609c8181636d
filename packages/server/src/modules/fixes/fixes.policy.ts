import { checksOf, type PolicyViewer } from '../../platform/policy.ts';

interface Fix {
  reader_id: string;
}

const isReader = (viewer: PolicyViewer, fix: Fix): boolean => viewer?.id === fix.reader_id;

/** Only the reader who suggested a fix withdraws it (docs/product/fixes.md#suggesting). */
export const { requireEditable: requireOwn } = checksOf<Fix>('Suggestion', {
  canRead: isReader,
  canEdit: isReader,
});
