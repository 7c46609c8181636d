import type { Box } from '../chapters/reader/passage-range.ts';

interface Space {
  /** The first and the last line of the selection. */
  first: Box;
  last: Box;
  menu: { width: number; height: number };
  /** The part of the window that is free: below the header. */
  free: Box;
  /** Phones show their own menu above the selection, and handles below it. */
  isTouch: boolean;
}

const margin = 8;
const phoneMenu = 64;
const phoneHandles = 36;

/**
 * Where the selection menu is shown in the window: above the selection (on phones above the phone's own menu), else
 * below it, else at the lower edge. It covers the selection only if that leaves no room above and below.
 */
export function placeMenu({ first, last, menu, free, isTouch }: Space): { top: number; left: number } {
  const [gapAbove, gapBelow] = isTouch ? [phoneMenu, phoneHandles] : [margin, margin];
  const above = first.top - gapAbove - menu.height;
  const below = last.bottom + gapBelow;
  const fits = (top: number) => top >= free.top + margin && top + menu.height <= free.bottom - margin;
  const top = [above, below].find(fits) ?? free.bottom - margin - menu.height;
  const line = top === below ? last : first;
  const center = (Math.max(line.left, free.left) + Math.min(line.right, free.right)) / 2;
  const left = Math.min(center - menu.width / 2, free.right - margin - menu.width);
  return { top, left: Math.max(left, free.left + margin) };
}
