import { type HighlightColor, highlightColors } from '@inkling/contract/annotations';

export { type HighlightColor, highlightColors };

export const colorNames: Record<HighlightColor, string> = {
  yellow: 'Yellow',
  green: 'Green',
  blue: 'Blue',
  pink: 'Pink',
  purple: 'Purple',
};

/** A stored color; one that this page does not know is yellow (docs/product/annotations.md#highlights). */
export const knownColor = (color: string): HighlightColor =>
  highlightColors.find((known) => known === color) ?? 'yellow';
