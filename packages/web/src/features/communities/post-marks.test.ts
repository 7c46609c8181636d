import { expect, test } from 'vitest';
import { plainText } from './post-marks.ts';

test('the beginning of a post is shown without the marks of lists and quotations', () => {
  expect(plainText('I use oil.\n\n- one\n* two\n\n> quoted\n>\n1. first\na - b > c')).toBe(
    'I use oil.\none\ntwo\nquoted\n1. first\na - b > c',
  );
  expect(plainText('')).toBe('');
});
