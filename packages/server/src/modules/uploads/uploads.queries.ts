import { allRows, type Db, execute, firstRow, hasRows, type NewRow, sql } from '../../platform/db/db.ts';
import type { ImageUse } from '../../platform/storage/image-uses.ts';

export const insertUpload = (db: Db, upload: NewRow<'uploads'>) =>
  db.insertInto('uploads').values(upload).execute();

/** How many images and bytes a user has stored. */
export const ownedImageTotals = async (db: Db, ownerId: string) => {
  const row = await firstRow<{ images: number; bytes: number }>(db)`
    select count(*) as images, coalesce(sum(bytes), 0)::bigint as bytes from uploads
    where owner_id = ${ownerId}`;
  return row ?? { images: 0, bytes: 0 };
};

/** Locks the owner, so that concurrent uploads of one user cannot exceed the quota. */
export const lockOwner = (db: Db, ownerId: string) =>
  sql`select from users where id = ${ownerId} for no key update`.execute(db);

/**
 * Marks an image as used if this user owns it; false otherwise. Locks its row, so that the image cannot be removed
 * before the transaction has stored the reference to it.
 */
export const claimImage = (db: Db, ownerId: string, stem: string): Promise<boolean> =>
  hasRows(db)`update uploads set unused_since = null where stem = ${stem} and owner_id = ${ownerId}`;

/** Locks the row of a user's image. */
export const lockImage = (db: Db, ownerId: string, stem: string) =>
  db
    .selectFrom('uploads')
    .select(['stem', 'kind'])
    .where('stem', '=', stem)
    .where('owner_id', '=', ownerId)
    .forUpdate()
    .executeTakeFirst();

/** Every use of uploaded images, with the image's stem. */
const usedStems = (uses: ImageUse[]) =>
  sql.join(
    uses.map(
      ({ name, rows }) => sql`
        select ${name}::text as name, id, owner_id, substr(address, 8, 32) as stem from (${rows}) u
        where address like '/files/%'`,
    ),
    sql` union all `,
  );

/** Everything that uses an image, with the id of the user, story or import; deleted stories do not count. */
export const listUsesOf = async (db: Db, uses: ImageUse[], stem: string) => {
  const rows = await allRows<{ name: string; id: string; owner_id: string }>(db)`
    select name, id, owner_id from (${usedStems(uses)}) u where stem = ${stem}`;
  return rows.flatMap(({ name, ...row }) =>
    uses.filter((use) => use.name === name).map((use) => ({ use, ...row })),
  );
};

/** Updates `unused_since` of all images, for those without an owner once; returns the number of changes. */
export const markUnused = async (db: Db, uses: ImageUse[], now: Date): Promise<number> => {
  const { numAffectedRows } = await sql`
    with used as (${usedStems(uses)})
    update uploads set unused_since = case when unused_since is null then ${now}::timestamptz end
    where case when owner_id is null then unused_since is null
      else (unused_since is null) = (stem not in (select stem from used)) end`.execute(db);
  return Number(numAffectedRows ?? 0);
};

/** Clears an image's owner: from now on it is not shown, and nothing can start to use it. Its files are deleted later. */
export const disownImage = (db: Db, stem: string, now: Date): Promise<void> =>
  execute(db)`
    update uploads set owner_id = null, unused_since = ${now} where stem = ${stem} and owner_id is not null`;

/** Clears the owner of all images that have been unused since before `since`. Skips images that are being claimed. */
export const disownUnused = (db: Db, since: Date, now: Date) =>
  sql`
    update uploads set owner_id = null, unused_since = ${now}::timestamptz
    where stem in (
      select stem from uploads where owner_id is not null and unused_since < ${since}::timestamptz
      for update skip locked)`.execute(db);

/** At most `max` images that have had no owner since before `since`. */
export const listDisowned = (db: Db, since: Date, max: number) =>
  db
    .selectFrom('uploads')
    .select(['stem', 'widths'])
    .where('owner_id', 'is', null)
    .where('unused_since', '<', since)
    .orderBy('unused_since')
    .limit(max)
    .execute();

/** Whether the image is somebody's. */
export const isOwned = (db: Db, stem: string): Promise<boolean> =>
  hasRows(db)`select from uploads where stem = ${stem} and owner_id is not null`;

export const deleteUploads = (db: Db, stems: string[]) =>
  db.deleteFrom('uploads').where('stem', 'in', stems).where('owner_id', 'is', null).execute();
