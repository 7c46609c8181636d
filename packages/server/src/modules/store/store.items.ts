import type { storeThemes } from '@inkling/contract/reading-settings';
import type { Currency } from '@inkling/contract/rewards';
import type { ItemKind } from '@inkling/contract/store';

/** An item of the store. Its picture is `/items/<id>.svg` (packages/web/public/items). */
export interface Item {
  id: string;
  kind: ItemKind;
  name: string;
  description: string;
  price: { currency: Currency; amount: number };
  /** Of a theme, its value in the reading settings; the id is `theme-<theme>`, and of a cover `cover-<style>`. */
  theme?: (typeof storeThemes)[number];
}

/** Everything that can be bought, in the order of the store (docs/product/store.md#items). */
export const items: readonly Item[] = [
  {
    id: 'theme-dusk',
    kind: 'theme',
    theme: 'dusk',
    name: 'Dusk',
    description: 'A reading theme in deep blue, for late evenings.',
    price: { currency: 'ink', amount: 300 },
  },
  {
    id: 'theme-moss',
    kind: 'theme',
    theme: 'moss',
    name: 'Moss',
    description: 'A reading theme in soft green, for reading by daylight.',
    price: { currency: 'ink', amount: 300 },
  },
  {
    id: 'laurel-frame',
    kind: 'frame',
    name: 'Laurel frame',
    description: 'A ring of leaves around your picture on your profile.',
    price: { currency: 'coins', amount: 120 },
  },
  {
    id: 'quill-ornament',
    kind: 'ornament',
    name: 'Quill mark',
    description: 'A small quill beside your name on your profile.',
    price: { currency: 'ink', amount: 150 },
  },
  {
    id: 'cover-cloth',
    kind: 'cover',
    name: 'Clothbound covers',
    description: 'Your stories without a cover image look bound in cloth, for everyone.',
    price: { currency: 'coins', amount: 200 },
  },
  {
    id: 'cover-night',
    kind: 'cover',
    name: 'Night sky covers',
    description: 'Your stories without a cover image are printed in gold on midnight blue, for everyone.',
    price: { currency: 'gems', amount: 20 },
  },
  {
    id: 'silk-ribbon',
    kind: 'ribbon',
    name: 'Silk ribbon',
    description: 'Marks the stories you saved in peacock blue. Only you see it.',
    price: { currency: 'ink', amount: 100 },
  },
  {
    id: 'rest-day',
    kind: 'rest-day',
    name: 'Rest day',
    description: 'A day off that your streak waits for. Use it for today or tomorrow.',
    price: { currency: 'coins', amount: 60 },
  },
];

export const findItem = (id: string): Item | undefined => items.find((item) => item.id === id);

/** Whether people own it once. The others are used up. */
export const isOwnedOnce = ({ kind }: Item): boolean => kind !== 'rest-day';
