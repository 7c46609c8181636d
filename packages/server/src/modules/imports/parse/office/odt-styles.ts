import { type Attributes, childNamed, elementsNamed, type XmlElement } from '../epub/xml.ts';
import { listFormats } from '../numerals.ts';
import { countAt, type ListLevel, labelAt } from './lists.ts';
import { defined, type Format, kindOf, styleFormats } from './styles.ts';

interface OdtStyles {
  style(family: 'paragraph' | 'text', name: string | undefined): Format;
  listLevel(listStyle: string | undefined, level: number): ListLevel;
  headingLevel(level: number): ListLevel | undefined;
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

/** A level by its element, which shows the numbers of some levels above it; `suffix` is what it has if none is stated. */
function levelOf(element: XmlElement, level: number, suffix: string): ListLevel {
  const { attributes, name } = element;
  const { 'num-format': format = '1', 'num-suffix': after = suffix, 'num-prefix': before = '' } = attributes;
  const shown = Math.min(level, Number(attributes['display-levels']) || 1);
  const numbers = Array.from({ length: shown }, (_, i) => `%${level - shown + 1 + i}`).join('.');
  return {
    format: /-(?:bullet|image)$/.test(name) ? 'bullet' : (listFormats[format] ?? 'decimal'),
    start: Number(attributes['start-value']) || 1,
    text: format === '' ? '' : before + numbers + after,
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
      const element = levels.find(isAt(level)) ?? levels[0];
      return element ? levelOf(element, level, '.') : { format: 'bullet', start: 1, text: '' };
    },
    headingLevel(level) {
      const element = headings.find(isAt(level));
      return element && levelOf(element, level, '');
    },
  };
}

/** Numbers headings, and the items of lists, which may contain each other. */
export function followLists(styles: Pick<OdtStyles, 'listLevel' | 'headingLevel'>) {
  const open: { style: string | undefined; count: number }[] = [];
  const headings: number[] = [];
  const last = new Map<string | undefined, number>();
  let label = '';
  /** The label of the item that has just begun, once. */
  const takeLabel = (): string => {
    const taken = label;
    label = '';
    return taken;
  };
  return {
    begin({ 'style-name': name, 'continue-numbering': continues, 'continue-list': list }: Attributes) {
      // A list inside another one has the style of that one.
      const style = name ?? open.at(-1)?.style;
      const before = styles.listLevel(style, open.length + 1).start - 1;
      const goesOn = continues === 'true' || list !== undefined;
      open.push({ style, count: goesOn ? (last.get(style) ?? before) : before });
    },
    item({ 'start-value': start = '' }: Attributes) {
      const list = open.at(-1);
      if (list === undefined) return;
      list.count = Number.parseInt(start, 10) || list.count + 1;
      label = labelAt(
        open.map(({ count }) => count),
        (at) => styles.listLevel(open[at]?.style, at + 1),
      );
    },
    end() {
      const list = open.pop();
      if (list) last.set(list.style, list.count);
      label = '';
    },
    takeLabel,
    /** The number that is shown before the next heading of a level. */
    headingLabel(outline: number): string {
      takeLabel();
      const levelAt = (at: number) => styles.headingLevel(at + 1);
      countAt(headings, outline - 1, levelAt);
      return labelAt(headings, levelAt);
    },
  };
}
