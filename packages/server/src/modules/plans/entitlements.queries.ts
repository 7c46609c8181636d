import type { PlanRight } from '@inkling/contract/plans';
import { allRows, type Db, execute } from '../../platform/db/db.ts';

/** The rights in force, from all sources. */
export const listRights = async (db: Db, personId: string, now: Date): Promise<PlanRight[]> => {
  const rows = await allRows<{ right_name: PlanRight }>(db)`
    select distinct right_name from entitlements
    where person_id = ${personId} and (until is null or until > ${now}) order by right_name`;
  return rows.map(({ right_name }) => right_name);
};

/** Replaces what the sources whose names begin with `prefix` give a person; no rights take it away. */
export const replaceRights = async (
  tx: Db,
  personId: string,
  prefix: string,
  given: { source: string; rights: readonly PlanRight[]; until: Date | null } | null,
): Promise<void> => {
  await execute(tx)`
    delete from entitlements where person_id = ${personId} and starts_with(source, ${prefix})`;
  if (given === null || given.rights.length === 0) return;
  await execute(tx)`
    insert into entitlements (person_id, right_name, source, until)
    select ${personId}, right_name, ${given.source}, ${given.until}::timestamptz
    from unnest(${[...given.rights]}::text[]) as right_name`;
};
