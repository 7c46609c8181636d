import { expect, test } from 'vitest';
import type { Box } from '../chapters/reader/passage-range.ts';
import { placeMenu } from './selection-menu.tsx';

const free: Box = { top: 60, bottom: 700, left: 0, right: 320 };
const menu = { width: 300, height: 110 };
const line = (top: number, left = 100, right = 200): Box => ({ top, bottom: top + 30, left, right });
const place = (first: Box, last = first, isTouch = false) => placeMenu({ first, last, menu, free, isTouch });

test('the menu is above the selection, centered and inside the window', () => {
  expect(place(line(400))).toEqual({ top: 282, left: 8 });
  expect(
    placeMenu({
      first: line(400, 500, 600),
      last: line(400),
      menu,
      free: { ...free, right: 1200 },
      isTouch: false,
    }),
  ).toEqual({
    top: 282,
    left: 400,
  });
});

test('without room above, it is below', () => {
  expect(place(line(100), line(160)).top).toBe(198);
});

test('on phones it leaves room for the phone’s own menu above and for its handles below', () => {
  expect(place(line(400), line(400), true).top).toBe(400 - 64 - 110);
  expect(place(line(200), line(230), true).top).toBe(260 + 36);
});

test('for a selection that fills the window, it is at the lower edge', () => {
  expect(place(line(-200), line(900)).top).toBe(700 - 8 - 110);
});
