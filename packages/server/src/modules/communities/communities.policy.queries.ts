import { sql } from '../../platform/db/db.ts';
import { isHiddenFrom } from '../users/index.ts';

/** The rules of communities.policy.ts in SQL; the alias of the community is `g`, that of a post `p`. */

type ViewerId = string | null;

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
export const isHiddenPost = (viewerId: ViewerId) =>
  sql<boolean>`(${isHiddenFrom(viewerId, sql`p.user_id`)} and not exists (
    select from community_members m where m.community_id = p.community_id and m.user_id = ${viewerId}::uuid
      and m.role in ('founder', 'moderator')))`;

/** Whether the ban `b` lasts. */
export const isBannedAt = (now: Date) => sql<boolean>`(b.ends_at is null or b.ends_at > ${now})`;

/** Whether others see a person in communities: not while they are suspended or about to be deleted. */
export const isActivePerson = () => sql<boolean>`(u.suspended_at is null and u.deletion_due_at is null)`;
