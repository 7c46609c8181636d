import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8');

type Colour = [lightness: number, chroma: number, hue: number];

const oklch = String.raw`oklch\(([\d.]+)% ([\d.]+) ([\d.]+)\)`;

/** The colours that a block of tokens.css sets, by name; for light-dark() pairs, the light or the dark one. */
function coloursOf({ block: selector, dark = false }: Theme): Map<string, Colour> {
  const from = css.indexOf(`${selector} {`);
  const block = css.slice(from, css.indexOf('}', from));
  const singles = [...block.matchAll(new RegExp(`--([\\w-]+): ${oklch};`, 'g'))];
  const pairs = [...block.matchAll(new RegExp(`--([\\w-]+): light-dark\\(${oklch}, ${oklch}\\);`, 'g'))];
  const found = [
    ...singles,
    ...pairs.map(([all, name, ...parts]) => [all, name, ...parts.slice(dark ? 3 : 0)]),
  ];
  return new Map(
    found.map(([, name = '', l, c, h]): [string, Colour] => [name, [Number(l) / 100, Number(c), Number(h)]]),
  );
}

/** WCAG relative luminance, computed through linear sRGB (Björn Ottosson's Oklab matrices). */
function luminance([lightness, chroma, hue]: Colour): number {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const clamp = (part: number) => Math.min(1, Math.max(0, part));
  const red = clamp(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s);
  const green = clamp(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s);
  const blue = clamp(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: Colour, other: Colour): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

const backgrounds = ['surface', 'raised', 'sunken'];
const textPairs = backgrounds.flatMap((background) =>
  ['text', 'muted', 'accent-text'].map((foreground) => [foreground, background] as const),
);
const nonTextPairs = backgrounds.flatMap((background) =>
  ['control', 'focus', 'ribbon', 'laurel'].map((foreground) => [foreground, background] as const),
);
const accentPairs = [
  ['on-accent', 'accent'],
  ['on-accent', 'accent-hover'],
] as const;
const statePairs = [
  ['on-danger', 'danger'],
  ['danger-text', 'danger-soft'],
  ['danger-text', 'surface'],
  ['danger-text', 'raised'],
  ['on-notice', 'notice'],
  ['success', 'raised'],
] as const;

interface Theme {
  name: string;
  block: string;
  dark?: boolean;
}

const themes: Theme[] = [
  { name: 'paper', block: ':root' },
  { name: 'ink', block: ':root', dark: true },
  { name: 'light reading', block: ':root[data-reading-theme]' },
  { name: 'sepia reading', block: ':root[data-reading-theme="sepia"]' },
  { name: 'dusk reading', block: ':root[data-reading-theme="dusk"]', dark: true },
  { name: 'moss reading', block: ':root[data-reading-theme="moss"]' },
  { name: 'dark reading', block: ':root[data-reading-theme]', dark: true },
];

describe.each(themes)('the colours of the $name theme', (theme) => {
  // A reading theme inherits the app's light or dark value of every token that it does not set.
  const colours = new Map([...coloursOf({ ...theme, block: ':root' }), ...coloursOf(theme)]);
  const pairs = [...textPairs, ...accentPairs, ...statePairs];
  const colour = (name: string): Colour => colours.get(name) ?? [Number.NaN, 0, 0];

  test.each(pairs)('%s on %s has a text contrast of at least 4.5:1', (foreground, background) => {
    expect(contrast(colour(foreground), colour(background))).toBeGreaterThanOrEqual(4.5);
  });
  test.each(nonTextPairs)('%s on %s has a non-text contrast of at least 3:1', (foreground, background) => {
    expect(contrast(colour(foreground), colour(background))).toBeGreaterThanOrEqual(3);
  });
});

test('the paper theme is light and the ink theme is dark', () => {
  const [paper, ink] = themes.slice(0, 2).map((theme) => coloursOf(theme));
  expect(paper?.size).toBeGreaterThan(15);
  expect([...(ink?.keys() ?? [])]).toEqual([...(paper?.keys() ?? [])]);
  expect(paper?.get('surface')?.[0]).toBeGreaterThan(0.9);
  expect(ink?.get('surface')?.[0]).toBeLessThan(0.3);
});
