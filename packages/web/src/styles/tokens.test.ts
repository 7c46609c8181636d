import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8');

type Colour = [lightness: number, chroma: number, hue: number];

const oklch = String.raw`oklch\(([\d.]+)% ([\d.]+) ([\d.]+)\)`;

/** The colours that a block of tokens.css sets, by name; of pairs those for paper, or for ink. */
function coloursOf({ block: selector, ink = false }: Theme): Map<string, Colour> {
  const from = css.indexOf(`${selector} {`);
  const block = css.slice(from, css.indexOf('}', from));
  const one = [...block.matchAll(new RegExp(`--([\\w-]+): ${oklch};`, 'g'))];
  const pairs = [...block.matchAll(new RegExp(`--([\\w-]+): light-dark\\(${oklch}, ${oklch}\\);`, 'g'))];
  const found = [...one, ...pairs.map(([all, name, ...parts]) => [all, name, ...parts.slice(ink ? 3 : 0)])];
  return new Map(
    found.map(([, name = '', l, c, h]): [string, Colour] => [name, [Number(l) / 100, Number(c), Number(h)]]),
  );
}

/** Relative luminance, as WCAG has it, by way of linear sRGB (Björn Ottosson's Oklab matrices). */
function luminance([lightness, chroma, hue]: Colour): number {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const within = (part: number) => Math.min(1, Math.max(0, part));
  const red = within(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s);
  const green = within(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s);
  const blue = within(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: Colour, other: Colour): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

const grounds = ['surface', 'raised', 'sunken'];
const words = grounds.flatMap((ground) =>
  ['text', 'muted', 'accent-text'].map((ink) => [ink, ground] as const),
);
const shapes = grounds.flatMap((ground) => ['control', 'focus'].map((ink) => [ink, ground] as const));
const own = [
  ['on-accent', 'accent'],
  ['on-accent', 'accent-hover'],
] as const;
const states = [
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
  ink?: boolean;
}

const themes: Theme[] = [
  { name: 'paper', block: ':root' },
  { name: 'ink', block: ':root', ink: true },
  { name: 'reading in light', block: '[data-reading-theme="light"]' },
  { name: 'reading in sepia', block: '[data-reading-theme="sepia"]' },
  { name: 'reading in the dark', block: '[data-reading-theme="dark"]', ink: true },
];

describe.each(themes)('the colours of $name', (theme) => {
  // What the reading screen does not set is the app's, as dark as the reading screen is.
  const colours = new Map([...coloursOf({ ...theme, block: ':root' }), ...coloursOf(theme)]);
  const pairs = [...words, ...own, ...states];
  const of = (name: string): Colour => colours.get(name) ?? [Number.NaN, 0, 0];

  test.each(pairs)('%s can be read on %s (4.5 to 1)', (ink, ground) => {
    expect(contrast(of(ink), of(ground))).toBeGreaterThanOrEqual(4.5);
  });
  test.each(shapes)('%s can be seen on %s (3 to 1)', (ink, ground) => {
    expect(contrast(of(ink), of(ground))).toBeGreaterThanOrEqual(3);
  });
});

test('paper is light and ink is dark', () => {
  const [paper, ink] = themes.slice(0, 2).map((theme) => coloursOf(theme));
  expect(paper?.size).toBeGreaterThan(15);
  expect([...(ink?.keys() ?? [])]).toEqual([...(paper?.keys() ?? [])]);
  expect(paper?.get('surface')?.[0]).toBeGreaterThan(0.9);
  expect(ink?.get('surface')?.[0]).toBeLessThan(0.3);
});
