import type { CommunityNews, CommunityRole, JoinRequest } from '@inkling/contract/communities';
import type { Invitation } from '@inkling/contract/sharing';
import type { Author } from '@inkling/contract/users';
import type { AppContext } from '../../platform/context.ts';
import {
  allRows,
  allValues,
  countRows,
  type Db,
  execute,
  firstRow,
  firstValue,
  hasRows,
  isoTime,
  sql,
} from '../../platform/db/db.ts';
import { emit } from '../../platform/events/emit.ts';
import { authorJson, isHiddenFrom, isNamedLike, maxSearched } from '../users/index.ts';
import { founderChanged } from './communities.events.ts';
import { isActivePerson, isAppealed, isBannedAt, isMemberOf } from './communities.policy.queries.ts';
import { type MemberRow, selectMembers } from './communities.queries.ts';

/** Members, requests to join, bans and invitations. What changes them has locked the community. */

/** A member's place in the list. */
export type MemberPosition = [rank: number, since: string, id: string];

/** The first members whose name begins like this, without those who are hidden from the viewer. */
export const findMembers = (
  db: Db,
  communityId: string,
  { search, limit }: { search: string; limit: number },
  viewerId: string | null,
) => {
  const searched = sql`m.user_id in (
    select user_id from community_members where community_id = ${communityId}
    order by rank, role_since, user_id limit ${maxSearched})`;
  const which = sql`${searched} and ${isNamedLike(search)} and not ${isHiddenFrom(viewerId, sql`m.user_id`)}`;
  return allRows<MemberRow>(db)`${selectMembers(communityId, which, limit)}`;
};

export const listMembers = (
  db: Db,
  communityId: string,
  { page, limit }: { page: number; limit: number },
  after: MemberPosition | undefined,
): Promise<MemberRow[]> => {
  if (after === undefined)
    return allRows<MemberRow>(db)`${selectMembers(communityId, sql`true`, limit, (page - 1) * limit)}`;
  const [rank, since, id] = after;
  const which = sql`(m.rank, m.role_since, m.user_id) > (${rank}::smallint, ${since}::timestamptz, ${id}::uuid)`;
  return allRows<MemberRow>(db)`${selectMembers(communityId, which, limit)}`;
};

/** The ids of a person's communities, last joined first. */
export const listMemberships = (db: Db, userId: string): Promise<string[]> =>
  allValues<string>(db)`
    select m.community_id as id from community_members m join communities g on g.id = m.community_id
    where m.user_id = ${userId} and g.deleted_at is null order by m.joined_at desc, m.community_id`;

/** How many communities a person has joined or asked to join. */
export const countMemberships = (tx: Db, userId: string): Promise<number> =>
  countRows(
    tx,
    sql`from (
      select community_id from community_members where user_id = ${userId}
      union all select community_id from community_requests where user_id = ${userId}) o
    join communities g on g.id = o.community_id where g.deleted_at is null`,
  );

export const countFounded = (tx: Db, userId: string): Promise<number> =>
  countRows(
    tx,
    sql`from community_members m join communities g on g.id = m.community_id
      where m.user_id = ${userId} and m.role = 'founder' and g.deleted_at is null`,
  );

export const countModerators = (tx: Db, communityId: string): Promise<number> =>
  countRows(tx, sql`from community_members where community_id = ${communityId} and role = 'moderator'`);

/** The role of a person; null for those who are no members. */
export const findRole = async (tx: Db, communityId: string, userId: string): Promise<CommunityRole | null> =>
  (await firstValue<CommunityRole>(tx)`
    select role from community_members where community_id = ${communityId} and user_id = ${userId}`) ?? null;

/** Adds and counts a member, whose request to join ends. */
export const addMember = (tx: Db, communityId: string, userId: string, now: Date): Promise<void> =>
  execute(tx)`
    with requested as (
      delete from community_requests where community_id = ${communityId} and user_id = ${userId}),
    added as (
      insert into community_members (community_id, user_id, role, joined_at, role_since, seen_until)
      values (${communityId}, ${userId}, 'member', ${now}, ${now}, ${now}) on conflict do nothing returning community_id)
    update community_counts n set members = n.members + 1 from added a where n.community_id = a.community_id`;

