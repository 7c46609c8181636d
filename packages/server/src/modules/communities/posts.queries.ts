import type { PostSort } from '@inkling/contract/communities';
import { communityLimits } from '@inkling/contract/limits';
import type { Author } from '@inkling/contract/users';
import {
  allRows,
  allValues,
  countRows,
  type Db,
  execute,
  firstRow,
  firstValue,
  hasRows,
  sql,
} from '../../platform/db/db.ts';
import { type Fact, insertFact } from '../../platform/events/outbox.queries.ts';
import { likeCounter } from '../../platform/likes.queries.ts';
import { isHeld } from '../../platform/screening.queries.ts';
import type { Subject, SubjectKind } from '../../platform/subjects.ts';
import { visibleTo } from '../chapters/index.ts';
import { mentionedIn } from '../comments/index.ts';
import { authorJson } from '../users/index.ts';
import { isBannedAt, isHiddenPost, isOpenTo } from './communities.policy.queries.ts';
import { matching } from './communities.queries.ts';

type ViewerId = string | null;

export interface PostRow {
  id: string;
  community_id: string;
  title: string;
  content: string;
  /** The ids of the people whom it mentions. */
  mentioned: string[];
  tags: string[];
  author: Author;
  user_id: string;
  chapter_id: string | null;
  chapter: { _id: string; story: string; title: string; chapterNumber: number } | null;
  /** Whether the viewer has not reached the chapter; also while it is not available. */
  is_ahead: boolean;
  /** The author of the chapter's story. */
  story_author_id: string | null;
  created_at: Date;
  edited_at: Date | null;
  is_pinned: boolean;
  is_locked: boolean;
  /** Whether it is the viewer's and held. */
  is_held: boolean;
  likes: number;
  is_liked: boolean;
  comments: number;
}

const viewerOf = (viewerId: ViewerId) => (viewerId === null ? null : { id: viewerId });

/** Whether the viewer has not reached the chapter of the post `p`. */
const isAhead = (viewerId: ViewerId) => {
  const visible = visibleTo(viewerOf(viewerId), 'link');
  return sql<boolean>`(p.chapter_id is not null and (c.id is null or not ${visible.listed} or ${visible.isAhead}))`;
};

const withChapter = sql`left join chapters c on c.id = p.chapter_id left join stories s on s.id = c.story_id`;

/** Selects posts `p`; `found` selects them, with their contents or what these begin with. */
const selectPosts = (viewerId: ViewerId, found: ReturnType<typeof sql>) => sql`
  select p.id, p.community_id, p.title, p.content, p.mentioned, p.tags, ${authorJson('u')} as author, p.user_id, p.chapter_id,
    case when ${visibleTo(viewerOf(viewerId), 'link').listed} and c.is_published then json_build_object('_id', c.id,
      'story', c.story_id, 'title', c.title, 'chapterNumber', c.published_number) end as chapter,
    ${isAhead(viewerId)} as is_ahead, s.author_id as story_author_id, p.created_at, p.edited_at, p.is_pinned, p.is_locked,
    p.taken_down_at is not null as is_held, p.likes, coalesce(k.shown, 0) as comments, exists (select from community_post_likes l
      where l.user_id = ${viewerId}::uuid and l.post_id = p.id) as is_liked
  from (${found}) p join users u on u.id = p.user_id ${withChapter} left join comment_counts k on k.subject_id = p.id`;

/** Each matches an index. */
const orders: Record<PostSort, ReturnType<typeof sql>> = {
  newest: sql`p.is_pinned desc, p.created_at desc, p.id desc`,
  oldest: sql`p.created_at, p.id`,
  most_liked: sql`p.likes desc, p.created_at desc, p.id desc`,
};

/** A post's place in a list: the order, whether it is pinned, its likes, time and id. */
export type PostPosition = [PostSort, boolean, number, string, string];
export const positionOf =
  (sort: PostSort) =>
  ({ is_pinned, likes, created_at, id }: PostRow): PostPosition => [
    sort,
    is_pinned,
    likes,
    created_at.toISOString(),
    id,
  ];

const isAfter = ([sort, isPinned, likes, createdAt, id]: PostPosition) => {
  const at = sql`${createdAt}::timestamptz, ${id}::uuid`;
  if (sort === 'newest') return sql`and (p.is_pinned, p.created_at, p.id) < (${isPinned}::boolean, ${at})`;
  if (sort === 'oldest') return sql`and (p.created_at, p.id) > (${at})`;
  return sql`and (p.likes, p.created_at, p.id) < (${likes}::bigint, ${at})`;
};

/** Which posts are listed. */
export interface PostFilter {
  search: string;
  tag: string;
}

