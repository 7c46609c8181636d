import type { Db, RawBuilder } from '../db/db.ts';
import { perInstance } from '../per-instance.ts';

/** A use of stored images that a module registers. An image without any use is removed after a day. */
export interface ImageUse {
  /** Such as 'cover'. */
  name: string;
  /** A query of everything that may use an image: `id`, `owner_id` and the image's `address`, null for none. */
  rows: RawBuilder<unknown>;
  /** Removes the image from the row `id`; without it, the image cannot be deleted while this use lasts. */
  clear?: (tx: Db, id: string, now: Date) => Promise<unknown>;
}

const registered = perInstance((_db: Db) => new Map<string, ImageUse>());

export const registerImageUse = ({ db }: { db: Db }, use: ImageUse): void => {
  registered(db).set(use.name, use);
};

/** All uses. Throws when none is registered: every image would count as unused. */
export function imageUses({ db }: { db: Db }): ImageUse[] {
  const uses = [...registered(db).values()];
  if (uses.length === 0) throw new Error('No use of images is registered.');
  return uses;
}
