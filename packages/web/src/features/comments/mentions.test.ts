import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitMentions } from './with-mentions.tsx';

const names = (text: string, mentions: string[]) =>
  splitMentions(text, mentions).flatMap(({ username }) => (username === undefined ? [] : [username]));

test.each([
  ['@ada, look', ['ada'], ['ada']],
  ['Thanks, @ada.', ['ada'], ['ada']],
  ['@Ada and @bo-b.', ['ada', 'bo-b'], ['ada', 'bo-b']],
  ['@a.b.c...', ['a.b.c', 'a'], ['a.b.c']],
  ['@adam', ['ada'], []],
  ['ada@example.com @@ada', ['example.com', 'ada'], []],
  ['(@ada)', ['ada'], ['ada']],
  ['@nobody', [], []],
  ['https://example.com/@ada?to=@ada @ada', ['ada'], ['ada']],
  ['example.com/@ada www.example.com,@ada', ['ada'], []],
])('of %j, the people among %j who are mentioned are %j', (text, mentions, found) => {
  expect(names(text, mentions)).toEqual(found);
});

test('the parts together are the text', () => {
  const word = fc.constantFrom('@ada', '@bo.', 'ada@bo', ' ', '.', '@', '🦊', 'x', '\n');
  fc.assert(
    fc.property(fc.array(word), (words) => {
      const text = words.join('');
      const parts = splitMentions(text, ['ada', 'bo']);
      expect(parts.map((part) => part.text).join('')).toBe(text);
    }),
  );
});
