import { expect, test } from 'vitest';
import { commentsAbove, textOf } from './comments-above.ts';

test('a comment becomes one line, with links to the pages that it names', () => {
  expect(textOf(' It was full. ')).toBe('It was full');
  expect(textOf('\n * A room was full (docs/product/chat.md#rooms);\n * wait.\n ')).toBe(
    'A room was full ([chat.md](chat.md#rooms)); wait',
  );
});

test('each declaration has the text of the comment above it, and one without a comment fails', () => {
  const meaning = commentsAbove(['packages/contract/src/error-codes.ts'], /(\w+): /);
  expect(meaning('USERNAME_TAKEN')).toBe('The username is in use');
  expect(() => meaning('NO_SUCH_CODE')).toThrow('NO_SUCH_CODE has no comment above it');
});
