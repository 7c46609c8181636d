/** A small repeatable source of chance: the same seed draws the same numbers, whatever the machine. */
export interface Random {
  /** 0 up to, not including, 1. */
  share(): number;
  /** A whole number from `least` to `most`, both included. */
  between(least: number, max: number): number;
  /** True in this share of draws. */
  chance(share: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
  /** A UUID of version 7 that belongs to this moment. */
  idAt(at: Date): string;
}

const bits = 0x1_0000_0000;

/** Mulberry32: 32 bits of state, every one of them visited once before the series repeats. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const share = (): number => next() / bits;
  const between = (least: number, max: number): number => least + Math.floor(share() * (max - least + 1));
  const hex = (digits: number): string => next().toString(16).padStart(8, '0').slice(0, digits);
  return {
    share,
    between,
    chance: (wanted) => share() < wanted,
    pick: (items) => {
      const item = items[between(0, items.length - 1)];
      if (item === undefined) throw new RangeError('There is nothing to pick from.');
      return item;
    },
    idAt: (at) => {
      const time = at.getTime().toString(16).padStart(12, '0');
      const variant = (8 + between(0, 3)).toString(16);
      return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(3)}-${variant}${hex(3)}-${hex(8)}${hex(4)}`;
    },
  };
}
