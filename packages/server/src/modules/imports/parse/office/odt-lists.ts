interface List {
  style: string | undefined;
  isOrdered: boolean;
  count: number;
}

/** Numbers the items of lists, which may contain each other. */
export function followLists(isOrdered: (style: string | undefined) => boolean) {
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
      const goesOn = continues === 'true' || list !== undefined;
      open.push({ style, isOrdered: isOrdered(style), count: goesOn ? (last.get(style) ?? 0) : 0 });
    },
    item(attributes: Readonly<Record<string, string>>) {
      const list = open.at(-1);
      if (list === undefined) return;
      list.count = Number.parseInt(attributes['start-value'] ?? '', 10) || list.count + 1;
      label = list.isOrdered ? `${list.count}. ` : '• ';
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
