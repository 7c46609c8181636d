import type { Story } from '@inkling/contract/stories';
import { expect, test } from 'vitest';
import { story as fixture, idOf } from '../../testing/fixtures.ts';
import { suggestionsAfter } from './suggestions.ts';

const story = (id: string, changes: Partial<Story> = {}): Story => ({
  ...fixture,
  _id: id,
  title: id,
  ...changes,
});
const ids = (stories: Story[]) => stories.map(({ _id }) => _id);

test('suggests four stories of the author and four of others that can be read, each once', () => {
  const author = { ...fixture.author, _id: idOf(70) };
  const soon = story('soon', { effectiveStatus: 'coming_soon' });
  const own = ['this', 'a', 'b', 'c', 'd', 'e'].map((id) => story(id));
  const others = ['f', 'g', 'h', 'i', 'j'].map((id) => story(id, { author }));
  const { byAuthor, next } = suggestionsAfter(
    story('this'),
    [soon, ...own],
    [story('this'), story('a'), { ...soon, author }, ...others.slice(0, 2), ...others],
  );
  expect(ids(byAuthor)).toEqual(['a', 'b', 'c', 'd']);
  expect(ids(next)).toEqual(['f', 'g', 'h', 'i']);
});
