import { beforeEach, expect, test, vi } from 'vitest';
import { deviceSettings } from './device-settings.ts';

let stored: Map<string, string>;
let isFull = false;
beforeEach(() => {
  stored = new Map();
  isFull = false;
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (isFull) throw new Error('QuotaExceededError');
      stored.set(key, value);
    },
  });
  return () => vi.unstubAllGlobals();
});

interface Look {
  size: number;
  theme: string;
}
const open = () =>
  deviceSettings<Look>('look', { size: 1, theme: 'dark' }, ({ size, theme }) => ({
    size: typeof size === 'number' ? size : 1,
    theme: typeof theme === 'string' ? theme : 'dark',
  }));
/** What another tab stores; without `isTold`, as long as this tab does not know of it. */
function inOtherTab(value: Look | null, isTold = true): void {
  if (value === null) stored.clear();
  else stored.set('look', JSON.stringify(value));
  if (isTold)
    window.dispatchEvent(Object.assign(new Event('storage'), { key: value === null ? null : 'look' }));
}

test('a change in another tab is shown, and what it empties is as by default', () => {
  const look = open();
  expect(look.read()).toEqual({ size: 1, theme: 'dark' });
  inOtherTab({ size: 2, theme: 'sepia' });
  expect(look.read()).toEqual({ size: 2, theme: 'sepia' });
  inOtherTab(null);
  expect(look.read()).toEqual({ size: 1, theme: 'dark' });
});

test('a change overwrites nothing else that another tab has stored', () => {
  const look = open();
  look.read();
  inOtherTab({ size: 2, theme: 'sepia' }, false);
  look.change({ theme: 'light' });
  expect(look.read()).toEqual({ size: 2, theme: 'light' });
  expect(JSON.parse(stored.get('look') ?? '')).toEqual({ size: 2, theme: 'light' });
});

test('invalid values are replaced, and without room changes last until the page is closed', () => {
  stored.set('look', '{"size":"large","theme":"sepia"}');
  const look = open();
  expect(look.read()).toEqual({ size: 1, theme: 'sepia' });
  isFull = true;
  look.change({ size: 3 });
  look.change({ theme: 'light' });
  expect(look.read()).toEqual({ size: 3, theme: 'light' });
  stored.set('look', '{');
  expect(open().read()).toEqual({ size: 1, theme: 'dark' });
});
