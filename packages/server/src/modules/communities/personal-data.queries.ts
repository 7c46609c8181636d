import { sql } from '../../platform/db/db.ts';
import { type PersonalPart, untilRemoved } from '../../platform/personal-data.ts';
import { forgetPerson } from './erasing.queries.ts';

/** The community `g`, by its name, which everyone sees. */
const community = sql`json_build_object('id', g.id, 'name', g.name) as community`;

/** A person's communities, and what they wrote there. */
export const personalPart: PersonalPart = {
  stores: [
    {
      topic: 'people',
      what: 'The communities you create, join or ask to join, your posts there, and the posts you like',
      why: 'To let people talk in communities.',
      seenBy:
        'Everyone, in public communities; only members, in private ones. The founder and moderators see requests to join. Others see only the number of likes.',
      until: untilRemoved,
      columns: [
        'community_members.user_id',
        'community_requests.user_id',
        'community_posts.user_id',
        'community_post_likes.user_id',
        'communities.image_by',
      ],
      notExported: { 'community_posts.written_by': 'who wrote a deleted post, until the following night' },
    },
    {
      topic: 'people',
      what: 'Bans from communities, yours and those you made, with their reasons and your appeals, and invitations you created',
      why: 'To let founders and moderators keep their communities kind and, if they like, private.',
      seenBy: 'You, and the founder and moderators of the community.',
      until: 'Until they end, are lifted or are revoked, or you delete your account.',
      columns: ['community_bans.user_id', 'community_bans.by_id', 'community_invitations.by_id'],
    },
  ],
  lists: (userId) => ({
    'communities.json': sql`
      select ${community}, m.role, m.joined_at as since, m.news, m.seen_until as "seenUntil", g.deleted_at as "deletedAt"
      from community_members m join communities g on g.id = m.community_id
      where m.user_id = ${userId} and (g.deleted_at is null or g.erase_at > g.deleted_at) order by m.joined_at, g.id`,
    'community-covers.json': sql`
      select ${community}, g.image from communities g where g.image_by = ${userId} order by g.id`,
    'community-requests.json': sql`
      select ${community}, r.created_at as since from community_requests r join communities g on g.id = r.community_id
      where r.user_id = ${userId} order by r.created_at, g.id`,
    'community-posts.json': sql`
      select p.id, ${community}, p.title, p.content, p.tags, p.likes, p.created_at as "createdAt", p.edited_at as "editedAt"
      from community_posts p join communities g on g.id = p.community_id where p.user_id = ${userId} order by p.id`,
    'liked-posts.json': sql`
      select l.post_id as post, ${community}, l.created_at as since
      from community_post_likes l join community_posts p on p.id = l.post_id join communities g on g.id = p.community_id
      where l.user_id = ${userId} order by l.created_at, l.post_id`,
    'community-bans.json': sql`
      select ${community}, b.user_id = ${userId} as "ofYou", b.reason, b.ends_at as until, b.created_at as since,
        case when b.user_id = ${userId} then b.appeal end as appeal
      from community_bans b join communities g on g.id = b.community_id
      where b.user_id = ${userId} or b.by_id = ${userId} order by b.created_at, g.id`,
    'community-invitations.json': sql`
      select i.id, ${community}, i.uses, i.used, i.ends_at as until, i.created_at as since
      from community_invitations i join communities g on g.id = i.community_id
      where i.by_id = ${userId} order by i.created_at, i.id`,
  }),
  withdraw: (tx, userId, ctx) => forgetPerson(ctx, tx, userId),
};
