import { storyListLimits } from '@inkling/contract/limits';

/** How many stories a list has, for a text: '1,000+' where the server stopped counting. */
export const countedStories = (total: number): string =>
  `${total.toLocaleString('en')}${total === storyListLimits.counted ? '+' : ''}`;
