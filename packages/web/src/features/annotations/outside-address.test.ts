import { expect, test } from 'vitest';
import { outsideAddress } from './annotation-layer.tsx';

test('the selected words are one value of the address, whatever is in them', () => {
  const address = 'https://dictionary.example/?q={text}&l=en';
  expect(outsideAddress(address, ' a lamp & $& <b>\n')).toBe(
    'https://dictionary.example/?q=a%20lamp%20%26%20%24%26%20%3Cb%3E&l=en',
  );
  expect(outsideAddress(address, `${'a'.repeat(499)}🕯`)).toContain('a%EF%BF%BD&l=en');
  expect(outsideAddress(null, 'a lamp')).toBeUndefined();
});
