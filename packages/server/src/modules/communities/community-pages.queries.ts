import { commentLimits } from '@inkling/contract/limits';
import { id } from '@inkling/contract/text';
import { allRows } from '../../platform/db/db.ts';
import type { PageRevision, PageSource } from '../../platform/page-source.ts';
import { isOpenTo } from './communities.policy.queries.ts';

/** As many posts as a community's page shows before 'Show more', and comments as a post's page has. */
const [shownPosts, shownComments] = [20, 20];

/**
 * The page of a community, whose revision changes with the community, the number of its members, its founder and its story,
 * and with the posts listed, their writers, the numbers of their comments and the stories they are about. `xmin` is the
 * transaction that last wrote a row.
 */
export const communityPage: PageSource = {
  pattern: '/community/:id',
  keyOf: (params) => id.safeParse(params.id).data ?? null,
  async findRevisions(db, ids) {
    const rows = await allRows<PageRevision & { id: string }>(db)`
      select g.id, md5(concat_ws(' ', g.xmin, counted.members, f.user_id, u.xmin, s.revision, (
        select string_agg(concat_ws(':', p.id, p.xmin, w.xmin, k.shown, about.revision), ' '
          order by p.is_pinned desc, p.created_at desc, p.id desc)
        from (
          select n.id, n.xmin, n.user_id, n.chapter_id, n.is_pinned, n.created_at from community_posts n
          where n.community_id = g.id and n.is_shown and not g.is_private
          order by n.is_pinned desc, n.created_at desc, n.id desc limit ${shownPosts}) p
        join users w on w.id = p.user_id left join comment_counts k on k.subject_id = p.id
        left join chapters c on c.id = p.chapter_id left join stories about on about.id = c.story_id))) as revision
      from communities g join community_counts counted on counted.community_id = g.id
      left join community_members f on f.community_id = g.id and f.role = 'founder'
      left join users u on u.id = f.user_id left join stories s on s.id = g.story_id
      where g.id = any(${ids}::uuid[]) and g.deleted_at is null`;
    return new Map(rows.map((row) => [row.id, row]));
  },
};

/** The page of a post in a public community, with its pinned and first comments and their number; its key has the ids of both. */
export const postPage: PageSource = {
  pattern: '/community/:communityId/posts/:postId',
  keyOf: ({ communityId, postId }) => {
    const ids = [id.safeParse(communityId).data, id.safeParse(postId).data];
    return ids.includes(undefined) ? null : ids.join(' ');
  },
  async findRevisions(db, keys) {
    const ids = keys.map((key) => key.split(' ')[1]);
    const rows = await allRows<PageRevision & { key: string }>(db)`
      select p.community_id || ' ' || p.id as key,
        md5(concat_ws(' ', p.xmin, g.xmin, w.xmin, k.shown, s.revision, about.revision, (
          select string_agg(concat_ws(':', c.id, c.xmin, u.xmin, r.seen), ' ' order by c.created_at desc, c.id desc)
          from (
            (select n.id, n.xmin, n.user_id, n.created_at from comments n
            where n.subject_id = p.id and n.is_listed
            order by n.created_at desc, n.id desc limit ${shownComments})
            union all
            select n.id, n.xmin, n.user_id, n.created_at from comments n
            where n.subject_id = p.id and n.is_pinned and n.is_shown) c
          left join users u on u.id = c.user_id
          left join lateral (
            select string_agg(concat_ws(':', a.id, a.xmin, b.xmin), ' ' order by a.created_at, a.id) as seen from (
              select n.id, n.xmin, n.user_id, n.created_at from comments n where n.parent_id = c.id and n.is_shown
              order by n.created_at, n.id limit ${commentLimits.firstReplies}) a
            join users b on b.id = a.user_id) r on true))) as revision
      from community_posts p join communities g on g.id = p.community_id join users w on w.id = p.user_id
      left join comment_counts k on k.subject_id = p.id left join stories s on s.id = g.story_id
      left join chapters c on c.id = p.chapter_id left join stories about on about.id = c.story_id
      where p.id = any(${ids}::uuid[]) and p.is_shown and ${isOpenTo(null)}`;
    return new Map(rows.map((row) => [row.key, row]));
  },
};
