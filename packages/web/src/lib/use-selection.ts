import { useRef, useState } from 'react';

interface Selectable {
  _id: string;
}

/** The selected items of a list, by id. With Shift, a selection extends from the one that was selected last. */
export function useSelection<Item extends Selectable>() {
  const [selected, setSelected] = useState<ReadonlyMap<string, Item>>(new Map());
  const anchor = useRef<number | null>(null);
  const add = (items: Item[]) =>
    setSelected((before) => new Map([...before, ...items.map((each) => [each._id, each] as const)]));
  return {
    selected,
    add,
    /** To call when the list shows other items: a selection no longer extends from the last one. */
    resetAnchor: () => {
      anchor.current = null;
    },
    clear: () => {
      anchor.current = null;
      setSelected(new Map());
    },
    /** Selects or deselects an item at a place of the shown list; for a range, calls `addRange` from place to place. */
    toggle: (item: Item, place: number, range: boolean, addRange: (first: number, last: number) => void) => {
      const start = anchor.current;
      anchor.current = place;
      if (range && start !== null) return addRange(Math.min(start, place), Math.max(start, place));
      setSelected((before) => {
        const after = new Map(before);
        if (!after.delete(item._id)) after.set(item._id, item);
        return after;
      });
    },
  };
}

export type Selection<Item extends Selectable> = ReturnType<typeof useSelection<Item>>;
