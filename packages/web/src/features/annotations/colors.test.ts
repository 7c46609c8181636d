import { highlightColors } from '@inkling/contract/annotations';
import { describe, expect, test } from 'vitest';
import { colors, highlightCss, highlightColors as known, textColor } from './colors.ts';

/** WCAG relative luminance of a color such as #fbbf24. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** The colors of the specification. */
const specified = {
  yellow: '#fbbf24',
  green: '#34d399',
  blue: '#60a5fa',
  pink: '#f472b6',
  purple: '#a78bfa',
};

test('the colors are those of the contract', () => {
  expect(known).toEqual(highlightColors);
});

describe.each(highlightColors)('a %s highlight', (color) => {
  const { background } = colors[color];

  test('has the color of the specification', () => {
    expect(background).toBe(specified[color]);
    expect(highlightCss).toContain(
      `::highlight(highlight-${color}) { background-color: ${background}; color: ${textColor}; }`,
    );
  });

  // It sets its own text color, so that the reading theme does not matter [U26].
  test('has text with a contrast of at least 4.5:1 in every reading theme', () => {
    expect(contrast(textColor, background)).toBeGreaterThanOrEqual(4.5);
  });

  test.each(highlightColors)('shows a %s one below it with a line of at least 3:1', (below) => {
    expect(contrast(colors[below].shade, background)).toBeGreaterThanOrEqual(3);
  });
});
