import { type FittedText, fitText, type TextBox } from './fit-text.ts';
import { stableHash } from './stable-hash.ts';

/** All lengths are in hundredths of the cover's width. */
export const coverHeight = 400 / 3;

interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface CoverLine {
  text: string;
  x: number;
  /** The baseline. */
  y: number;
  size: number;
  of: 'title' | 'author';
}

/** A generated cover: its pattern and palette (covers.css), and where the plate and each line of text stand. */
export interface CoverDesign {
  pattern: number;
  palette: number;
  layout: LayoutName;
  /** Whether the title is written from right to left, which mirrors the layout. */
  rtl: boolean;
  plate: Rect | null;
  /** Frames and rules on the plate. */
  frame: Rect | null;
  ornament: Rect | null;
  anchor: 'start' | 'middle';
  lines: CoverLine[];
}

const patternCount = 12;
const paletteCount = 12;
/** The first patterns are pictures, which only suit the first layouts; the others suit all layouts. */
const picturePatterns = 2;
const pictureLayouts = 3;

type LayoutName = 'split' | 'window' | 'label' | 'band' | 'border' | 'strip';

interface Layout {
  name: LayoutName;
  anchor: 'start' | 'middle';
  /** The column of title and author. */
  x: number;
  width: number;
  maxTitleSize: number;
  /** The height for the title beside an author of this height. */
  titleHeight: (author: number) => number;
  place: (title: number, author: number) => Placed;
}

interface Placed extends Partial<Pick<CoverDesign, 'plate' | 'frame' | 'ornament'>> {
  titleTop: number;
  authorTop: number;
}

const gap = 3.6;
const inset = ({ x, y, width, height }: Rect, by: number): Rect => ({
  x: x + by,
  y: y + by,
  width: width - 2 * by,
  height: height - 2 * by,
});

/** Title and author above a bottom edge. */
const above = (bottom: number) => (title: number, author: number) => ({
  titleTop: bottom - author - gap - title,
  authorTop: bottom - author,
});

/** Title and author in the middle of a plate. */
function centered(plate: Rect, title: number, author: number): Placed {
  const titleTop = plate.y + (plate.height - title - gap - author) / 2;
  return { plate, titleTop, authorTop: titleTop + title + gap };
}

const splitPlate = { x: 0, y: 0, width: 100, height: 68 };
const borderPlate = { x: 10, y: 10, width: 80, height: coverHeight - 20 };
const borderTop = 28;
const borderBottom = coverHeight - 18;
const maxOrnament = 13;

const layouts: readonly Layout[] = [
  {
    // Title above, picture below.
    name: 'split',
    anchor: 'start',
    x: 10,
    width: 80,
    maxTitleSize: 14,
    titleHeight: (author) => 52 - gap - author,
    place: (title, author) => ({ plate: splitPlate, ...above(61)(title, author) }),
  },
  {
    // Title and author on the background, the picture in a round window.
    name: 'window',
    anchor: 'middle',
    x: 9,
    width: 82,
    maxTitleSize: 14,
    titleHeight: (author) => 53 - gap - author,
    place: above(62),
  },
  {
    // A label with a double border, as on clothbound books.
    name: 'label',
    anchor: 'middle',
    x: 18,
    width: 64,
    maxTitleSize: 13,
    titleHeight: () => 40,
    place(title, author) {
      const plate = { x: 11, y: 17, width: 78, height: Math.max(58, title + gap + author + 16) };
      return { ...centered(plate, title, author), frame: inset(plate, 2.6) };
    },
  },
  {
    // A band across the cover.
    name: 'band',
    anchor: 'middle',
    x: 9,
    width: 82,
    maxTitleSize: 14,
    titleHeight: () => 34,
    place(title, author) {
      const height = Math.max(51, title + gap + author + 17);
      const plate = { x: 0, y: 118.7 - height, width: 100, height };
      // Its sides are outside the cover, so that two rules remain.
      const frame = { x: -2, y: plate.y + 2.4, width: 104, height: height - 4.8 };
      return { ...centered(plate, title, author), frame };
    },
  },
  {
    // A printed border around a full page.
    name: 'border',
    anchor: 'middle',
    x: 18,
    width: 64,
    maxTitleSize: 14,
    titleHeight: (author) => borderBottom - borderTop - 2 * gap - author - 5,
    place(title, author) {
      const [top, bottom] = [borderTop + title + gap, borderBottom - author - gap];
      const size = Math.min(maxOrnament, bottom - top);
      const ornament = { x: 50 - size / 2, y: (top + bottom - size) / 2, width: size, height: size };
      const frame = inset(borderPlate, 2.8);
      return { plate: borderPlate, frame, ornament, titleTop: borderTop, authorTop: borderBottom - author };
    },
  },
  {
    // A strip along the spine.
    name: 'strip',
    anchor: 'start',
    x: 35,
    width: 58,
    maxTitleSize: 14,
    titleHeight: () => 84,
    place: (_title, author) => ({
      plate: { x: 27, y: 0, width: 73, height: coverHeight },
      titleTop: 13,
      authorTop: 123 - author,
    }),
  },
];
const [firstLayout] = layouts;
export const layoutNames: LayoutName[] = layouts.map(({ name }) => name);

