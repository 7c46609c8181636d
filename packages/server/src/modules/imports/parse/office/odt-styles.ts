import { childNamed, elementsNamed, type XmlElement } from '../epub/xml.ts';
import { listFormats } from '../numerals.ts';
import { defined, type Format, kindOf, styleFormats } from './styles.ts';

export interface OdtStyles {
  style(family: 'paragraph' | 'text', name: string | undefined): Format;
  /** A level of a list; null if it has no numbers. */
  listLevel(listStyle: string | undefined, level: number): ListLevel | null;
  headingLevel(level: number): ListLevel | null;
}

export interface ListLevel {
  /** The format of its numbers: `none` if they are not shown. */
  format: string;
  start: number;
  prefix: string;
  suffix: string;
  /** How many numbers are shown, with those of the levels above. */
  shown: number;
}

const pointsPer: Record<string, number> = { pt: 1, in: 72, cm: 28.35, mm: 2.835, pc: 12, px: 0.75 };

function points(value: string | undefined): number | undefined {
  const found = /^(-?[\d.]{1,10})(pt|in|cm|mm|pc|px)$/.exec(value ?? '');
  return found === null ? undefined : Number(found[1]) * (pointsPer[found[2] ?? 'pt'] ?? 1);
}

const oneOf = (value: string | undefined, yes: RegExp): boolean | undefined =>
  value === undefined ? undefined : yes.test(value);

function formatOf(style: XmlElement): Format {
  const text = childNamed(style, 'text-properties')?.attributes ?? {};
  const paragraph = childNamed(style, 'paragraph-properties')?.attributes ?? {};
  const indent = points(paragraph['margin-left']);
  return defined({
    italic: oneOf(text['font-style'], /italic|oblique/),
    bold: oneOf(text['font-weight'], /bold|[6-9]00/),
    hidden: oneOf(text.display, /none/),
    underlined: oneOf(text['text-underline-style'], /^(?!none)/),
    struck: oneOf(text['text-line-through-style'], /^(?!none)/),
    centered: oneOf(paragraph['text-align'], /center|end|right/),
    indented: indent === undefined ? undefined : indent > 0,
    before: points(paragraph['margin-top']),
    after: points(paragraph['margin-bottom']),
    ruledAbove: oneOf(paragraph['border-top'] ?? paragraph.border, /^(?!none)/),
    ruledBelow: oneOf(paragraph['border-bottom'] ?? paragraph.border, /^(?!none)/),
    breakBefore: style.attributes['master-page-name'] ? true : oneOf(paragraph['break-before'], /page/),
    breakAfter: oneOf(paragraph['break-after'], /page/),
  });
}

/** A level of a list, or of headings, by its element; `suffix` is what it has if none is stated. */
function levelOf(element: XmlElement | undefined, suffix: string): ListLevel | null {
  if (element === undefined || /-(?:bullet|image)$/.test(element.name)) return null;
  const {
    'num-format': format = '1',
    'num-suffix': stated = suffix,
    'num-prefix': prefix = '',
  } = element.attributes;
  return {
    format: format === '' ? 'none' : (listFormats[format] ?? 'decimal'),
    start: Number(element.attributes['start-value']) || 1,
    prefix,
    suffix: stated,
    shown: Number(element.attributes['display-levels']) || 1,
  };
}

/** Reads the styles of an OpenDocument text: those of its style file, and those of its content. */
export function readOdtStyles(roots: readonly XmlElement[]): OdtStyles {
  const named = (name: string) => roots.flatMap((root) => elementsNamed(root, name));
  const byKey = new Map(
    named('style').map((style) => [`${style.attributes.family}/${style.attributes.name}`, style]),
  );
  const lists = new Map(named('list-style').map((style) => [style.attributes.name, style.children]));
  const headings = named('outline-level-style');
  const isAt = (level: number) => (one: XmlElement) => Number(one.attributes.level) === level;
  const find = styleFormats((key) => {
    const style = byKey.get(key);
    const [family = '', name = ''] = key.split('/', 2);
    const { 'display-name': shown = name, 'parent-style-name': parent } = style?.attributes ?? {};
    const kind = kindOf(shown.replaceAll('_20_', ' '));
    return { own: { ...(style && formatOf(style)), ...kind }, below: parent && `${family}/${parent}` };
  });
  return {
    style: (family, name) => (name === undefined ? {} : find(`${family}/${name}`)),
    listLevel(listStyle, level) {
      const levels = lists.get(listStyle) ?? [];
      return levelOf(levels.find(isAt(level)) ?? levels[0], '.');
    },
    headingLevel: (level) => levelOf(headings.find(isAt(level)), ''),
  };
}
