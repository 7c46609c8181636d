import { expect, test } from 'vitest';
import { fileName } from './export-form.tsx';

test.each([
  ['The Lamp', 'The Lamp.epub'],
  ['a/b: "c"?', 'a b c.epub'],
  ['... .', 'story.epub'],
  [`${'x'.repeat(59)}\u{1F5DD}\u{FE0F} key`, `${'x'.repeat(59)}.epub`],
  [`${'x'.repeat(58)}e\u0301\u0302 more`, `${'x'.repeat(58)}.epub`],
  [`${'x'.repeat(57)}e\u0301\u0302 more`, `${'x'.repeat(57)}e\u0301\u0302.epub`],
])('the title %j becomes the file name %j, which cuts no character in two', (title, name) => {
  expect(fileName(title, 'epub')).toBe(name);
});