export const setNews = (tx: Db, communityId: string, userId: string, news: CommunityNews) =>
  execute(tx)`
    update community_members set news = ${news} where community_id = ${communityId} and user_id = ${userId}`;

/** Posts up to then are not unread for a member. */
export const setSeen = (db: Db, communityId: string, userId: string, until: Date) =>
  execute(db)`update community_members set seen_until = greatest(seen_until, ${until})
    where community_id = ${communityId} and user_id = ${userId}`;

/** Removes and counts a member, and their request to join. */
export const removeMember = (tx: Db, communityId: string, userId: string): Promise<void> =>
  execute(tx)`
    with requested as (
      delete from community_requests where community_id = ${communityId} and user_id = ${userId}),
    removed as (
      delete from community_members where community_id = ${communityId} and user_id = ${userId} returning community_id)
    update community_counts n set members = n.members - 1 from removed r where n.community_id = r.community_id`;

/** Gives a member a role; a moderator who becomes a member is one since they joined. */
export const setRole = (
  tx: Db,
  communityId: string,
  userId: string,
  role: CommunityRole,
  now: Date,
): Promise<void> =>
  execute(tx)`
    update community_members
    set role = ${role}, role_since = case when ${role} = 'member' then joined_at else ${now}::timestamptz end
    where community_id = ${communityId} and user_id = ${userId}`;

/** Who takes over from the founder: the longest-serving moderator, else member; active people first. */
export const findSuccessor = (tx: Db, communityId: string): Promise<string | undefined> =>
  firstValue<string>(tx)`
    select m.user_id from community_members m join users u on u.id = m.user_id
    where m.community_id = ${communityId} and m.role <> 'founder'
    order by ${isActivePerson()} desc, m.rank, m.role_since, m.user_id limit 1`;

/** Makes a member the founder, in place of the former one, who is a moderator or, with `null`, gone. */
export async function setFounder(
  ctx: Pick<AppContext, 'clock' | 'events' | 'live'>,
  tx: Db,
  communityId: string,
  userId: string,
  former: string | null,
  now: Date,
): Promise<void> {
  if (former !== null) await setRole(tx, communityId, former, 'moderator', now);
  await setRole(tx, communityId, userId, 'founder', now);
  // It belonged to the former founder's story, or to them.
  await execute(tx)`update communities set story_id = null, is_of_founder = false where id = ${communityId}`;
  await emit(ctx, tx, founderChanged, { communityId, userId });
}

/** Who asks to join a community, the oldest request first, and how many there are. */
export const listRequests = async (
  db: Db,
  communityId: string,
  { page, limit }: { page: number; limit: number },
): Promise<{ rows: JoinRequest[]; total: number }> => {
  const from = sql`from community_requests r join users u on u.id = r.user_id
    where r.community_id = ${communityId} and ${isActivePerson()}`;
  const rows = await allRows<JoinRequest>(db)`
    select ${authorJson('u')} as "user", ${isoTime('r.created_at')} as "createdAt" ${from}
    order by r.created_at, r.user_id limit ${limit} offset ${(page - 1) * limit}`;
  return { rows, total: await countRows(db, from) };
};

/** Asks to join; false if the community has as many requests as it can. */
export const addRequest = async (tx: Db, communityId: string, userId: string, now: Date, max: number) => {
  await execute(tx)`
    insert into community_requests (community_id, user_id, created_at) values (${communityId}, ${userId}, ${now})
    on conflict do nothing`;
  return (await countRows(tx, sql`from community_requests where community_id = ${communityId}`)) <= max;
};

/** Ends a request to join; whether there was one. */
export const removeRequest = (tx: Db, communityId: string, userId: string): Promise<boolean> =>
  hasRows(tx)`delete from community_requests where community_id = ${communityId} and user_id = ${userId}`;

