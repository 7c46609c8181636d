import type { ReadableEntry } from '@inkling/contract/library';
import { paths } from '../../lib/paths.ts';
/** 'New chapter' or '4 new chapters'. */
export const newChaptersLabel = (count: number): string =>
  count === 1 ? 'New chapter' : `${count} new chapters`;

/** Progress in whole percent; 100 only for what was read to its end. */
export const wholePercent = (progress: number): number => Math.floor(progress);

/** Where a story continues: at its page if the reader may read none of its chapters any more. */
export const continuePath = ({
  story,
  continueWith,
}: Pick<ReadableEntry, 'story' | 'continueWith'>): string =>
  continueWith === null ? paths.story(story._id) : paths.reading(story._id, continueWith);
