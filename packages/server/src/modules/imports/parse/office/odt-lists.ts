import { numberText } from '../numerals.ts';
import type { OdtStyles } from './odt-styles.ts';

interface List {
  style: string | undefined;
  level: ReturnType<OdtStyles['listLevel']>;
  count: number;
}

/** Numbers the items of lists, which may contain each other. */
export function followLists(levelOf: OdtStyles['listLevel']) {
  const open: List[] = [];
  const last = new Map<string | undefined, number>();
  let label = '';
  return {
    begin({
      'style-name': name,
      'continue-numbering': continues,
      'continue-list': list,
    }: Readonly<Record<string, string>>) {
      // A list inside another one has the style of that one.
      const style = name ?? open.at(-1)?.style;
      const level = levelOf(style, open.length + 1);
      const goesOn = continues === 'true' || list !== undefined;
      const before = (level?.start ?? 1) - 1;
      open.push({ style, level, count: goesOn ? (last.get(style) ?? before) : before });
    },
    item(attributes: Readonly<Record<string, string>>) {
      const list = open.at(-1);
      if (list === undefined) return;
      const { level } = list;
      list.count = Number.parseInt(attributes['start-value'] ?? '', 10) || list.count + 1;
      label =
        level === null ? '• ' : `${level.prefix}${numberText(list.count, level.format)}${level.suffix} `;
    },
    end() {
      const list = open.pop();
      if (list) last.set(list.style, list.count);
      label = '';
    },
    /** The label of the item that has just begun, once. */
    takeLabel(): string {
      const taken = label;
      label = '';
      return taken;
    },
  };
}
