import { type Db, execute } from '../platform/db/db.ts';
import { likeByReaders, scattered } from './bench-data.queries.ts';

const communities = 2000;
const [manyPosts, fewPosts, manyComments] = [10_000, 5, 1000];

/**
 * Adds communities: the first has all readers as members, the others ever fewer. The first has many posts, of which the
 * newest has many comments; `insertComments` adds replies and likes, and counts them.
 */
export async function insertCommunities(tx: Db, until: Date, readers: number): Promise<void> {
  await execute(tx)`
    insert into communities (name, description, category, is_private, created_at)
    select 'Circle ' || n, 'Readers who meet in the evening, and talk about what they have read.',
      (array['general', 'genre', 'book_club', 'writing_group'])[1 + mod(n, 4)], mod(n, 10) = 9,
      ${until}::timestamptz - n * interval '1 minute'
    from generate_series(1, ${communities}::int) n`;
  await execute(tx)`
    create temporary table numbered_communities on commit drop as
    select id, substr(name, 8)::int as number from communities`;
  await execute(tx)`
    insert into community_members (community_id, user_id, role, joined_at, role_since)
    select c.id, r.id, case r.number when 1 + mod(c.number, ${readers}::int) then 'founder' else 'member' end, ${until}, ${until}
    from numbered_communities c, numbered_readers r
    where r.number = 1 + mod(c.number, ${readers}::int) or mod(${scattered("c.number || ' ' || r.number", 1_000_000)}, c.number) = 0`;
  await execute(tx)`
    insert into community_posts (community_id, user_id, title, content, tags, created_at)
    select c.id, r.id, d.title, d.description, '{lamps}', ${until}::timestamptz - n * interval '11 minutes'
    from numbered_communities c
    cross join lateral generate_series(1, case c.number when 1 then ${manyPosts}::int else ${fewPosts}::int end) n
    join numbered_readers r on r.number = 1 + mod(n * 7, ${readers}::int)
    join numbered_stories s on s.place = mod(n, (select count(*) from numbered_stories)) join stories d on d.id = s.id`;
  const posts = { liked: 'community_posts', likes: 'community_post_likes', id: 'post_id' };
  await likeByReaders(tx, posts, readers, until);
  await execute(tx)`
    insert into community_counts (community_id, members, posts)
    select id, (select count(*) from community_members m where m.community_id = c.id),
      (select count(*) from community_posts p where p.community_id = c.id)
    from numbered_communities c`;
  await execute(tx)`
    insert into comments (subject_kind, subject_id, root_id, user_id, content, created_at, replies)
    select 'post', p.id, p.id, r.id, 'Comment ' || k || ': ' || left(p.content, 200),
      ${until}::timestamptz - k * interval '3 minutes', case when mod(k, 5) = 0 then 2 else 0 end
    from (select p.* from community_posts p join numbered_communities c on c.id = p.community_id and c.number = 1
      order by p.created_at desc limit 1) p, generate_series(1, ${manyComments}::int) k, numbered_readers r
    where r.number = 1 + mod(k * 3, ${readers}::int)`;
}
