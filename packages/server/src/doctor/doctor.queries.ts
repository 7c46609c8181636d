import { allRows, type Db, firstRow, sql } from '../platform/db/db.ts';
import { askPosition } from '../platform/db/standbys.ts';

interface Connections {
  version: string;
  used: number;
  max: number;
  /** Servers of this site that listen for live events here, not through Redis. */
  listening: number;
}

/** The version of the database server, and its connections. */
export async function connectionsOf(db: Db): Promise<Connections> {
  const row = await firstRow<Connections>(db)`
    select current_setting('server_version') as version, current_setting('max_connections')::integer as max,
      (select count(*) from pg_stat_activity where backend_type = 'client backend') as used,
      (select count(*) from pg_stat_activity where datname = current_database()
        and application_name = 'inkling live' and query ilike 'listen%') as listening`;
  if (row === undefined) throw new Error('The database returned nothing.');
  return row;
}

/** Where a server is in the write-ahead log, in bytes. */
export async function positionOf(db: Db): Promise<{ isStandby: boolean; position: number }> {
  const { rows } = await sql<{ isStandby: boolean; position: number }>`${sql.raw(askPosition)}`.execute(db);
  if (rows[0] === undefined) throw new Error('The database returned nothing.');
  return rows[0];
}

/** When a server has last put a job on its schedule, as it does when it starts; null before the first start. */
export const scheduledSince = async (db: Db): Promise<Date | null> => {
  const found = await firstRow<{ found: boolean }>(
    db,
  )`select to_regclass('pgboss.schedule') is not null as found`;
  if (found?.found !== true) return null;
  const row = await firstRow<{ since: Date | null }>(db)`
    select max(updated_on) as since from ${sql.table('pgboss.schedule')}`;
  return row?.since ?? null;
};

/** Images with an owner, at random: all of them without a `sample`. */
export const sampleUploads = (db: Db, sample: number | null) =>
  allRows<{ stem: string; width: number }>(db)`
    select stem, widths[1] as width from uploads where owner_id is not null order by random() limit ${sample}`;

/** The images whose stem begins with these two digits; an image without an owner is being removed. */
export const stemsOf = (db: Db, beginning: string) =>
  allRows<{ stem: string; isOwned: boolean }>(db)`
    select stem, owner_id is not null as "isOwned" from uploads where stem like ${`${beginning}%`}`;
