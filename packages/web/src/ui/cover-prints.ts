import css from '../styles/covers.css?raw';

/** A tile of a pattern. */
export interface Figure {
  /** SVG markup in one color. */
  markup: (color: string) => string;
  viewBox: string;
  /** In hundredths of the cover's width. */
  width: number;
  height: number;
}

export interface Pattern {
  /** Printed in the palette's first color, then its second. */
  figures: (Figure | null)[];
  /** Where the middle tile stands: shares of the free width and height, as in CSS. */
  at: [x: number, y: number];
}

export type Palette = Record<'ground' | 'print' | 'print-2' | 'plate' | 'ink' | 'on-ground', string>;

/** The custom properties of a rule of the style sheet, which is the only source of patterns and palettes. */
function propertiesOf(selector: string): Map<string, string> {
  const start = css.indexOf(`${selector} {`);
  const block = css.slice(start, css.indexOf('\n}', start));
  return new Map(
    [...block.matchAll(/--([\w-]+):\s*([^\n]+);/g)].map(([, name = '', value = '']) => [name, value]),
  );
}

const dataAddress = /^url\("data:image\/svg\+xml,(.*)"\)$/;

function figureOf(value: string | undefined, tileWidth: number, idPrefix: string): Figure | null {
  const [, encoded] = dataAddress.exec(value ?? '') ?? [];
  if (encoded === undefined) return null;
  const [, viewBox = '', content = ''] =
    /^<svg [^>]*?viewBox='([^']+)'[^>]*>(.*)<\/svg>$/s.exec(decodeURIComponent(encoded)) ?? [];
  const [, , width = 1, height = 1] = viewBox.split(' ').map(Number);
  // The figures share a document here, so their ids must differ.
  const shapes = content
    .replace(/id='(?=\w')/g, `id='${idPrefix}`)
    .replace(/url\(#(\w)\)/g, `url(#${idPrefix}$1)`);
  // Black means a hole inside a mask, and the color elsewhere.
  const markup = (color: string) =>
    shapes.replace(/<mask.*?<\/mask>|#000/gs, (part) => (part === '#000' ? color : part));
  return { markup, viewBox, width: tileWidth, height: (tileWidth * height) / width };
}

/** A pattern of the style sheet. */
export function patternOf(pattern: number): Pattern {
  const properties = propertiesOf(`[data-pattern="${pattern}"]`);
  const tileWidth = Number.parseFloat(properties.get('mask-size') ?? '100');
  const [x = 50, y = 50] = (properties.get('mask-at') ?? '50% 50%').split(' ').map(Number.parseFloat);
  return {
    figures: [
      figureOf(properties.get('figure'), tileWidth, 'figure-'),
      figureOf(properties.get('second'), tileWidth, 'second-'),
    ],
    at: [x / 100, y / 100],
  };
}

const hex = (linear: number): string => {
  const channel = linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055;
  return Math.round(255 * Math.min(1, Math.max(0, channel)))
    .toString(16)
    .padStart(2, '0');
};

/** `oklch(…)` as `#rrggbb`, for renderers that only know sRGB (https://bottosson.github.io/posts/oklab/). */
export function srgbOf(color: string): string {
  const [, lightness = 0, chroma = 0, hue = 0] =
    /^oklch\(([\d.]+)% ([\d.]+) ([\d.]+)\)$/.exec(color)?.map(Number.parseFloat) ?? [];
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness / 100 + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness / 100 - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness / 100 - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const red = 4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s;
  const green = -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s;
  const blue = -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s;
  return `#${hex(red)}${hex(green)}${hex(blue)}`;
}

/** A palette of the style sheet in sRGB. */
export function paletteOf(palette: number): Palette {
  const properties = propertiesOf(`[data-palette="${palette}"]`);
  const color = (name: string): string => {
    const value = properties.get(name) ?? '';
    const [, reference] = /^var\(--([\w-]+)\)$/.exec(value) ?? [];
    return reference === undefined ? srgbOf(value) : color(reference);
  };
  return {
    ground: color('ground'),
    print: color('print'),
    'print-2': color('print-2'),
    plate: color('plate'),
    ink: color('ink'),
    'on-ground': color('on-ground'),
  };
}
