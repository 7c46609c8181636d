import type { StoreItem } from '@inkling/contract/store';

/** An item's drawn picture, beside its name and description. */
export const ItemPicture = ({ item, className = '' }: { item: StoreItem; className?: string }) => (
  <img
    src={item.image}
    alt=""
    width={320}
    height={200}
    loading="lazy"
    decoding="async"
    className={`w-full object-cover ${className}`}
  />
);
