import { storyListLimits } from '@inkling/contract/limits';
import { expect, test } from 'vitest';
import { countedStories } from './show-more.tsx';

test('a list that was not counted to its end has a plus sign', () => {
  const { counted } = storyListLimits;
  expect([0, 1, 234, counted, counted + 1].map(countedStories)).toEqual([
    '0 stories',
    '1 story',
    '234 stories',
    '1,000+ stories',
    '1,001 stories',
  ]);
});
