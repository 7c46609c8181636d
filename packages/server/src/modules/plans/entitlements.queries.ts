import type { PlanRight } from '@inkling/contract/plans';
import type { AppContext } from '../../platform/context.ts';
import { allRows, type Db, execute, sql } from '../../platform/db/db.ts';

/** The rights in force, from all sources. */
export const listRights = async (db: Db, personId: string, now: Date): Promise<PlanRight[]> => {
  const rows = await allRows<{ right_name: PlanRight }>(db)`
    select distinct right_name from entitlements
    where person_id = ${personId} and (until is null or until > ${now}) order by right_name`;
  return rows.map(({ right_name }) => right_name);
};

/** The people for whom two subscriptions give rights now: at most ten. */
export const listPayingTwice = async (db: Db, now: Date): Promise<string[]> => {
  const rows = await allRows<{ person_id: string }>(db)`
    select person_id from entitlements
    where source like 'subscription:%' and until > ${now}
    group by person_id having count(distinct source) > 1 order by person_id limit 10`;
  return rows.map(({ person_id }) => person_id);
};

/**
 * Whether a person has a right now, as an SQL condition; `personId` may be an expression, where one statement serves several
 * people. The same as `hasRight`.
 */
export const holdsRight = (
  { config, clock }: Pick<AppContext, 'config' | 'clock'>,
  personId: string | ReturnType<typeof sql>,
  right: PlanRight,
) =>
  config.PLANS
    ? sql<boolean>`exists (
        select from entitlements granted where granted.person_id = ${personId} and granted.right_name = ${right}
          and (granted.until is null or granted.until > ${clock.now()}))`
    : sql<boolean>`true`;

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
