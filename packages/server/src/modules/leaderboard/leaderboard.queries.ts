import type { LeaderboardBoard, LeaderboardEntry, LeaderboardPeriod } from '@inkling/contract/leaderboard';
import type { Author } from '@inkling/contract/users';
import {
  allRows,
  countRows,
  type Db,
  execute,
  firstRow,
  type RawBuilder,
  sql,
} from '../../platform/db/db.ts';
import type { PersonalPart } from '../../platform/personal-data.ts';
import { liveSeconds, wordsInTime } from '../reading-sessions/index.ts';
import { authorJson, isHiddenFrom, isPublicPerson } from '../users/index.ts';

/** A board of a period. */
export interface Ranking {
  board: LeaderboardBoard;
  period: LeaderboardPeriod;
}

/** The rankings that there are: words and ink are counted for the week only. */
export const rankings: readonly Ranking[] = [
  { board: 'minutes', period: 'week' },
  { board: 'minutes', period: 'month' },
  { board: 'minutes', period: 'all' },
  { board: 'words', period: 'week' },
  { board: 'ink', period: 'week' },
];

const daysOf: Record<LeaderboardPeriod, number | null> = { week: 7, month: 30, all: null };

/** What is earned, by its source: what was spent and bought counts for nothing. */
const earned = sql`'^(chapter|daily|mission|quest):'`;

/** What the person `u` has read or earned in the last days, up to `now` (docs/product/leaderboard.md#boards). */
function countOf({ board, period }: Ranking, now: Date): RawBuilder<number> {
  const days = daysOf[period];
  const first = sql`(${now}::timestamptz at time zone 'UTC')::date - ${days}::integer + 1`;
  const since = sql`(${days}::integer is null or s.day >= ${first})`;
  if (board === 'minutes')
    return sql`(select floor(coalesce(sum(${liveSeconds}), 0) / 60)::integer from reading_session_days s
      where s.user_id = u.id and ${since})`;
  if (board === 'words')
    return sql`(select coalesce(sum(${wordsInTime}), 0)::integer
      from reading_days d join reading_session_days s on s.user_id = d.user_id and s.day = d.day
      where d.user_id = u.id and ${since})`;
  return sql`(select coalesce(sum(e.amount), 0)::integer from ledger_entries e
    where e.user_id = u.id and e.currency = 'ink' and e.source ~ ${earned}
      and e.created_at > ${now}::timestamptz - make_interval(days => ${days}::integer))`;
}

/** A condition on `u`: the leaderboard shows the person. */
const isListed = sql`(u.is_ranked and not u.hides_rewards and u.suspended_at is null and ${isPublicPerson('u')})`;

/** Ranks everybody again who is listed; readers see the entries before or those after. */
export const updateRanking = (tx: Db, ranking: Ranking, now: Date): Promise<void> =>
  execute(tx)`
    with valued as materialized (
      select u.id, ${countOf(ranking, now)} as value from users u where u.is_ranked and ${isListed}),
    ranked as materialized (
      select id, value, rank() over (order by value desc) as rank from valued where value > 0),
    gone as (
      delete from leaderboard_entries l
      where l.board = ${ranking.board} and l.period = ${ranking.period}
        and not exists (select from ranked r where r.id = l.user_id))
    insert into leaderboard_entries as l (board, period, user_id, value, rank)
    select ${ranking.board}, ${ranking.period}, id, value, rank from ranked order by id
    on conflict (board, period, user_id) do update set value = excluded.value, rank = excluded.rank
      where (l.value, l.rank) is distinct from (excluded.value, excluded.rank)`;

export type Page = Ranking & { viewerId: string | null; offset: number; limit: number };

const everyone = ({ board, period, viewerId }: Page) => sql`
  from leaderboard_entries l join users u on u.id = l.user_id
  where l.board = ${board} and l.period = ${period} and ${isListed} and not ${isHiddenFrom(viewerId, sql`u.id`)}`;

/** A page of everybody. Whoever is hidden from the viewer, or no longer listed, leaves a gap in the ranks. */
export const pageOfEveryone = (page: Page) => sql<LeaderboardEntry>`
  select l.rank, l.value, ${authorJson('u')} as "user" ${everyone(page)}
  order by l.value desc, l.user_id limit ${page.limit} offset ${page.offset}`;

export const listEveryone = async (db: Db, page: Page): Promise<LeaderboardEntry[]> =>
  (await pageOfEveryone(page).execute(db)).rows;

/** How many people these pages have. */
export const countEveryone = (db: Db, page: Page): Promise<number> => countRows(db, everyone(page));

/** The person and those whom they follow, of a ranking: the rows that concern them, by the keys of their follows. */
const followed = ({ board, period }: Ranking, viewerId: string) => sql`
  (select f.followed_id as id from follows f where f.follower_id = ${viewerId} union select ${viewerId}::uuid) p
  join leaderboard_entries l on l.board = ${board} and l.period = ${period} and l.user_id = p.id
  join users u on u.id = l.user_id and ${isListed} and not ${isHiddenFrom(viewerId, sql`u.id`)}`;

/** A page of those whom a person follows and themselves, ranked among each other; `total` is how many they are. */
export const listFollowed = (db: Db, viewerId: string, { offset, limit, ...ranking }: Page) =>
  allRows<LeaderboardEntry & { total: number }>(db)`
    select rank() over (order by l.value desc) as rank, l.value, ${authorJson('u')} as "user",
      count(*) over () as total
    from ${followed(ranking, viewerId)}
    order by l.value desc, l.user_id limit ${limit} offset ${offset}`;

/** A person's own value now, and whether others see it. */
export const findOwn = (db: Db, userId: string, ranking: Ranking, now: Date) =>
  firstRow<{ value: number; is_listed: boolean; user: Author }>(db)`
    select ${countOf(ranking, now)} as value, ${isListed} as is_listed, ${authorJson('u')} as "user"
    from users u where u.id = ${userId}`;

/** The rank that a value has among all others of a ranking, or among those whom the person follows. */
export const findRank = async (
  db: Db,
  userId: string,
  ranking: Ranking,
  value: number,
  isAmongFollowed: boolean,
): Promise<number> => {
  const { board, period } = ranking;
  const others = isAmongFollowed
    ? followed(ranking, userId)
    : sql`(select ${board}::text as board, ${period}::text as period) b
        join leaderboard_entries l on l.board = b.board and l.period = b.period`;
  const row = await firstRow<{ above: number }>(db)`
    select count(*) as above from ${others} where l.value > ${value} and l.user_id <> ${userId}`;
  return (row?.above ?? 0) + 1;
};

export const personalPart: PersonalPart = {
  stores: [
    {
      topic: 'reading',
      what: 'Your places in the leaderboard, if you asked to be listed',
      why: 'To show who read most.',
      seenBy: 'Everyone, while you are listed. The switch is in Settings.',
      until: 'Until you switch it off or delete your account.',
      columns: ['leaderboard_entries.user_id'],
    },
  ],
  lists: (userId) => ({
    'leaderboard.json': sql`
      select board, period, value, rank from leaderboard_entries where user_id = ${userId} order by board, period`,
  }),
};
