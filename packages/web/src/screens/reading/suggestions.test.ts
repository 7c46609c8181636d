import type { Story } from '@inkling/contract/stories';
import { expect, test } from 'vitest';
import { story as anyStory } from '../../testing/fixtures.ts';
import { storiesToReadNext } from './suggestions.ts';

const story = (id: string, changes: Partial<Story> = {}): Story => ({
  ...anyStory,
  _id: id,
  title: id,
  ...changes,
});

test('suggests four other stories that can be read, each once, in the given order', () => {
  const soon = story('soon', { effectiveStatus: 'coming_soon' });
  const given = ['this', 'a', 'b', 'a', 'c', 'd', 'e'].map((id) => story(id));
  const suggested = storiesToReadNext(story('this'), [soon, ...given]);
  expect(suggested.map(({ _id }) => _id)).toEqual(['a', 'b', 'c', 'd']);
});
