import { allRows, type Db, execute, firstRow, type RawBuilder, sql } from '../../platform/db/db.ts';

/** What happened to a measure; `dismissed`: an entry of the queue was closed without one. */
export type LoggedAction = 'applied' | 'lifted' | 'ended' | 'appealed' | 'granted' | 'refused' | 'dismissed';

const sha256 = (...parts: RawBuilder<unknown>[]) =>
  sql<Buffer>`sha256(convert_to(concat_ws(E'\\x1f', ${sql.join(parts)}), 'UTF8'))`;

/** The hash of what never changes in the measure `m`. */
const detailsOf = sha256(
  sql`m.salt, m.kind, m.person_id, coalesce(m.subject_kind, ''), coalesce(m.subject_id::text, ''), m.reason`,
  sql`coalesce(extract(epoch from m.ends_at)::text, '')`,
);

/** The hash of the entry `l`, which covers the hash before it. */
const hashOf = (previous: RawBuilder<unknown>) =>
  sql<Buffer>`sha256(${previous} || ${sha256(
    sql`l.number, extract(epoch from l.at), l.action, l.subject_id, coalesce(encode(l.actor, 'hex'), '-')`,
  )} || l.details)`;

/**
 * Adds to the log of measures, whose end is locked until the transaction ends: the last step of each change. `subjectId` is a
 * measure, or the entry of the queue that was dismissed; `actorId` is null for the command line and the clock.
 */
export async function logAction(
  tx: Db,
  action: LoggedAction,
  subjectId: string,
  actorId: string | null,
  now: Date,
): Promise<void> {
  await execute(tx)`select pg_advisory_xact_lock(hashtextextended('measure_log', 0))`;
  const details =
    action === 'dismissed'
      ? sha256(sql`${subjectId}::text`)
      : sql`(select ${detailsOf} from measures m where m.id = ${subjectId})`;
  const actor = actorId === null ? sql`null::bytea` : sha256(sql`${subjectId}::text`, sql`${actorId}::text`);
  await execute(tx)`
    with last as (select number, hash from measure_log order by number desc limit 1),
    l as (
      select coalesce((select number from last), 0) + 1 as number, ${now}::timestamptz as at, ${action}::text as action,
        ${subjectId}::uuid as subject_id, ${actor} as actor, ${details} as details)
    insert into measure_log (number, at, action, subject_id, actor, details, hash)
    select l.*, ${hashOf(sql`coalesce((select hash from last), '')`)} from l`;
}

export interface LogProblem {
  number: number;
  /** `chain`: the entry, or one before it, was changed or is missing. `measure`: its measure was changed since. */
  problem: 'chain' | 'measure';
}

/**
 * Checks the log of measures (docs/product/measures.md#the-log): its chain of hashes, and the measures that still exist. The
 * last entry's hash is for the operator to note elsewhere, since a log that was cut off at its end still is a chain. Checks
 * the last entries only if their number is given.
 */
export async function checkLog(
  db: Db,
  lastEntries = Number.MAX_SAFE_INTEGER,
): Promise<{ entries: number; lastHash: string; problems: LogProblem[] }> {
  const last = await firstRow<{ number: number; hash: string }>(db)`
    select number, encode(hash, 'hex') as hash from measure_log order by number desc limit 1`;
  // The entry before the first one checked is read for its hash; the first of all has none before it.
  const before = Math.max(0, (last?.number ?? 0) - lastEntries);
  const problems = await allRows<LogProblem>(db)`
    select number, 'chain' as problem from (
      select l.*, lag(l.number, 1, 0::bigint) over w as number_before, lag(l.hash, 1, ''::bytea) over w as hash_before
      from measure_log l where l.number >= ${before} window w as (order by l.number)) l
    where l.number > ${before} and (l.number <> l.number_before + 1 or l.hash <> ${hashOf(sql`l.hash_before`)})
    union all
    select l.number, 'measure' from measure_log l join measures m on m.id = l.subject_id where l.number > ${before} and l.details <> ${detailsOf}
    order by number limit 100`;
  return { entries: last?.number ?? 0, lastHash: last?.hash ?? '', problems };
}
