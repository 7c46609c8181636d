import { AppError } from '../../platform/app-error.ts';
import { allRows, type Db, firstValue, type RawBuilder, sql } from '../../platform/db/db.ts';
import { maxExceptions } from '../../platform/live/live-publisher.ts';

// Who is hidden from whom, and who may do nothing to whom: the rules of the module `blocks`, which earlier modules need,
// too (docs/product/blocking.md). Everything that lists, gets, counts or sends what people wrote asks one of these.

type Person = RawBuilder<unknown>;

/** The people whom a viewer does not see: those they blocked or muted, and those who blocked them. For admins, no one. */
const hiddenFrom = (viewerId: string | Person) => sql`
  select o.id from (
    select b.other_id as id from blocks b where b.user_id = ${viewerId}
    union all
    select b.user_id from blocks b where b.other_id = ${viewerId} and b.kind = 'block') o
  where not (select v.is_admin from users v where v.id = ${viewerId})`;

/** Whether what a person wrote is hidden from the viewer, null for visitors. False for no person (null). */
export const isHiddenFrom = (viewerId: string | Person | null, person: Person) =>
  viewerId === null ? sql<boolean>`false` : sql<boolean>`((${person}) in (${hiddenFrom(viewerId)})) is true`;

/** Whether anyone is hidden from the viewer. */
export const hidesAnyone = (viewerId: string | null) =>
  viewerId === null ? sql<boolean>`false` : sql<boolean>`exists (${hiddenFrom(viewerId)})`;

/** Which of these people are hidden from the viewer. */
export const findHidden = async (db: Db, viewerId: string, people: string[]): Promise<Set<string>> => {
  const rows = await allRows<{ id: string }>(db)`
    select p.id from unnest(${people}::uuid[]) as p (id) where ${isHiddenFrom(viewerId, sql`p.id`)}`;
  return new Set(rows.map(({ id }) => id));
};

/** The ids of the people from whom a person is hidden: more than `maxExceptions` are not all listed. */
export const hiddenTo = (person: Person) => sql<string[]>`array(
  select v.id::text from users v where not v.is_admin and v.id in (
    select b.user_id from blocks b where b.other_id = ${person}
    union
    select b.other_id from blocks b where b.user_id = ${person} and b.kind = 'block')
  limit ${maxExceptions + 1})`;

export const listHiddenTo = async (db: Db, userId: string): Promise<string[]> =>
  (await firstValue<string[]>(db)`select ${hiddenTo(sql`${userId}::uuid`)} as ids`) ?? [];

/** A block between the viewer and another person: the viewer's own, or only the other's. */
export type Block = 'mine' | 'theirs';

/** The `Block` between a person and another, as the first one has it, or null. */
const blockBetween = (one: Person, other: Person) => sql<Block | null>`(
  select case when b.user_id = ${one} then 'mine' else 'theirs' end from blocks b
  where b.kind = 'block'
    and ((b.user_id = ${one} and b.other_id = ${other}) or (b.user_id = ${other} and b.other_id = ${one}))
  order by 1 limit 1)`;

/** Those of some people with whom a person has a block, as an array. */
export const blockedAmong = (person: Person, others: string[]) => sql<string[]>`array(
  select b.other_id::text from blocks b
  where b.user_id = ${person} and b.other_id = any(${others}::uuid[]) and b.kind = 'block'
  union all
  select b.user_id::text from blocks b
  where b.other_id = ${person} and b.user_id = any(${others}::uuid[]) and b.kind = 'block')`;

export const blockWith = (viewerId: string | null, person: Person) =>
  blockBetween(sql`${viewerId}::uuid`, person);

/** Whether there is a block between two people. */
export const hasBlock = (one: Person, other: Person) =>
  sql<boolean>`(${blockBetween(one, other)} is not null)`;

export const findBlock = async (db: Db, viewerId: string, otherId: string): Promise<Block | null> =>
  (await firstValue<Block | null>(db)`
    select ${blockWith(viewerId, sql`${otherId}::uuid`)} as block`) ?? null;

/**
 * Throws NOT_ALLOWED between people of whom one has blocked the other; `what` is what the viewer can't do. Who was blocked
 * is told nothing else. What a block must prevent locks the viewer's row first, which blocking locks, too.
 */
export function requireUnblocked(block: Block | null, what: string): void {
  if (block === null) return;
  const mine = `You’ve blocked this person, so you can’t ${what}.`;
  throw new AppError('NOT_ALLOWED', block === 'mine' ? mine : `You can’t ${what}.`);
}
