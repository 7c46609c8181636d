import { storyListLimits } from '@inkling/contract/limits';

/** How many stories a list has: '1 story', '12 stories', '1,000+ stories' where the server stopped counting. */
export const countedStories = (total: number): string =>
  `${total.toLocaleString('en')}${total === storyListLimits.counted ? '+' : ''} ${total === 1 ? 'story' : 'stories'}`;