/** Scripts with taller letters, or marks above and below them, than Latin, Greek and Cyrillic. */
const tallScript =
  /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]/u;
const spacingOf = (text: string, usual: number): number => usual + (tallScript.test(text) ? 0.24 : 0);
/** From the top of a line to its baseline, as a share of the font size; the rest has room for descenders. */
const baseline = (lineHeight: number): number => lineHeight / 2 + 0.29;

const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u;
/** Whether the first letter belongs to a script that is written from right to left. */
const isRightToLeft = (text: string): boolean => rightToLeft.test(/\p{L}/u.exec(text)?.[0] ?? '');

const authorBox = (author: string, width: number): TextBox => ({
  width,
  height: 15,
  maxSize: 6,
  lineHeight: spacingOf(author, 1.25),
  breakWordsBelow: 4.6,
});

const heightOf = ({ size, lines }: FittedText, { lineHeight }: TextBox): number =>
  size * lines.length * lineHeight;

export type CoverStyle = 'cloth' | 'night';

/** What a style chooses from, instead of everything: cloth with a label, and gold on the night sky. */
const styles: Record<CoverStyle, { patterns: number[]; palettes: number[]; layouts: LayoutName[] }> = {
  cloth: { patterns: [12], palettes: [0, 1, 2, 4, 8, 10], layouts: ['label'] },
  night: { patterns: [2, 4], palettes: [12, 13], layouts: ['window', 'label', 'border'] },
};

export interface CoveredStory {
  id: string;
  title: string;
  author: string;
  style?: CoverStyle | null | undefined;
}

const oneOf = <T>(choices: readonly T[], hash: number): T => choices[hash % choices.length] as T;

/** The generated cover of a story; its id and its author's style alone determine layout, pattern and colors. */
export function coverDesign(story: CoveredStory): CoverDesign {
  const hash = stableHash(story.id);
  if (story.style) {
    const { patterns, palettes, layouts: names } = styles[story.style];
    const face = coverFace(oneOf(names, hash >>> 16), story);
    return { ...face, pattern: oneOf(patterns, hash), palette: oneOf(palettes, hash >>> 8) };
  }
  const pattern = hash % patternCount;
  const choice = (hash >>> 16) % (pattern < picturePatterns ? pictureLayouts : layouts.length);
  const layout = layouts[choice]?.name ?? 'split';
  return { ...coverFace(layout, story), pattern, palette: (hash >>> 8) % paletteCount };
}

/** Title and author in a layout. */
export function coverFace(
  name: LayoutName,
  story: { title: string; author: string },
): Omit<CoverDesign, 'pattern' | 'palette'> {
  const layout = layouts.find((one) => one.name === name) ?? firstLayout;
  if (layout === undefined) throw new Error('There are no layouts.');
  const { width, anchor } = layout;
  const forAuthor = authorBox(story.author, width);
  const author = fitText(story.author, forAuthor);
  const authorHeight = heightOf(author, forAuthor);
  const forTitle: TextBox = {
    width,
    height: layout.titleHeight(authorHeight),
    maxSize: layout.maxTitleSize,
    lineHeight: spacingOf(story.title, 1.16),
    breakWordsBelow: 7.4,
  };
  const title = fitText(story.title, forTitle);
  const placed = layout.place(heightOf(title, forTitle), authorHeight);
  const rtl = isRightToLeft(story.title);
  const mirrored = (rect: Rect | null = null): Rect | null =>
    rect !== null && rtl ? { ...rect, x: 100 - rect.x - rect.width } : rect;
  const start = rtl ? 100 - layout.x : layout.x;
  const x = anchor === 'middle' ? 50 : start;
  const linesFrom = (
    top: number,
    { size, lines }: FittedText,
    { lineHeight }: TextBox,
    of: CoverLine['of'],
  ) =>
    lines.map((text, index) => ({
      text,
      x,
      y: top + size * (index * lineHeight + baseline(lineHeight)),
      size,
      of,
    }));
  return {
    layout: layout.name,
    rtl,
    anchor,
    plate: mirrored(placed.plate),
    frame: mirrored(placed.frame),
    ornament: mirrored(placed.ornament),
    lines: [
      ...linesFrom(placed.titleTop, title, forTitle, 'title'),
      ...linesFrom(placed.authorTop, author, forAuthor, 'author'),
    ],
  };
}
