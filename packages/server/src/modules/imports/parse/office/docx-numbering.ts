import { childNamed, elementsNamed, type XmlElement } from '../epub/xml.ts';
import { numberText } from '../numerals.ts';

const val = (element: XmlElement, name: string): string => childNamed(element, name)?.attributes.val ?? '';

/** The levels of a list; `text` is such as `Chapter %1`, where `%1` is the number of the outermost level. */
const levelsOf = (list: XmlElement) =>
  new Map(
    elementsNamed(list, 'lvl').map((level) => [
      Number(level.attributes.ilvl) || 0,
      {
        start: Number(val(level, 'start') || 1),
        format: val(level, 'numFmt'),
        text: val(level, 'lvlText'),
      },
    ]),
  );

/** The label of the next paragraph of a list at a level, which Word shows before its text; '' for none. */
export type Numbering = (list: string, level: number) => string;

const maxLabel = 100;
const maxLevel = 8;

/** Reads `numbering.xml`; null when the document has none. */
export function readNumbering(root: XmlElement | null): Numbering {
  const definitions = new Map(
    elementsNamed(root, 'abstractNum').map((one) => [
      one.attributes.abstractNumId,
      { levels: levelsOf(one), numbers: [] as number[] },
    ]),
  );
  const lists = new Map(
    elementsNamed(root, 'num').map((one) => {
      const definition = definitions.get(val(one, 'abstractNumId'));
      const overrides = elementsNamed(one, 'lvlOverride');
      const starts = overrides.map((each): [number, number] => [
        Number(each.attributes.ilvl) || 0,
        Number(val(each, 'startOverride') || Number.NaN),
      ]);
      return [
        one.attributes.numId,
        definition && {
          levels: new Map([...definition.levels, ...levelsOf(one)]),
          numbers: definition.numbers,
          /** The numbers with which its levels start again, until they have appeared. */
          starts: new Map(starts.filter(([, start]) => start >= 0)),
        },
      ];
    }),
  );
  return (id, at) => {
    const list = lists.get(id);
    const level = list?.levels.get(at);
    if (list === undefined || level === undefined || at > maxLevel) return '';
    if (level.format === 'bullet') return '•';
    const { levels, numbers, starts } = list;
    for (const [each, start] of starts)
      if (each <= at) {
        numbers.length = Math.min(numbers.length, each + 1);
        numbers[each] = each === at ? start - 1 : start;
        starts.delete(each);
      }
    // An outer level that has not appeared yet counts as its first.
    for (let i = 0; i < at; i += 1) numbers[i] ??= levels.get(i)?.start ?? 1;
    numbers[at] = numbers[at] === undefined ? level.start : numbers[at] + 1;
    numbers.length = at + 1;
    const numberAt = (_: string, digit: string) => {
      const i = Number(digit) - 1;
      return numberText(numbers[i] ?? 1, levels.get(i)?.format ?? 'decimal');
    };
    return level.text.replace(/%(\d)/g, numberAt).slice(0, maxLabel).trim();
  };
}
