import type { HighlightColor } from '@inkling/contract/annotations';

export type { HighlightColor };

/** The text on a highlight, which is dark in every reading theme. */
export const textColor = '#111827';

/**
 * The colors of the product, in their order; `shade` is the line that shows a highlight below another one, `line` tells the
 * colors apart. Not imported from the contract, whose schemas would be loaded with the reading screen.
 */
export const colors: Record<
  HighlightColor,
  { name: string; background: string; shade: string; line: string }
> = {
  yellow: { name: 'Yellow', background: '#fbbf24', shade: '#78350f', line: 'underline solid 0.12em' },
  green: { name: 'Green', background: '#34d399', shade: '#064e3b', line: 'underline dashed 0.12em' },
  blue: { name: 'Blue', background: '#60a5fa', shade: '#1e3a8a', line: 'underline overline solid 0.12em' },
  pink: { name: 'Pink', background: '#f472b6', shade: '#831843', line: 'underline wavy 0.08em' },
  purple: { name: 'Purple', background: '#a78bfa', shade: '#4c1d95', line: 'underline double 0.1em' },
};
export const highlightColors = Object.keys(colors) as HighlightColor[];

/** Styles of `::highlight()`. The lines are for readers who cannot tell the colors apart: by choice, or by the system's settings. */
export const highlightCss = highlightColors
  .map((color) => {
    const { background, shade, line } = colors[color];
    return `
::highlight(highlight-${color}) { background-color: ${background}; color: ${textColor}; }
::highlight(overlap-${color}) { text-decoration: underline double 0.14em ${shade}; text-decoration-skip-ink: none; }
[data-highlight-lines] *::highlight(highlight-${color}) { text-decoration: ${line} ${textColor}; }
@media (prefers-contrast: more), (forced-colors: active) {
  ::highlight(highlight-${color}) { text-decoration: ${line} currentcolor; }
}`;
  })
  .join('');

/** A stored color; one that this page does not know is yellow (docs/product/annotation-screens.md#drawing). */
export const knownColor = (color: string): HighlightColor =>
  highlightColors.find((known) => known === color) ?? 'yellow';
