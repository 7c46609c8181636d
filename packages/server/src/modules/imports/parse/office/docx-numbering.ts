import { elementsNamed, type XmlElement } from '../epub/xml.ts';
import { numberText } from '../numerals.ts';

interface Level {
  start: number;
  format: string;
  /** Such as `Chapter %1`, where `%1` is the number of the outermost level. */
  text: string;
}

/** The numbers that Word shows before paragraphs, which are not in their text. */
export interface Numbering {
  /** The label of the next paragraph of a list at a level; '' for none. */
  next(list: string, level: number): string;
}

const val = (element: XmlElement | undefined) => element?.attributes.get('val') ?? '';
const child = (element: XmlElement, name: string) => element.children.find((one) => one.name === name);

function levelsOf(element: XmlElement): Map<number, Level> {
  const levels = elementsNamed(element, 'lvl').map((level): [number, Level] => [
    Number(level.attributes.get('ilvl')) || 0,
    {
      start: Number(val(child(level, 'start')) || 1),
      format: val(child(level, 'numFmt')),
      text: val(child(level, 'lvlText')),
    },
  ]);
  return new Map(levels);
}

const maxLabel = 100;
const maxLevel = 8;

/** Reads `numbering.xml`; null when the document has none. */
export function readNumbering(root: XmlElement | null): Numbering {
  const all = root === null ? [] : elementsNamed(root, 'abstractNum');
  const abstract = new Map(all.map((one) => [one.attributes.get('abstractNumId') ?? '', levelsOf(one)]));
  const lists = new Map(
    (root === null ? [] : elementsNamed(root, 'num')).map((one) => [
      one.attributes.get('numId') ?? '',
      val(child(one, 'abstractNumId')),
    ]),
  );
  const counts = new Map<string, number[]>();
  return {
    next(list, at) {
      const id = lists.get(list);
      const levels = id === undefined ? undefined : abstract.get(id);
      const level = levels?.get(at);
      if (id === undefined || levels === undefined || level === undefined || at > maxLevel) return '';
      if (level.format === 'bullet') return '•';
      const numbers = counts.get(id) ?? [];
      // An outer level that has not appeared yet counts as its first.
      for (let i = 0; i < at; i += 1) numbers[i] ??= levels.get(i)?.start ?? 1;
      numbers[at] = numbers[at] === undefined ? level.start : numbers[at] + 1;
      counts.set(id, numbers.slice(0, at + 1));
      return level.text
        .replace(/%(\d)/g, (_, digit: string) => {
          const i = Number(digit) - 1;
          return numberText(numbers[i] ?? 1, levels.get(i)?.format ?? 'decimal');
        })
        .slice(0, maxLabel)
        .trim();
    },
  };
}
