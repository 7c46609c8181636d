/** A seeded random generator: the same seed gives the same numbers on every machine. */
export interface Random {
  /** A number from 0 (inclusive) to 1 (exclusive). */
  share(): number;
  /** A whole number from `min` to `max`, both inclusive. */
  between(min: number, max: number): number;
  /** True with this probability. */
  chance(share: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
  /** A UUID of version 7 for this time. */
  idAt(at: Date): string;
}

const bits = 0x1_0000_0000;

/** Mulberry32: 32 bits of state, with a period of 2^32. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const share = (): number => next() / bits;
  const between = (min: number, max: number): number => min + Math.floor(share() * (max - min + 1));
  const hex = (digits: number): string => next().toString(16).padStart(8, '0').slice(0, digits);
  return {
    share,
    between,
    chance: (probability) => share() < probability,
    pick: (items) => {
      const item = items[between(0, items.length - 1)];
      if (item === undefined) throw new RangeError('Can’t pick from an empty list.');
      return item;
    },
    idAt: (at) => {
      const time = at.getTime().toString(16).padStart(12, '0');
      const variant = (8 + between(0, 3)).toString(16);
      return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(3)}-${variant}${hex(3)}-${hex(8)}${hex(4)}`;
    },
  };
}
