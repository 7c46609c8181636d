import { childNamed, elementsNamed, type XmlElement } from '../epub/xml.ts';
import { listFormats, numberText } from '../numerals.ts';
import { defined, type Format, kindOf, styleFormats } from './styles.ts';

export interface OdtStyles {
  style(family: 'paragraph' | 'text', name: string | undefined): Format;
  /** The number format of a level of a list, and its first number; null for a list without numbers. */
  listLevel(listStyle: string | undefined, level: number): ListLevel | null;
  /** The number that is shown before the next heading of a level; '' for none. */
  headingLabel(level: number): string;
}

interface ListLevel {
  format: string;
  start: number;
  prefix: string;
  suffix: string;
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
    ruled: oneOf(paragraph['border-bottom'], /^(?!none)/),
    breakBefore: style.attributes['master-page-name'] ? true : oneOf(paragraph['break-before'], /page/),
    breakAfter: oneOf(paragraph['break-after'], /page/),
  });
}

const maxLabel = 100;

function headingLabels(roots: readonly XmlElement[]) {
  const levels = roots.flatMap((root) => elementsNamed(root, 'outline-level-style'));
  const byLevel = new Map(levels.map((one) => [Number(one.attributes.level), one.attributes]));
  const counts: number[] = [];
  return (level: number): string => {
    const attributes = byLevel.get(level) ?? {};
    const { 'num-format': format = '', 'num-prefix': prefix = '', 'num-suffix': suffix = '' } = attributes;
    counts.length = Math.min(counts.length, level + 1);
    const count = counts[level] === undefined ? Number(attributes['start-value']) || 1 : counts[level] + 1;
    counts[level] = count;
    if (format === '') return '';
    return (prefix + numberText(count, listFormats[format] ?? 'decimal') + suffix).slice(0, maxLabel).trim();
  };
}

/** Reads the styles of an OpenDocument text: those of its style file, and those of its content. */
export function readOdtStyles(roots: readonly XmlElement[]): OdtStyles {
  const named = (name: string) => roots.flatMap((root) => elementsNamed(root, name));
  const byKey = new Map(
    named('style').map((style) => [`${style.attributes.family}/${style.attributes.name}`, style]),
  );
  const lists = new Map(named('list-style').map((style) => [style.attributes.name, style.children]));
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
      const found = levels.find(({ attributes }) => Number(attributes.level) === level) ?? levels[0];
      if (found?.name !== 'list-level-style-number') return null;
      const {
        'num-format': format = '1',
        'start-value': start,
        'num-prefix': prefix = '',
        'num-suffix': suffix = '.',
      } = found.attributes;
      return { format: listFormats[format] ?? 'decimal', start: Number(start) || 1, prefix, suffix };
    },
    headingLabel: headingLabels(roots),
  };
}
