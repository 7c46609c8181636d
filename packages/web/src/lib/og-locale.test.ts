import { expect, test } from 'vitest';
import { ogLocale } from './og-locale.ts';

test.each([
  ['en', 'en_US'],
  ['pt', 'pt_BR'],
  ['de', 'de_DE'],
  ['en-GB', 'en_GB'],
])('the Open Graph locale of %s is %s', (language, locale) => expect(ogLocale(language)).toBe(locale));