const isFiltered = ({ search, tag }: PostFilter) => matching(search) !== '' || tag !== '';

/** The listed posts of a community, as `p`. Those that are folded for the viewer are not found by what they say. */
const listed = (communityId: string, viewerId: ViewerId, filter: PostFilter) => sql`
  from community_posts p ${isFiltered(filter) ? withChapter : sql``}
  where p.community_id = ${communityId} and p.is_shown and not ${isHiddenPost(viewerId)}
    ${matching(filter.search) === '' ? sql`` : sql`and p.words @@ ${matching(filter.search)}::tsquery`}
    ${filter.tag === '' ? sql`` : sql`and ${filter.tag} = any(p.tags)`}
    ${isFiltered(filter) ? sql`and not ${isAhead(viewerId)}` : sql``}`;

/** How many posts a search or a tag finds; undefined without either. */
export const countFound = (db: Db, communityId: string, viewerId: ViewerId, filter: PostFilter) =>
  isFiltered(filter) ? countRows(db, listed(communityId, viewerId, filter)) : undefined;

/** A page of a community's posts, with at most `excerpt` and one characters of each. The viewer may read them. */
export const listPosts = (
  db: Db,
  communityId: string,
  viewerId: ViewerId,
  {
    sort,
    page,
    limit,
    excerpt,
    ...filter
  }: PostFilter & { sort: PostSort; page: number; limit: number; excerpt: number },
  after: PostPosition | undefined,
): Promise<PostRow[]> => {
  const place = after === undefined ? sql`` : isAfter(after);
  const offset = after === undefined ? (page - 1) * limit : 0;
  const found = sql`
    select p.id, p.community_id, p.user_id, p.title, left(p.content, ${excerpt + 1}::int) as content, p.mentioned, p.tags,
      p.chapter_id, p.created_at, p.edited_at, p.is_pinned, p.is_locked, p.taken_down_at, p.likes
    from (
      select p.id ${listed(communityId, viewerId, filter)} ${place}
      order by ${orders[sort]} limit ${limit} offset ${offset}) f
    join community_posts p on p.community_id = ${communityId} and p.id = f.id`;
  return allRows<PostRow>(db)`${selectPosts(viewerId, found)} order by ${orders[sort]}`;
};

/** A post's place in the feed: its time and id. */
export type FeedPosition = [string, string];

/** The newest posts of a person's communities, each with its community's name, and how many there are. */
export async function listFeed(
  db: Db,
  userId: string,
  { page, limit, excerpt }: { page: number; limit: number; excerpt: number },
  after: FeedPosition | undefined,
): Promise<{ rows: (PostRow & { community_name: string })[]; total: number }> {
  const place =
    after === undefined
      ? sql``
      : sql`and (p.created_at, p.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`;
  const offset = after === undefined ? (page - 1) * limit : 0;
  const mine = sql`from community_members m join communities g on g.id = m.community_id and g.deleted_at is null
    join community_counts n on n.community_id = g.id`;
  const found = sql`
    select p.id, p.community_id, p.user_id, p.title, left(p.content, ${excerpt + 1}::int) as content, p.mentioned, p.tags,
      p.chapter_id, p.created_at, p.edited_at, p.is_pinned, p.is_locked, p.taken_down_at, p.likes
    from (
      select f.* ${mine} cross join lateral (
        select p.id, p.created_at from community_posts p where p.community_id = g.id and p.is_shown
          and not ${isHiddenPost(userId)} ${place}
        order by p.created_at desc, p.id desc limit ${offset + limit}) f
      where m.user_id = ${userId} order by f.created_at desc, f.id desc limit ${limit} offset ${offset}) f
    join community_posts p on p.id = f.id`;
  const rows = await allRows<PostRow & { community_name: string }>(db)`
    select o.*, g.name as community_name from (${selectPosts(userId, found)}) o join communities g on g.id = o.community_id
    order by o.created_at desc, o.id desc`;
  const counted = await firstRow<{ total: number }>(db)`
    select coalesce(sum(n.posts), 0)::bigint as total ${mine} where m.user_id = ${userId}`;
  return { rows, total: counted?.total ?? 0 };
}

/** Who is notified of what happened to a post then: members who want to know of all, or of those that founder and moderators wrote and pinned. */
export const findNewsReaders = (tx: Db, postId: string, at: Date): Promise<string[]> =>
  allValues<string>(tx)`
    select m.user_id from community_posts p join community_members m on m.community_id = p.community_id
    where p.id = ${postId} and p.is_shown and m.joined_at <= ${at} and (m.news = 'all' or (m.news = 'highlights' and p.is_pinned and exists (
      select from community_members w where w.community_id = p.community_id and w.user_id = p.user_id
        and w.role in ('founder', 'moderator'))))`;

