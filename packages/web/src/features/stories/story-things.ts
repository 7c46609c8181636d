import type { Story } from '@inkling/contract/stories';
import type { Reportable } from '../reports/report-dialog.tsx';

/** What can be reported about a story: itself, and its cover. */
export const storyThings = ({ _id: id, coverImage }: Pick<Story, '_id' | 'coverImage'>): Reportable =>
  coverImage === null
    ? [{ kind: 'story', id }]
    : [
        { kind: 'story', id },
        { kind: 'cover', id },
      ];
