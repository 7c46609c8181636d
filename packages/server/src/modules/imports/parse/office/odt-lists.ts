import { numberText } from '../numerals.ts';
import type { ListLevel, OdtStyles } from './odt-styles.ts';

/** An open list, or a level of headings; without a level it has no numbers. */
interface Counted {
  level: ListLevel | null;
  count: number;
}

const maxLabel = 100;

/** The label of the innermost level, with the numbers of those above that it shows. */
function labelOf(open: readonly (Counted | undefined)[]): string {
  const last = open.at(-1)?.level;
  if (!last) return '•';
  if (last.format === 'none') return '';
  const numbers = open
    .slice(-last.shown)
    .flatMap((one) => (one?.level ? numberText(one.count, one.level.format) : []));
  return (last.prefix + numbers.join('.') + last.suffix).slice(0, maxLabel).trim();
}

/** Numbers headings, and the items of lists, which may contain each other. */
export function followLists(styles: Pick<OdtStyles, 'listLevel' | 'headingLevel'>) {
  const open: (Counted & { style: string | undefined })[] = [];
  const headings: (Counted | undefined)[] = [];
  const last = new Map<string | undefined, number>();
  let label = '';
  /** The label of the item that has just begun, once. */
  const takeLabel = (): string => {
    const taken = label;
    label = '';
    return taken;
  };
  return {
    begin({
      'style-name': name,
      'continue-numbering': continues,
      'continue-list': list,
    }: Readonly<Record<string, string>>) {
      // A list inside another one has the style of that one.
      const style = name ?? open.at(-1)?.style;
      const level = styles.listLevel(style, open.length + 1);
      const goesOn = continues === 'true' || list !== undefined;
      const before = (level?.start ?? 1) - 1;
      open.push({ style, level, count: goesOn ? (last.get(style) ?? before) : before });
    },
    item(attributes: Readonly<Record<string, string>>) {
      const list = open.at(-1);
      if (list === undefined) return;
      list.count = Number.parseInt(attributes['start-value'] ?? '', 10) || list.count + 1;
      label = labelOf(open);
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
      const level = styles.headingLevel(outline);
      const count = headings[outline]?.count ?? (level?.start ?? 1) - 1;
      headings.length = Math.min(headings.length, outline);
      headings[outline] = { level, count: count + 1 };
      return level === null ? '' : labelOf(headings);
    },
  };
}
