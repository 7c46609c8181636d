import { storyListLimits } from '@inkling/contract/limits';
import { expect, test } from 'vitest';
import { countedStories } from './counted.ts';

test('a list that was not counted to its end has a plus sign', () => {
  const { counted } = storyListLimits;
  expect([0, 234, counted, counted + 1].map(countedStories)).toEqual(['0', '234', '1,000+', '1,001']);
});