/** Whether the post `p` is the viewer's and held. */
const isOwnHeld = (viewerId: ViewerId) =>
  sql<boolean>`(p.user_id = ${viewerId}::uuid and p.taken_down_at is not null and ${isHeld('post', sql`p.id`)})`;

/** The viewer's posts in a community that are held, the newest first. */
export const listHeld = (db: Db, communityId: string, viewerId: string): Promise<PostRow[]> =>
  allRows<PostRow>(db)`${selectPosts(
    viewerId,
    sql`select p.* from community_posts p where p.community_id = ${communityId} and ${isOwnHeld(viewerId)}
      order by p.created_at desc, p.id desc limit ${communityLimits.held}`,
  )} order by p.created_at desc, p.id desc`;

/** A post, if the viewer may read it, also their own that is held; `takesBack`: also one that is hidden from them, to end a like. */
export const findPost = (
  db: Db,
  communityId: string,
  id: string,
  viewerId: ViewerId,
  takesBack = false,
): Promise<PostRow | undefined> =>
  firstRow<PostRow>(db)`${selectPosts(
    viewerId,
    sql`select p.* from community_posts p join communities g on g.id = p.community_id
      where p.community_id = ${communityId} and p.id = ${id} and (p.is_shown or ${isOwnHeld(viewerId)}) and ${isOpenTo(viewerId)}
        ${takesBack ? sql`` : sql`and not ${isHiddenPost(viewerId)}`}`,
  )}`;

/** Posts, as things that people comment on. A comment keeps its post from being deleted before it is stored. */
export const postSubject: SubjectKind = {
  kind: 'post',
  name: 'Post',
  select: (id, viewerId, isLocked, { clock }) => sql<Subject>`
    select p.id, null::uuid as parent_id, coalesce(s.author_id, p.user_id) as owner_id,
      p.user_id as writer_id, ${isHiddenPost(viewerId)} as is_hidden,
      coalesce(m.role in ('founder', 'moderator'), false) as is_moderator, not g.is_private as is_public,
      true as takes_comments, true as takes_likes,
      case when b.reason is not null then 'banned' when p.is_locked then 'closed' end as refusal, b.reason as ban_reason,
      ${isAhead(viewerId)} as is_ahead
    from community_posts p join communities g on g.id = p.community_id
    left join community_members m on m.community_id = g.id and m.user_id = ${viewerId}::uuid
    left join community_bans b on b.community_id = g.id and b.user_id = ${viewerId}::uuid and ${isBannedAt(clock.now())}
    ${withChapter}
    where p.id = ${id} and p.is_shown and ${isOpenTo(viewerId)} ${isLocked ? sql`for share of p` : sql``}`,
};

/** Whether this is a post of the person in the community; undefined if nothing has the id. */
export const isPostOf = (db: Db, id: string, communityId: string, userId: string) =>
  firstValue<boolean>(db)`
    select community_id = ${communityId} and user_id is not distinct from ${userId}::uuid as is_own
    from community_posts where id = ${id}`;

/** Whether a community has or had the post; whether a viewer may read it is another question. */
export const isPostIn = (db: Db, communityId: string, id: string): Promise<boolean> =>
  hasRows(db)`select from community_posts where community_id = ${communityId} and id = ${id}`;

/** Whether a chapter is a published one of the story. */
export const isChapterOf = (tx: Db, chapterId: string, storyId: string | null): Promise<boolean> =>
  hasRows(tx)`select from chapters c join stories s on s.id = c.story_id
      where c.id = ${chapterId} and c.story_id = ${storyId}::uuid and ${visibleTo(null, 'link').listed}`;

interface NewPost {
  id: string;
  communityId: string;
  userId: string;
  title: string;
  content: string;
  tags: string[];
  chapterId: string | null;
  isPinned: boolean;
  now: Date;
}

/** Stores and counts a post, and emits `fact`. Undefined if the chosen id is in use. */
export const insertPost = (
  tx: Db,
  { id, communityId, userId, title, content, tags, chapterId, isPinned, now }: NewPost,
  fact: Fact | null,
): Promise<string | undefined> =>
  firstValue<string>(tx)`
    with added as (
      insert into community_posts (community_id, id, user_id, title, content, mentioned, tags, chapter_id, is_pinned, created_at)
      values (${communityId}, ${id}, ${userId}, ${title}, ${content}, ${mentionedIn(content)},
        ${tags}::text[], ${chapterId}, ${isPinned}, ${now})
      on conflict (id) do nothing returning id, community_id),
    counted as (
      update community_counts n set posts = n.posts + 1 from added a where n.community_id = a.community_id)
      ${fact === null ? sql`` : sql`, emitted as (${insertFact(fact, sql`added`, now)})`}
    select id from added`;

