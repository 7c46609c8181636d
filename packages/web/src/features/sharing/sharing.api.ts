import type { Passage } from '@inkling/contract/passage-link';
import { callQuery } from '../../lib/query.ts';

/** Where a shared passage is in a chapter's current text. */
export const passageQuery = (chapterId: string, { version, paragraph, from, to }: Passage) =>
  callQuery('GET /chapters/{id}/passage', {
    params: { id: chapterId },
    query: { version, paragraph, from, to },
  });
