import { type Attributes, childNamed, elementsNamed, type XmlElement } from '../epub/xml.ts';
import {
  byName,
  countAt,
  defined,
  type Format,
  kindOf,
  type ListLevel,
  labelAt,
  styleFormats,
} from './styles.ts';

export type DocxStyles = ReturnType<typeof readDocxStyles>;

const isOn = (value: string | undefined): boolean => !/^(?:0|false|off|none)$/i.test(value ?? '');

const isDrawn = (border: string | undefined): boolean => !/^(?:none|nil)$/.test(border ?? '');

/** A space in points, from twentieths of one. */
const spaceOf = (value: string | undefined, automatic = '0'): number | undefined => {
  if (isOn(automatic)) return 14;
  return value === undefined || !/^-?\d+$/.test(value) ? undefined : Number(value) / 20;
};

/** The properties of paragraphs and runs that count, by their elements. */
const properties = byName<(attributes: Attributes) => Format>({
  i: ({ val }) => ({ italic: isOn(val) }),
  b: ({ val }) => ({ bold: isOn(val) }),
  vanish: ({ val }) => ({ hidden: isOn(val) }),
  u: ({ val }) => ({ underlined: isOn(val) }),
  strike: ({ val }) => ({ struck: isOn(val) }),
  dstrike: ({ val }) => ({ struck: isOn(val) }),
  outlineLvl: ({ val }) => ({ outline: Number(val) < 9 ? Number(val) + 1 : 0 }),
  jc: ({ val = '' }) => ({ centered: /^(?:center|right|end)$/.test(val) }),
  ind: ({ left, start }) => ({ indented: Number(left ?? start ?? 0) > 0 }),
  pageBreakBefore: ({ val }) => ({ breakBefore: isOn(val) }),
  spacing: ({ before, beforeAutospacing, after, afterAutospacing }) =>
    defined({ before: spaceOf(before, beforeAutospacing), after: spaceOf(after, afterAutospacing) }),
  numId: ({ val }) => ({ list: val ?? '' }),
  ilvl: ({ val }) => ({ listLevel: Number(val) || 0 }),
  pBdr: () => ({ ruledAbove: false, ruledBelow: false }),
  top: ({ val }) => ({ ruledAbove: isDrawn(val) }),
  bottom: ({ val }) => ({ ruledBelow: isDrawn(val) }),
  bdr: ({ val }) => ({ boxed: isDrawn(val) }),
  between: ({ val }) => ({ ruledBelow: isDrawn(val) }),
});

/** Properties that contain others. */
export const isGroup = (name: string | undefined): boolean => name === 'numPr' || name === 'pBdr';

/** What one property of a paragraph or run sets, by its element. */
export const propertyOf = (name: string, attributes: Attributes): Format =>
  properties.get(name)?.(attributes) ?? {};

function formatOf(elements: readonly (XmlElement | undefined)[]): Format {
  const format: Format = {};
  for (const property of elements.flatMap((element) => element?.children ?? []))
    for (const { name, attributes } of isGroup(property.name) ? [property, ...property.children] : [property])
      Object.assign(format, propertyOf(name, attributes));
  return format;
}

/** Reads `styles.xml`; null when the document has none. */
export function readDocxStyles(root: XmlElement | null) {
  const styles = elementsNamed(root, 'style');
  const byId = new Map(styles.map((style) => [style.attributes.styleId ?? '', style]));
  const usual = styles.find(
    ({ attributes }) => attributes.type === 'paragraph' && attributes.default === '1',
  );
  const find = styleFormats(
    (id) => {
      const style = byId.get(id);
      const stated = (name: string) => style && childNamed(style, name)?.attributes.val;
      const name = stated('name') ?? '';
      const own = style ? formatOf([childNamed(style, 'pPr'), childNamed(style, 'rPr')]) : {};
      return { own: { ...own, ...kindOf(name) }, below: stated('basedOn') };
    },
    formatOf(elementsNamed(root, 'pPrDefault').map((one) => childNamed(one, 'pPr'))),
  );
  return {
    /** The style of a paragraph; that of ordinary paragraphs without an id. */
    paragraph: (id: string | undefined) => find(id ?? usual?.attributes.styleId ?? ''),
    character: (id: string | undefined): Format => (id === undefined ? {} : find(id)),
  };
}

const val = (element: XmlElement, name: string): string => childNamed(element, name)?.attributes.val ?? '';

const levelsOf = (list: XmlElement): [number, ListLevel][] =>
  elementsNamed(list, 'lvl').map((level) => [
    Number(level.attributes.ilvl) || 0,
    { start: Number(val(level, 'start') || 1), format: val(level, 'numFmt'), text: val(level, 'lvlText') },
  ]);

const maxLevel = 8;

/**
 * Reads `numbering.xml`; null when the document has none. Returns the label of the next paragraph of a list at a level,
 * which Word shows before its text; '' for none.
 */
export function readNumbering(root: XmlElement | null): (list: string, level: number) => string {
  const definitions = new Map(
    elementsNamed(root, 'abstractNum').map((one) => [
      one.attributes.abstractNumId,
      { levels: levelsOf(one), numbers: [] as number[] },
    ]),
  );
  const lists = new Map(
    elementsNamed(root, 'num').map((one) => {
      const { levels = [], numbers = [] } = definitions.get(val(one, 'abstractNumId')) ?? {};
      const starts = elementsNamed(one, 'lvlOverride').map((each): [number, number] => [
        Number(each.attributes.ilvl) || 0,
        Number(val(each, 'startOverride') || Number.NaN),
      ]);
      return [
        one.attributes.numId,
        {
          levels: new Map([...levels, ...levelsOf(one)]),
          numbers,
          /** The numbers with which its levels start again, until they have appeared. */
          starts: new Map(starts.filter(([, start]) => start >= 0)),
        },
      ];
    }),
  );
  return (id, at) => {
    const { levels, numbers, starts } = lists.get(id) ?? {};
    const levelAt = (i: number) => levels?.get(i);
    if (numbers === undefined || levelAt(at) === undefined || at > maxLevel) return '';
    for (const [each, start] of starts ?? [])
      if (each <= at) {
        numbers.length = Math.min(numbers.length, each + 1);
        numbers[each] = each === at ? start - 1 : start;
        starts?.delete(each);
      }
    if (levelAt(at)?.format !== 'bullet') countAt(numbers, at, levelAt);
    return labelAt(numbers, levelAt);
  };
}
