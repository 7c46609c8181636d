import { type Db, execute, firstRow, hasRows, sql } from './db/db.ts';

export interface StoredState<Value> {
  value: Value;
  at: Date;
}

/** What is stored under a name; undefined for nothing. */
export const readState = <Value extends object>(
  db: Db,
  name: string,
): Promise<StoredState<Value> | undefined> =>
  firstRow<StoredState<Value>>(db)`select value, at from site_state where name = ${name}`;

export const writeState = (db: Db, name: string, value: object, at: Date): Promise<void> =>
  execute(db)`
    insert into site_state (name, value, at) values (${name}, ${JSON.stringify(value)}, ${at})
    on conflict (name) do update set value = excluded.value, at = excluded.at`;

/** Notes that something was withdrawn, so that no standby that still has it is read; returns the position. */
export async function noteWithdrawal(db: Db): Promise<number> {
  const position = sql`jsonb_build_object('position', pg_current_wal_insert_lsn() - '0/0')`;
  const row = await firstRow<{ position: number }>(db)`
    insert into site_state (name, value, at) values ('withdrawn', ${position}, now())
    on conflict (name) do update set value = ${position}, at = now()
    returning (value->>'position')::float8 as position`;
  return row?.position ?? 0;
}

/** Whether there was something under this name. */
export const deleteState = (db: Db, name: string): Promise<boolean> =>
  hasRows(db)`delete from site_state where name = ${name}`;
