import { expect, test } from 'vitest';
import { formatView, isChosen, parseView, queryOf } from './library-view.ts';

test('a view survives its address', () => {
  const view = { q: 'lamp & son', sort: 'title', filter: 'on_hold' } as const;
  const address = formatView('reading', view);
  expect(address).toBe('?tab=reading&q=lamp+%26+son&sort=title&filter=on_hold');
  expect(parseView('reading', address)).toEqual(view);
  expect(queryOf('reading', view)).toEqual(view);
});

test('defaults are left out of the address', () => {
  for (const tab of ['reading', 'completed', 'bookmarks'] as const) {
    expect(formatView(tab, parseView(tab, ''))).toBe(`?tab=${tab}`);
    expect(isChosen(tab, parseView(tab, ''))).toBe(false);
  }
  expect(queryOf('bookmarks', parseView('bookmarks', ''))).toEqual({});
  expect(queryOf('completed', parseView('completed', ''))).toEqual({ filter: 'completed' });
});

test('what a tab does not offer is ignored', () => {
  const invalid = parseView('completed', '?q=%20%20&sort=-progress&filter=dropped');
  expect(invalid).toEqual(parseView('completed', ''));
  expect(parseView('bookmarks', `?q=${'x'.repeat(300)}`).q).toHaveLength(200);
});
