import type { AppContext } from '../context.ts';
import type { Db, RawBuilder } from '../db/db.ts';

/** A use of stored images that a module declares. An image without any use is removed after a day. */
export interface ImageUse {
  /** Such as 'cover'. */
  name: string;
  /** A query of everything that may use an image: `id`, `owner_id` and the image's `address`, null for none. */
  rows: RawBuilder<unknown>;
  /** Removes the image from the row `id`; without it, the image cannot be deleted while this use lasts. */
  clear?: (tx: Db, id: string, now: Date) => Promise<unknown>;
  /** Keeps the file without showing it: the owner can delete the image everywhere else, and the file goes later. */
  isKept?: true;
}

/** All uses. Throws when there is none: every image would count as unused. */
export function imageUses({ modules }: Pick<AppContext, 'modules'>): ImageUse[] {
  const uses = modules.flatMap(({ images = [] }) => images);
  if (uses.length === 0) throw new Error('No module declares a use of images.');
  return uses;
}