export interface BanRow {
  user: Author;
  created_at: Date;
  by: Author | null;
  reason: string;
  ends_at: Date | null;
  community: { _id: string; name: string };
  appeal: string | null;
  appealed_at: Date | null;
  is_refused: boolean;
}

const selectBans = sql`
  select ${authorJson('u')} as "user", case when a.id is not null then ${authorJson('a')} end as "by", b.reason, b.ends_at,
    b.created_at, b.appeal, b.appealed_at, b.is_refused, json_build_object('_id', g.id, 'name', g.name) as community
  from community_bans b join communities g on g.id = b.community_id join users u on u.id = b.user_id
  left join users a on a.id = b.by_id`;

/** The bans that a person was notified of, the latest first; of one community or of all. */
export const listBansOf = (db: Db, userId: string, now: Date, communityId: string | null = null) =>
  allRows<BanRow>(db)`${selectBans} where b.user_id = ${userId} and b.is_told and ${isBannedAt(now)}
    and g.deleted_at is null and (${communityId}::uuid is null or g.id = ${communityId}::uuid)
    order by b.created_at desc, g.id`;

/** Stores what a person says against a ban; false if they have said something before. */
export const saveAppeal = (tx: Db, communityId: string, userId: string, appeal: string, now: Date) =>
  hasRows(tx)`update community_bans set appeal = ${appeal}, appealed_at = ${now}
      where community_id = ${communityId} and user_id = ${userId} and is_told and appeal is null returning user_id`;

/** Declines an appeal; undefined without one that waits. */
export async function refuseAppeal(tx: Db, communityId: string, userId: string): Promise<BanRow | undefined> {
  const which = sql`b.community_id = ${communityId} and b.user_id = ${userId}`;
  const isRefused = await hasRows(tx)`
    update community_bans b set is_refused = true where ${which} and ${isAppealed} returning b.user_id`;
  return isRefused ? firstRow<BanRow>(tx)`${selectBans} where ${which}` : undefined;
}

export const listBans = async (
  db: Db,
  communityId: string,
  now: Date,
  { page, limit }: { page: number; limit: number },
): Promise<{ rows: BanRow[]; total: number }> => {
  const which = sql`b.community_id = ${communityId} and ${isBannedAt(now)}`;
  const rows = await allRows<BanRow>(db)`
    ${selectBans} where ${which} order by ${isAppealed} desc, b.created_at desc, b.user_id desc limit ${limit} offset ${(page - 1) * limit}`;
  return { rows, total: await countRows(db, sql`from community_bans b where ${which}`) };
};

/** A ban with another reason or end is another decision, with an appeal of its own. */
const isSameBan = sql`(b.reason, b.ends_at) is not distinct from (excluded.reason, excluded.ends_at)`;

/**
 * Bans a person, or changes a ban. Undefined for a person who does not exist, or whose account is just erased. `is_news`:
 * they are notified, since they took part in the community and it is a new ban or another one.
 */
export async function saveBan(
  tx: Db,
  communityId: string,
  userId: string,
  { reason, until, byId, now }: { reason: string; until: Date | null; byId: string; now: Date },
): Promise<(BanRow & { is_news: boolean }) | undefined> {
  const saved = await firstRow<{ is_news: boolean }>(tx)`
    insert into community_bans as b (community_id, user_id, by_id, reason, ends_at, created_at, is_told)
    select ${communityId}, u.id, ${byId}, ${reason}, ${until}, ${now},
      exists (select from community_members m where m.community_id = ${communityId} and m.user_id = u.id)
      or exists (select from community_requests r where r.community_id = ${communityId} and r.user_id = u.id)
      or exists (select from community_posts p where p.community_id = ${communityId} and p.user_id = u.id)
      or exists (select from comments k join community_posts p on p.id = k.subject_id
        where p.community_id = ${communityId} and k.user_id = u.id)
    from users u where u.id = ${userId} for key share
    on conflict (community_id, user_id) do update set by_id = excluded.by_id, reason = excluded.reason,
      ends_at = excluded.ends_at, created_at = excluded.created_at, is_told = b.is_told or excluded.is_told,
      appeal = case when ${isSameBan} then b.appeal end, appealed_at = case when ${isSameBan} then b.appealed_at end,
      is_refused = b.is_refused and ${isSameBan}
    returning is_told and (old.reason, old.ends_at) is distinct from (new.reason, new.ends_at) as is_news`;
  const row = await firstRow<BanRow>(tx)`
    ${selectBans} where b.community_id = ${communityId} and b.user_id = ${userId}`;
  return saved && row && { ...row, ...saved };
}

