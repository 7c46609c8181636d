import { type RawBuilder, sql } from '../../platform/db/db.ts';
import { isHiddenFrom } from '../users/index.ts';

/** The rules of communities.policy.ts in SQL; the alias of the community is `g`, that of a post `p`. */

/** An SQL expression where one statement serves several people. */
type ViewerId = string | null | RawBuilder<unknown>;

export const isMemberOf = (viewerId: ViewerId) =>
  sql<boolean>`exists (
    select from community_members m where m.community_id = g.id and m.user_id = ${viewerId}::uuid)`;

/** Whether the viewer sees posts and members of the community: everyone those of a public one. */
export const isOpenTo = (viewerId: ViewerId) =>
  sql<boolean>`(g.deleted_at is null and (not g.is_private or ${isMemberOf(viewerId)}))`;

/**
 * Whether the writer of the post `p` is hidden from the viewer (docs/product/blocking.md); no one is from founder and
 * moderators of the community.
 */
export const isHiddenPost = (viewerId: string | null) =>
  sql<boolean>`(${isHiddenFrom(viewerId, sql`p.user_id`)} and not exists (
    select from community_members m where m.community_id = p.community_id and m.user_id = ${viewerId}::uuid
      and m.role in ('founder', 'moderator')))`;

/** Whether the community belongs to a mature story. */
export const isMature = sql<boolean>`exists (select from stories ms where ms.id = g.story_id and ms.audience = 'mature')`;

/** Whether search engines may list the community and its posts. */
export const isIndexed = sql<boolean>`(g.is_indexed and ${isOpenTo(null)} and not ${isMature})`;

/** Whether the ban `b` lasts. */
export const isBannedAt = (now: Date) => sql<boolean>`(b.ends_at is null or b.ends_at > ${now})`;

/** Whether founder and moderators have not answered the appeal against the ban `b`. */
export const isAppealed = sql<boolean>`(b.appeal is not null and not b.is_refused)`;

/** Whether others see a person in communities: not while they are suspended or about to be deleted. */
export const isActivePerson = () => sql<boolean>`(u.suspended_at is null and u.deletion_due_at is null)`;

/** Whether there is a community with an id that is given in SQL. */
export const isCommunity = (id: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from communities g where g.id = ${id} and g.deleted_at is null)`;

/** Whether a person is a member of the community with an id that is given in SQL. */
export const isInCommunity = (id: RawBuilder<unknown>, userId: string) =>
  sql<boolean>`exists (
    select from communities g where g.id = ${id} and g.deleted_at is null and ${isMemberOf(userId)})`;

/** Whether a person is the founder of the community with an id that is given in SQL. */
export const isFoundedBy = (id: RawBuilder<unknown>, userId: string) =>
  sql<boolean>`exists (
    select from communities g join community_members m on m.community_id = g.id and m.user_id = ${userId}
    where g.id = ${id} and g.deleted_at is null and m.role = 'founder')`;

/** Whether the community exists, and the person is no member of it. */
export const isOutsideCommunity = (id: RawBuilder<unknown>, userId: string) =>
  sql<boolean>`exists (
    select from communities g where g.id = ${id} and g.deleted_at is null and not ${isMemberOf(userId)})`;

/** Whether active people ask to join the community with an id that is given in SQL. */
export const hasRequests = (id: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from community_requests r join users u on u.id = r.user_id
    where r.community_id = ${id} and ${isActivePerson()})`;

/** Whether people ask to join it or appeal against bans, which this person, as its founder or a moderator, answers. */
export const isAskedToModerate = (id: RawBuilder<unknown>, userId: string) =>
  sql<boolean>`exists (
    select from communities g join community_members m on m.community_id = g.id and m.user_id = ${userId}
    where g.id = ${id} and g.deleted_at is null and m.role in ('founder', 'moderator') and (${hasRequests(id)}
      or exists (select from community_bans b where b.community_id = g.id and ${isAppealed})))`;

/** Whether a person may read the posts of the community with an id that is given in SQL. */
export const isOpenCommunity = (id: RawBuilder<unknown>, userId: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from communities g where g.id = ${id} and ${isOpenTo(userId)})`;

/** Whether a person may read the post with one of these ids. */
export const isReadablePost = (ids: RawBuilder<unknown>, userId: string) =>
  sql<boolean>`exists (
    select from community_posts p join communities g on g.id = p.community_id
    where p.id in (${ids}) and p.is_shown and ${isOpenTo(userId)} and not ${isHiddenPost(userId)})`;
