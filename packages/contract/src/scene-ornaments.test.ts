import { expect, test } from 'vitest';
import { isOrnament, isOrnamentBetween } from './scene-ornaments.ts';

test.each([
  ...['***', '* * *', '#', '###', '⁂', '◆', '~', '---', '– – –', '—–—', '• • •'],
  ...['o0o', 'oOo', 'oo0oo', '-o0o-', '--oOo--', '~*~', '~ * ~', '-=-', '~o~O~o~'],
])('%s is a scene break', (text) => {
  expect(isOrnament(text)).toBe(true);
});

test.each(['⸻', '§', '+++', 'xxx', 'XXX'])('%s is a scene break between paragraphs', (text) => {
  expect([isOrnament(text), isOrnamentBetween(text)]).toEqual([false, true]);
});

test.each(['xXx', 'xx', 'xxxx', 'x', '++', '§ 1', 'xxx, Ann'])('%s is never a scene break', (text) => {
  expect(isOrnamentBetween(text)).toBe(false);
});

test.each(['Ooo', 'Oh', '00', '100', '—', '——', '-1-', 'xo', '“~*~”', '* Salt', '~*~ a ~*~'])(
  '%s is text',
  (text) => {
    expect(isOrnament(text)).toBe(false);
  },
);