export const countBans = (tx: Db, communityId: string): Promise<number> =>
  countRows(tx, sql`from community_bans where community_id = ${communityId}`);

/** Lifts a ban; whether the person was notified of it. */
export const removeBan = async (tx: Db, communityId: string, userId: string): Promise<boolean> => {
  const ban = await firstRow<{ is_told: boolean }>(tx)`
    delete from community_bans where community_id = ${communityId} and user_id = ${userId} returning is_told`;
  return ban?.is_told === true;
};

const canBeUsed = (now: Date) => sql<boolean>`i.ends_at > ${now} and i.used < i.uses`;

const selectInvitations = sql`
  select i.id as "_id", i.uses, i.used, ${isoTime('i.ends_at')} as until, ${isoTime('i.created_at')} as "createdAt",
    case when a.id is not null then ${authorJson('a')} end as "by"
  from community_invitations i left join users a on a.id = i.by_id`;

export const listInvitations = (db: Db, communityId: string, now: Date): Promise<Invitation[]> =>
  allRows<Invitation>(db)`
    ${selectInvitations} where i.community_id = ${communityId} and ${canBeUsed(now)} order by i.created_at desc, i.id desc`;

export async function insertInvitation(
  tx: Db,
  communityId: string,
  {
    tokenHash,
    uses,
    until,
    byId,
    now,
  }: { tokenHash: Buffer; uses: number; until: Date; byId: string; now: Date },
): Promise<Invitation> {
  const { id } = await tx
    .insertInto('community_invitations')
    .values({
      community_id: communityId,
      token_hash: tokenHash,
      uses,
      ends_at: until,
      by_id: byId,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const row = await firstRow<Invitation>(tx)`
    ${selectInvitations} where i.community_id = ${communityId} and i.id = ${id}`;
  if (row === undefined) throw new Error('The invitation was not stored.');
  return row;
}

/** Ends the invitations that a person has made. */
export const removeInvitationsBy = (tx: Db, communityId: string, userId: string): Promise<void> =>
  execute(tx)`delete from community_invitations where community_id = ${communityId} and by_id = ${userId}`;

export const removeInvitation = (tx: Db, communityId: string, id: string): Promise<boolean> =>
  hasRows(tx)`delete from community_invitations where community_id = ${communityId} and id = ${id}`;

/** The community of an invitation that can be used, or that has led the viewer there; whether it is deleted. */
export const findInvited = (db: Db, tokenHash: Buffer, viewerId: string | null, now: Date) =>
  firstRow<{ id: string; is_deleted: boolean }>(db)`
    select g.id, g.deleted_at is not null as is_deleted
    from community_invitations i join communities g on g.id = i.community_id
    where i.token_hash = ${tokenHash} and (${canBeUsed(now)} or ${isMemberOf(viewerId)})`;

/** Who made an invitation; null if that person is gone, hidden from the viewer, suspended or about to be deleted. */
export const findInviter = async (db: Db, tokenHash: Buffer, viewerId: string | null) => {
  const row = await firstRow<{ by: Author }>(db)`
    select ${authorJson('u')} as "by" from community_invitations i join users u on u.id = i.by_id
    where i.token_hash = ${tokenHash} and ${isActivePerson()} and not ${isHiddenFrom(viewerId, sql`u.id`)}`;
  return row?.by ?? null;
};

/** Counts one use of an invitation; false if it can no longer be used. */
export const spendInvitation = (tx: Db, tokenHash: Buffer, now: Date): Promise<boolean> =>
  hasRows(tx)`
    update community_invitations i set used = i.used + 1 where i.token_hash = ${tokenHash} and ${canBeUsed(now)}`;