/** How many posts a person has written since, deleted ones that are not yet erased included, and an id for the next one. */
export const countPostsSince = async (tx: Db, userId: string, since: Date) => {
  const row = await firstRow<{ posts: number; nextId: string }>(tx)`
    select count(*) as posts, uuidv7() as "nextId" from community_posts
    where (user_id = ${userId} or written_by = ${userId}) and created_at > ${since}`;
  if (row === undefined) throw new Error('Posts could not be counted.');
  return row;
};

export interface PostChanges {
  title?: string | undefined;
  content?: string | undefined;
  tags?: string[] | undefined;
  chapter_id?: string | null | undefined;
  edited_at?: Date;
  is_pinned?: boolean;
  is_locked?: boolean;
}

export const updatePost = (tx: Db, id: string, changes: PostChanges) =>
  tx
    .updateTable('community_posts')
    .set({ ...changes, mentioned: changes.content === undefined ? undefined : mentionedIn(changes.content) })
    .where('id', '=', id)
    .execute();

export const countPinned = (tx: Db, communityId: string): Promise<number> =>
  countRows(
    tx,
    sql`from community_posts where community_id = ${communityId} and is_pinned and deleted_at is null`,
  );

const emptied = (now: Date) => sql`
  deleted_at = ${now}, user_id = null, title = '', content = '', mentioned = '{}', tags = '{}', chapter_id = null, is_pinned = false, taken_down_at = null`;

/** Deletes what a post says, and counts it; the sweep erases the rest. */
export const removePost = (tx: Db, communityId: string, id: string, now: Date): Promise<void> =>
  execute(tx)`
    with removed as (
      update community_posts p set ${emptied(now)}, written_by = user_id
      where p.community_id = ${communityId} and p.id = ${id} and p.is_shown
      returning p.community_id)
    update community_counts n set posts = n.posts - 1 from removed r where n.community_id = r.community_id`;

/** Deletes what all posts of a person say, whose communities must be locked. */
export const removePostsOf = (tx: Db, userId: string, now: Date): Promise<void> =>
  execute(tx)`
    with removed as (
      update community_posts p set ${emptied(now)} where p.user_id = ${userId}
      returning p.community_id, old.is_shown),
    changed as (select community_id, count(*) as posts from removed where is_shown group by community_id)
    update community_counts n set posts = n.posts - c.posts from changed c where n.community_id = c.community_id`;

/** Whether the post `p` of the person `u` is hidden. */
const isWithheld = sql`
  (p.taken_down_at is not null or u.suspended_at is not null or u.deletion_due_at is not null)`;

/** Takes a post down, or with null no longer; false if it was so before, or is deleted. */
export async function takeDownPost(tx: Db, id: string, since: Date | null): Promise<boolean> {
  const post = await firstRow<{ community_id: string }>(tx)`
    select n.community_id from community_counts n join community_posts p on p.community_id = n.community_id
    where p.id = ${id} for no key update of n`;
  if (post === undefined) return false;
  const isChanged = await hasRows(tx)`
    update community_posts set taken_down_at = ${since} where id = ${id} and deleted_at is null
      and (taken_down_at is null) <> ${since === null} returning id`;
  await withhold(tx, sql`p.id = ${id} and u.id = p.user_id`);
  return isChanged;
}

/** Brings `is_withheld` of some posts `p` of people `u`, and the counts, in line; their communities are locked. */
const withhold = (tx: Db, which: ReturnType<typeof sql>): Promise<void> =>
  execute(tx)`
    with changed as (
      update community_posts p set is_withheld = not p.is_withheld from users u
      where ${which} and p.is_withheld <> ${isWithheld}
      returning p.community_id, new.is_shown::int - old.is_shown::int as posts),
    counted as (select community_id, sum(posts) as posts from changed group by community_id)
    update community_counts n set posts = n.posts + c.posts from counted c where n.community_id = c.community_id`;

/** Hides a person's posts while they are suspended or their account is being deleted, or shows them again; idempotent. */
export async function withholdPosts(tx: Db, userId: string): Promise<void> {
  await execute(tx)`
    select from community_counts where community_id in (
      select community_id from community_posts where user_id = ${userId})
    order by community_id for no key update`;
  await withhold(tx, sql`p.user_id = ${userId} and u.id = ${userId}`);
}

export const postLikes = likeCounter({
  name: 'Post',
  entities: 'community_posts',
  likes: 'community_post_likes',
  foreignKey: 'post_id',
  published: (id) => sql`select id, likes from community_posts where id = ${id} and is_shown`,
});
