import type { HighlightColor } from '@inkling/contract/annotations';

export type { HighlightColor };

/** All of them in their order. Not imported from the contract, whose schemas would be loaded with the reading screen. */
export const highlightColors = [
  'yellow',
  'green',
  'blue',
  'pink',
  'purple',
] as const satisfies readonly HighlightColor[];

export const colorNames: Record<HighlightColor, string> = {
  yellow: 'Yellow',
  green: 'Green',
  blue: 'Blue',
  pink: 'Pink',
  purple: 'Purple',
};

/** A stored color; one that this page does not know is yellow (docs/product/annotation-screens.md#drawing). */
export const knownColor = (color: string): HighlightColor =>
  highlightColors.find((known) => known === color) ?? 'yellow';
