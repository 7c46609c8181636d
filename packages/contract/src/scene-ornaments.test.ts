import { expect, test } from 'vitest';
import { isOrnament } from './scene-ornaments.ts';

test.each([
  ...['***', '* * *', '#', '###', '⁂', '◆', '~', '---', '– – –', '—–—', '• • •'],
  ...['o0o', 'oOo', 'oo0oo', '-o0o-', '--oOo--', '~*~', '~ * ~', '-=-', '~o~O~o~'],
])('%s is a scene break', (text) => {
  expect(isOrnament(text)).toBe(true);
});

test.each(['Ooo', 'Oh', '00', '100', '—', '——', '-1-', 'xo', '“~*~”', '* Salt', '~*~ a ~*~'])(
  '%s is text',
  (text) => {
    expect(isOrnament(text)).toBe(false);
  },
);
