import type { Story, StoryStatus } from '@inkling/contract/stories';
import { compactNumber } from '../../lib/format.ts';

export { authorOf, coverAlt, titleOf } from '../covers/cover-text.ts';

export const descriptionOf = (story: Pick<Story, 'description'>): string =>
  story.description || 'No description available.';

/** The statuses of a story in the order of their choices, with their labels. */
export const statusNames: Record<StoryStatus, string> = {
  ongoing: 'Ongoing',
  completed: 'Completed',
  coming_soon: 'Coming Soon',
};
/** The label of a status; an unknown value is shown as it is. */
export const statusName = (status: StoryStatus): string => statusNames[status] ?? status;

export const isComingSoon = (story: Pick<Story, 'effectiveStatus' | 'chapterCount'>): boolean =>
  story.effectiveStatus === 'coming_soon' || story.chapterCount === 0;

export const comingSoonAlert = 'This story is coming soon! Chapters will be available shortly.';

/** '1 chapter', '12 chapters', '1.2K views'. */
export const formatCount = (value: number, one: string): string =>
  `${compactNumber(value)} ${one}${value === 1 ? '' : 's'}`;
