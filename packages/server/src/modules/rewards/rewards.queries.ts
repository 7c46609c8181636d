import {
  allRows,
  countRows,
  type Db,
  execute,
  firstRow,
  type RawBuilder,
  sql,
  type TableRow,
  unseen,
} from '../../platform/db/db.ts';
import { onlyYou, type PersonalPart, withAccount } from '../../platform/personal-data.ts';
import { isListedChapter } from '../chapters/index.ts';
import type { EarningPerson } from './actions.queries.ts';
import type { Claimed } from './daily-reward.ts';

interface EntryRow extends Omit<TableRow<'ledger_entries'>, 'user_id' | 'source'> {
  /** The titles of the chapter that it was paid for, while everyone may read it, and of its story. */
  chapter: string | null;
  story: string | null;
}

/** A person's ledger, newest first. */
export const allEntries = (userId: string): RawBuilder<EntryRow> => sql<EntryRow>`
  select e.id, e.currency, e.amount, e.reason, f.chapter, f.story, e.created_at
  from ledger_entries e
  left join lateral (
    select c.title as chapter, s.title as story from chapters c join stories s on s.id = c.story_id
    where ${isListedChapter()}
      and c.id = case when e.source ~ '^chapter:[0-9a-f-]{36}$' then substr(e.source, 9)::uuid end) f on true
  where e.user_id = ${userId} order by e.created_at desc, e.id desc`;

/** What an entry was for, in plain text. */
export const reasonOf = ({ reason, chapter, story }: EntryRow): string =>
  chapter === null ? reason : `Finished “${chapter}” in “${story}”`;

/** One page of a person's ledger. */
export const listEntries = async (
  db: Db,
  userId: string,
  { page, limit }: { page: number; limit: number },
) => {
  const [rows, total] = await Promise.all([
    allRows<EntryRow>(db)`${allEntries(userId)} limit ${limit} offset ${(page - 1) * limit}`,
    countRows(db, sql`from ledger_entries where user_id = ${userId}`),
  ]);
  return { rows, total };
};

/** What is only shown: the chapters that a person finished, and the stories that they saved. */
export const findShown = async (db: Db, userId: string): Promise<{ pages: number; bookmarks: number }> => {
  const row = await firstRow<{ pages: number; bookmarks: number }>(db)`
    select (select count(*) from counted_actions where user_id = ${userId} and action = 'finish_chapter') as pages,
      (select count(*) from library_entries where user_id = ${userId} and is_bookmarked) as bookmarks`;
  return row ?? { pages: 0, bookmarks: 0 };
};

/** The daily rewards that a person has claimed. */
export const findClaimed = async (db: Db, userId: string): Promise<Claimed> => {
  const row = await firstRow<Claimed>(db)`
    select count(*) as times, max(substr(source, 7)) as last from ledger_entries
    where user_id = ${userId} and starts_with(source, 'daily:')`;
  return row ?? { times: 0, last: null };
};

export interface Earner extends EarningPerson {
  hides_rewards: boolean;
}

const earner = (userId: string) => sql`
  select time_zone, day_zone, day_zone_until, hides_rewards from users
  where id = ${userId} and deletion_due_at is null`;

export const findEarner = (db: Db, userId: string) => firstRow<Earner>(db)`${earner(userId)}`;
export const lockEarner = (tx: Db, userId: string) =>
  firstRow<Earner>(tx)`${earner(userId)} for no key update`;

/** The same for those of several people who are there, in the order of their ids. */
export const lockEarners = (tx: Db, userIds: string[]) =>
  allRows<Earner & { id: string }>(tx)`
    select id, time_zone, day_zone, day_zone_until, hides_rewards from users
    where id = any(${unseen(userIds, 'uuid[]')}) and deletion_due_at is null order by id for no key update`;

/** What a person has earned and spent, and what that was counted by. */
export const personalPart: PersonalPart = {
  stores: [
    {
      topic: 'reading',
      what: 'Which chapters, stories, posts and people you did something with that counts for rewards, such as finishing a chapter, and on which day',
      why: 'To count your progress, and each thing only once. Nothing is added while rewards are switched off.',
      seenBy: onlyYou,
      until: withAccount,
      columns: ['counted_actions.user_id'],
    },
    {
      topic: 'reading',
      what: 'What you have earned and spent in rewards, when and what for, and your balances',
      why: 'To pay each reward once, and to show you where your balances come from.',
      seenBy: onlyYou,
      until: withAccount,
      columns: ['ledger_entries.user_id', 'balances.user_id'],
    },
  ],
  lists: (userId) => ({
    'counted-actions.json': sql`
      select action, subject_id as subject, thing_id as thing, day, counted_at as "countedAt", removed_at as "removedAt"
      from counted_actions where user_id = ${userId} order by counted_at, action, subject_id`,
    'rewards.json': sql`
      select currency, amount, reason, source, created_at as "createdAt"
      from ledger_entries where user_id = ${userId} order by created_at, id`,
    'balances.json': sql`select currency, amount from balances where user_id = ${userId} order by currency`,
  }),
  async forget(_ctx, tx, { id }) {
    for (const table of ['counted_actions', 'balances', 'ledger_entries'] as const)
      await tx.deleteFrom(table).where('user_id', '=', id).execute();
    // Following them still counts for their followers, without saying whom.
    await execute(tx)`
      update counted_actions set subject_id = gen_random_uuid(), thing_id = null
      where thing_id = ${id} and action = 'follow'`;
  },
};
