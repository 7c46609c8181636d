import type { Insertable } from 'kysely';
import { type Db, sql } from '../../platform/db/db.ts';
import type { Tables } from '../../platform/db/tables.ts';
import './uploads.table.ts';

export const insertUpload = (db: Db, upload: Insertable<Tables['uploads']>) =>
  db.insertInto('uploads').values(upload).execute();

/** What a person keeps here. */
export const ownedImageTotals = async (
  db: Db,
  ownerId: string,
): Promise<{ images: number; bytes: number }> => {
  const { rows } = await sql<{ images: number; bytes: number }>`
    select count(*) as images, coalesce(sum(bytes), 0)::bigint as bytes from uploads
    where owner_id = ${ownerId}`.execute(db);
  return rows[0] ?? { images: 0, bytes: 0 };
};

/** Lets one upload of a person be counted and kept at a time, until the transaction ends. */
export const lockOwner = (db: Db, ownerId: string) =>
  sql`select from users where id = ${ownerId} for no key update`.execute(db);

/**
 * Whether an image is this person's. If so it counts as used from now on: until the transaction ends nobody
 * takes it away, and then there is whatever the transaction has made it part of.
 */
export const claimImage = async (db: Db, ownerId: string, stem: string): Promise<boolean> => {
  const claimed = await db
    .updateTable('uploads')
    .set({ unused_since: null })
    .where('stem', '=', stem)
    .where('owner_id', '=', ownerId)
    .returning('stem')
    .executeTakeFirst();
  return claimed !== undefined;
};

/** The row of somebody's image, locked until the transaction ends. */
export const lockImage = (db: Db, ownerId: string, stem: string) =>
  db
    .selectFrom('uploads')
    .select(['stem', 'kind'])
    .where('stem', '=', stem)
    .where('owner_id', '=', ownerId)
    .forUpdate()
    .executeTakeFirst();

export interface ImageUse {
  by: 'avatar' | 'cover' | 'import';
  /** The person, story or import that shows it. */
  id: string;
  owner_id: string;
}

const own = (column: string) => sql`${sql.ref(column)} like '/files/%'`;
/** The stem in a column that holds an address of ours. */
const stemIn = (column: string) => sql`substr(${sql.ref(column)}, 8, 32)`;
const running = sql`i.state in ('reading', 'writing')`;

/** Everything that shows an image; a story that was deleted shows nothing. */
export const listImageUses = async (db: Db, stem: string): Promise<ImageUse[]> => {
  const { rows } = await sql<ImageUse>`
    select 'avatar' as by, u.id, u.id as owner_id from users u
    where ${own('u.avatar')} and ${stemIn('u.avatar')} = ${stem}
    union all
    select 'cover', s.id, s.author_id from stories s
    where ${own('s.cover_image')} and ${stemIn('s.cover_image')} = ${stem} and s.deleted_at is null
    union all
    select 'import', i.id, i.user_id from imports i
    where ${running} and ${stemIn('i.cover')} = ${stem}`.execute(db);
  return rows;
};

/** Notes of every image since when nothing shows it; returns how many have changed. */
export const markUnused = async (db: Db, now: Date): Promise<number> => {
  const { numAffectedRows } = await sql`
    with used as (
      select ${stemIn('u.avatar')} as stem from users u where ${own('u.avatar')}
      union all
      select ${stemIn('s.cover_image')} from stories s where ${own('s.cover_image')} and s.deleted_at is null
      union all
      select ${stemIn('i.cover')} from imports i where ${running} and i.cover is not null)
    update uploads set unused_since = case when unused_since is null then ${now}::timestamptz end
    where (unused_since is null) = (stem not in (select stem from used))`.execute(db);
  return Number(numAffectedRows ?? 0);
};

interface Disowned {
  stem: string;
  widths: number[];
}

/** Takes an image from its person, so that nothing can begin to show it; its row stays until its files are gone. */
export const disownImage = (db: Db, stem: string, now: Date): Promise<Disowned | undefined> =>
  db
    .updateTable('uploads')
    .set({ owner_id: null, unused_since: now })
    .where('stem', '=', stem)
    .returning(['stem', 'widths'])
    .executeTakeFirst();

/**
 * Takes images that nothing has shown since before `since`, and those that are nobody's, from their people;
 * at most `most` of them. One that is being claimed is left alone.
 */
export const disownUnused = async (db: Db, since: Date, max: number): Promise<Disowned[]> => {
  const { rows } = await sql<Disowned>`
    update uploads set owner_id = null
    where stem in (
      select stem from uploads
      where unused_since is not null and (unused_since < ${since}::timestamptz or owner_id is null)
      order by unused_since limit ${max} for update skip locked)
    returning stem, widths`.execute(db);
  return rows;
};

export const deleteUploads = (db: Db, stems: string[]) =>
  db.deleteFrom('uploads').where('stem', 'in', stems).where('owner_id', 'is', null).execute();
