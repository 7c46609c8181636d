import type { Insertable } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import type { Tables } from '../../platform/db/tables.ts';
import './uploads.table.ts';

export const insertUpload = (db: Db, upload: Insertable<Tables['uploads']>) =>
  db.insertInto('uploads').values(upload).execute();

/** The widths that were stored under a stem; undefined when there is no such image. */
export const deleteUpload = (db: Db, stem: string) =>
  db.deleteFrom('uploads').where('stem', '=', stem).returning('widths').executeTakeFirst();

/** Whether the images of this stem are this person's. */
export const ownsImage = async (db: Db, ownerId: string, stem: string): Promise<boolean> => {
  const found = await db
    .selectFrom('uploads')
    .select('stem')
    .where('stem', '=', stem)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst();
  return found !== undefined;
};
