import type { XmlElement } from '../epub/xml.ts';
import { elementsNamed } from '../epub/xml.ts';
import { numberText } from '../numerals.ts';
import { type ParagraphLook, plainLook } from './pages.ts';

interface OdtFormat {
  italic?: boolean;
  bold?: boolean;
  hidden?: boolean;
  centered?: boolean;
  indented?: boolean;
  before?: number;
  after?: number;
  ruled?: boolean;
  breakBefore?: boolean;
  breakAfter?: boolean;
}

export interface OdtStyle extends OdtFormat {
  kind: ParagraphLook['kind'];
}

export interface OdtStyles {
  style(family: 'paragraph' | 'text', name: string | undefined): OdtStyle;
  isOrdered(listStyle: string | undefined): boolean;
  /** The number that is shown before the next heading of a level; '' for none. */
  headingLabel(level: number): string;
}

const pointsPer: Record<string, number> = { pt: 1, in: 72, cm: 28.35, mm: 2.835, pc: 12, px: 0.75 };

function points(value: string | undefined): number | undefined {
  const found = /^(-?[\d.]{1,10})(pt|in|cm|mm|pc|px)$/.exec(value ?? '');
  return found === null ? undefined : Number(found[1]) * (pointsPer[found[2] ?? 'pt'] ?? 1);
}

const oneOf = (value: string | undefined, yes: RegExp): boolean | undefined =>
  value === undefined ? undefined : yes.test(value);

// Properties that are not set must not hide those of the style below.
function defined(format: OdtFormat): OdtFormat {
  return Object.fromEntries(Object.entries(format).filter(([, value]) => value !== undefined));
}

function formatOf(style: XmlElement): OdtFormat {
  const propertiesOf = (name: string) =>
    style.children.find((one) => one.name === name)?.attributes ?? new Map<string, string>();
  const text = propertiesOf('text-properties');
  const paragraph = propertiesOf('paragraph-properties');
  const indent = points(paragraph.get('margin-left'));
  return defined({
    italic: oneOf(text.get('font-style'), /italic|oblique/),
    bold: oneOf(text.get('font-weight'), /bold|[6-9]00/),
    hidden: oneOf(text.get('display'), /none/),
    centered: oneOf(paragraph.get('text-align'), /center|end|right/),
    indented: indent === undefined ? undefined : indent > 0,
    before: points(paragraph.get('margin-top')),
    after: points(paragraph.get('margin-bottom')),
    ruled: oneOf(paragraph.get('border-bottom'), /^(?!none)/),
    breakBefore: style.attributes.get('master-page-name')
      ? true
      : oneOf(paragraph.get('break-before'), /page/),
    breakAfter: oneOf(paragraph.get('break-after'), /page/),
  });
}

function kindOf(name: string): ParagraphLook['kind'] {
  const plain = name.replaceAll('_20_', ' ');
  if (/^title$/i.test(plain)) return 'title';
  if (
    /^(?:contents|index|illustration index|table index|user index|bibliography) (?:heading|\d+)$/i.test(plain)
  )
    return 'contents';
  if (/^author'?s? ?notes?$/i.test(plain)) return 'author-note';
  return /verse|poem|poetry|stanza|lyrics/i.test(plain) ? 'verse' : 'text';
}

const formats: Record<string, string> = {
  I: 'upperRoman',
  i: 'lowerRoman',
  A: 'upperLetter',
  a: 'lowerLetter',
};

function headingLabels(roots: readonly XmlElement[]) {
  const levels = roots.flatMap((root) => elementsNamed(root, 'outline-level-style'));
  const byLevel = new Map(levels.map((one) => [Number(one.attributes.get('level')), one.attributes]));
  const counts: number[] = [];
  return (level: number): string => {
    const attributes = byLevel.get(level);
    const format = attributes?.get('num-format') ?? '';
    counts.length = Math.min(counts.length, level + 1);
    const start = Number(attributes?.get('start-value') ?? 1) || 1;
    counts[level] = counts[level] === undefined ? start : counts[level] + 1;
    if (format === '') return '';
    const number = numberText(counts[level], formats[format] ?? 'decimal');
    return `${attributes?.get('num-prefix') ?? ''}${number}${attributes?.get('num-suffix') ?? ''}`.slice(
      0,
      100,
    );
  };
}

const maxDerived = 20;

/** Reads the styles of an OpenDocument text: those of its style file, and those of its content. */
export function readOdtStyles(roots: readonly XmlElement[]): OdtStyles {
  const byKey = new Map<string, XmlElement>();
  const keyOf = (family: string, name: string) => `${family}/${name}`;
  for (const style of roots.flatMap((root) => elementsNamed(root, 'style')))
    byKey.set(keyOf(style.attributes.get('family') ?? '', style.attributes.get('name') ?? ''), style);
  const ordered = new Set(
    roots
      .flatMap((root) => elementsNamed(root, 'list-style'))
      .filter(({ children }) => children[0]?.name === 'list-level-style-number')
      .map(({ attributes }) => attributes.get('name')),
  );
  const known = new Map<string, OdtStyle>();
  const resolve = (family: string, name: string, above: number): OdtStyle => {
    const key = keyOf(family, name);
    const cached = known.get(key);
    if (cached) return cached;
    const element = byKey.get(key);
    const parent = element?.attributes.get('parent-style-name');
    const below: OdtStyle =
      parent === undefined || above >= maxDerived ? { kind: 'text' } : resolve(family, parent, above + 1);
    const kind = kindOf(element?.attributes.get('display-name') ?? name);
    const style = {
      ...below,
      ...(element ? formatOf(element) : {}),
      kind: kind === 'text' ? below.kind : kind,
    };
    known.set(key, style);
    return style;
  };
  return {
    style: (family, name) => (name === undefined ? { kind: 'text' } : resolve(family, name, 0)),
    isOrdered: (listStyle) => ordered.has(listStyle),
    headingLabel: headingLabels(roots),
  };
}

/** The look of a paragraph in a style. */
export const lookOf = (style: OdtStyle, level: number): ParagraphLook => ({
  level,
  kind: style.kind,
  centered: style.centered ?? plainLook.centered,
  indented: style.indented ?? plainLook.indented,
  before: style.before ?? plainLook.before,
  after: style.after ?? plainLook.after,
  ruled: style.ruled ?? plainLook.ruled,
});
