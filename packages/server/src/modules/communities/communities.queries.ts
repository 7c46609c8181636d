import type { ParsedInput } from '@inkling/contract/call';
import type {
  CommunityMember,
  CommunityNews,
  CommunityRole,
  CommunityRule,
  DeletedCommunity,
  listCommunities as listCall,
} from '@inkling/contract/communities';
import { communityLimits } from '@inkling/contract/limits';
import type { SearchSort } from '@inkling/contract/search';
import type { Author } from '@inkling/contract/users';
import {
  allRows,
  countRows,
  type Db,
  execute,
  firstRow,
  firstValue,
  hasRows,
  isoTime,
  type NewRow,
  type RowChanges,
  sql,
  type TableRow,
} from '../../platform/db/db.ts';
import type { ImageUse } from '../../platform/storage/image-uses.ts';
import { wordsKey } from '../../platform/texts.ts';
import { visibleTo } from '../chapters/index.ts';
import { isPublicStory, isReadableBy, type ListViewer } from '../stories/index.ts';
import { authorJson } from '../users/index.ts';
import {
  isActivePerson,
  isAppealed,
  isBannedAt,
  isHiddenPost,
  isMature,
  isMemberOf,
} from './communities.policy.queries.ts';
import type { CommunityState } from './communities.policy.ts';

/** Whoever asks, and when. */
export interface Asking {
  viewer: ListViewer;
  now: Date;
}

interface StoryRef {
  _id: string;
  title: string;
  coverImage: string | null;
  language: string;
  author: Author;
}

/** A community as its viewer relates to it. Dates inside JSON columns are strings. */
export interface CommunityRow
  extends CommunityState,
    Omit<TableRow<'communities'>, 'deleted_at' | 'erase_at' | 'image_by' | 'is_private' | 'rules' | 'words'> {
  rules: CommunityRule[];
  members: number;
  posts: number;
  founder: Author | null;
  /** Whether it belongs to a mature story. */
  is_mature: boolean;
  has_requested: boolean;
  news: CommunityNews | null;
  has_unread: boolean;
  /** The story that it belongs to, if the viewer is shown it. */
  story: StoryRef | null;
}

const idOf = (viewer: ListViewer) => sql`${viewer?.id ?? null}::uuid`;

/** So many of the latest posts tell whether some are unread: own and hidden ones are not. */
const lookedAtForDot = 50;

/** The columns of the community `g` with its counts `n`, by joins that follow. */
const columns = ({ viewer, now }: Asking) => sql`
  g.id, g.name, g.description, g.category, g.is_private, g.is_indexed, ${isMature} as is_mature, g.rules, g.image, g.story_id, g.is_of_founder, g.created_at,
  n.members, n.posts, m.role, m.news,
  m.role is not null and exists (select from (
      select p.community_id, p.user_id from community_posts p
      where p.community_id = g.id and p.is_shown and p.created_at > m.seen_until
      order by p.created_at desc, p.id desc limit ${lookedAtForDot}) p
    where p.user_id <> m.user_id and not ${isHiddenPost(viewer?.id ?? null)}) as has_unread,
  (select ${authorJson('u')} from community_members f join users u on u.id = f.user_id
    where f.community_id = g.id and f.role = 'founder' and ${isActivePerson()}) as founder,
  (select json_build_object('reason', b.reason, 'until', b.ends_at) from community_bans b
    where b.community_id = g.id and b.user_id = ${idOf(viewer)} and ${isBannedAt(now)}) as ban,
  exists (select from community_requests r where r.community_id = g.id and r.user_id = ${idOf(viewer)}) as has_requested,
  case when s.id is not null then json_build_object('_id', s.id, 'title', s.title, 'coverImage', s.cover_image,
    'language', s.language, 'author', ${authorJson('a')}) end as story`;

const joins = ({ viewer }: Asking) => sql`
  join community_counts n on n.community_id = g.id
  left join community_members m on m.community_id = g.id and m.user_id = ${idOf(viewer)}
  left join stories s on s.id = g.story_id and ${visibleTo(viewer, 'lists').story} left join users a on a.id = s.author_id`;

export const findCommunity = (db: Db, id: string, asking: Asking): Promise<CommunityRow | undefined> =>
  firstRow<CommunityRow>(db)`
    select ${columns(asking)} from communities g ${joins(asking)} where g.id = ${id} and g.deleted_at is null`;

/** What the page of a community has beside it: its first members, and the number of requests to join and of appeals. */
export const findInside = async (db: Db, id: string, first = communityLimits.firstMembers) => {
  const row = await firstRow<{ members: MemberRow[]; requests: number }>(db)`
    select (select count(*) from community_requests r where r.community_id = ${id})
        + (select count(*) from community_bans b where b.community_id = ${id} and ${isAppealed}) as requests,
      (select coalesce(json_agg(o), '[]') from (${selectMembers(id, sql`true`, first)}) o) as members`;
  return row ?? { members: [], requests: 0 };
};

/** A member. Dates inside JSON columns are strings. */
export interface MemberRow {
  person: Author;
  role: CommunityRole;
  joined_at: Date | string;
  rank: number;
  role_since: Date | string;
}

export const selectMembers = (
  communityId: string,
  which: ReturnType<typeof sql>,
  limit: number,
  offset = 0,
) => sql`
  select ${authorJson('u')} as person, m.role, m.joined_at, m.rank, m.role_since
  from community_members m join users u on u.id = m.user_id
  where m.community_id = ${communityId} and ${isActivePerson()} and ${which}
  order by m.rank, m.role_since, m.user_id limit ${limit} offset ${offset}`;

export const presentMember = ({ person, role, joined_at }: MemberRow): CommunityMember => ({
  ...person,
  role,
  joinedAt: new Date(joined_at).toISOString(),
});

/** Words of a query that are searched for. */
const maxWords = 12;
/** A query for `words`: each of a search's words, or what begins with it. Empty without a visible character. */
export const matching = (search: string): string =>
  wordsKey(search)
    .split(' ')
    .filter((word) => word !== '')
    .slice(0, maxWords)
    .map((word) => `'${word.replaceAll("'", "''").replaceAll('\\', '\\\\')}':*`)
    .join(' & ');

/** Communities with the words that are ranked; more are left out, so that the cost of a search is bounded. */
const maxRanked = sql.lit(2000);
/**
 * Selects the communities with the words of a search, or all if it has none, as `g`. Private ones are found by what everyone
 * sees of them.
 */
const found = (search: string) =>
  matching(search) === ''
    ? sql`(select id, category, words, created_at from communities where deleted_at is null) g`
    : sql`(select id, category, words, created_at from communities
        where deleted_at is null and words @@ ${matching(search)}::tsquery limit ${maxRanked}) g`;

/** Those with the words in their names come first. */
const byNames = (search: string) =>
  matching(search) === ''
    ? sql``
    : sql`ts_rank('{0, 0, 0, 1}', g.words, ${matching(search)}::tsquery) > 0 desc,`;

const byMembers = sql`n.members desc, g.id desc`;

/** Communities that are counted beyond a page. */
const counted = 1000;

/** A page of communities, those with the most members first, and how many there are, up to a thousand beyond it. */
export async function listCommunities(
  db: Db,
  asking: Asking,
  {
    search,
    category,
    mine,
    page,
    limit,
  }: Omit<ParsedInput<typeof listCall>['query'], 'mine'> & { mine: boolean },
): Promise<{ rows: CommunityRow[]; total: number }> {
  const where = sql`where true ${category === undefined ? sql`` : sql`and g.category = ${category}`}
    ${mine ? sql`and ${isMemberOf(asking.viewer?.id ?? null)}` : sql``}`;
  const from = sql`from ${found(search)} join community_counts n on n.community_id = g.id ${where}`;
  const order = sql`order by ${byNames(search)} ${byMembers}`;
  const rows = await allRows<CommunityRow>(db)`
    with page as materialized (
      select g.id, row_number() over (${order}) as place ${from} ${order} limit ${limit} offset ${(page - 1) * limit})
    select ${columns(asking)} from page join communities g on g.id = page.id ${joins(asking)} order by page.place`;
  const isAll = page === 1 && rows.length < limit;
  if (isAll) return { rows, total: rows.length };
  const most = page * limit + counted;
  return {
    rows,
    total: await countRows(db, sql`from (select from ${found(search)} ${where} limit ${most}) c`),
  };
}

const byRelevance = (search: string) => sql`${byNames(search)} ${byMembers}`;
const searchOrders: Record<SearchSort, (search: string) => ReturnType<typeof sql>> = {
  relevance: byRelevance,
  rating: byRelevance,
  trending: byRelevance,
  words: byRelevance,
  chapters: byRelevance,
  popular: () => byMembers,
  newest: () => sql`g.created_at desc, g.id desc`,
  oldest: () => sql`g.created_at, g.id`,
};

/** A community as searches return it. */
export interface FoundRow {
  id: string;
  name: string;
  image: string | null;
  members: number;
  description: string;
}

/** The communities that a search asks for; at most `max` are counted. */
export interface CommunitySearch {
  search: string;
  sort: SearchSort;
  page: number;
  limit: number;
  max: number;
}

/** Selects a page of the communities that a search finds, as `communities`, and how many it finds, as `communities_total`. */
export const selectFound = ({ search, sort, page, limit, max }: CommunitySearch) => sql`
    with found as materialized (
      select g.id, n.members, row_number() over (order by ${searchOrders[sort](search)}) as place
      from ${found(search)} join community_counts n on n.community_id = g.id
      order by place limit ${max})
    select (select count(*) from found) as communities_total, (
      select coalesce(json_agg(json_build_object('id', g.id, 'name', g.name, 'image', g.image, 'members', p.members,
        'description', g.description) order by p.place), '[]')
      from (select * from found order by place limit ${limit} offset ${(page - 1) * limit}) p
      join communities g on g.id = p.id) as communities`;

/** A story, or a person as an author. */
export type Belonging = { storyId: string } | { authorId: string };

/** The communities that belong to a story, or to a person as an author, the oldest first. */
export const listBelonging = (db: Db, asking: Asking, to: Belonging) =>
  allRows<CommunityRow>(db)`
    select ${columns(asking)} from communities g ${joins(asking)}
    where g.deleted_at is null and ${
      'storyId' in to
        ? sql`g.story_id = ${to.storyId} and s.id is not null`
        : sql`g.is_of_founder and exists (select from community_members f
            where f.community_id = g.id and f.user_id = ${to.authorId} and f.role = 'founder')`
    } order by g.created_at, g.id`;

/** How many communities belong to this already, this one aside. */
export const countBelonging = (tx: Db, communityId: string | null, to: Belonging) =>
  countRows(
    tx,
    sql`from communities g where g.deleted_at is null and g.id is distinct from ${communityId}::uuid and ${
      'storyId' in to
        ? sql`g.story_id = ${to.storyId}`
        : sql`g.is_of_founder and exists (select from community_members f
            where f.community_id = g.id and f.user_id = ${to.authorId} and f.role = 'founder')`
    }`,
  );

/** Whether the viewer may open a story. */
export const isReadableStory = (db: Db, storyId: string, viewerId: string | null): Promise<boolean> =>
  hasRows(db)`select from stories s where s.id = ${storyId}
      and ${viewerId === null ? isPublicStory() : isReadableBy(viewerId)}`;

export const isStoryOf = (tx: Db, storyId: string, authorId: string): Promise<boolean> =>
  hasRows(tx)`
    select from stories where id = ${storyId} and author_id = ${authorId} and deleted_at is null for share`;

/** Whether this is a community that the person founded; undefined if nothing has the id. */
export const isCommunityOf = (db: Db, id: string, userId: string): Promise<boolean | undefined> =>
  firstValue<boolean>(db)`
    select g.deleted_at is null and exists (select from community_members f
      where f.community_id = g.id and f.user_id = ${userId} and f.role = 'founder') as is_own
    from communities g where g.id = ${id}`;

/** Stores a community with its founder. Undefined if the chosen id is in use. */
export const insertCommunity = async (
  tx: Db,
  founderId: string,
  { id, ...community }: NewRow<'communities'>,
): Promise<string | undefined> => {
  const {
    name,
    description,
    category,
    is_private,
    is_indexed,
    rules,
    image,
    image_by,
    story_id,
    is_of_founder,
    created_at,
  } = community;
  return firstValue<string>(tx)`
    with added as (
      insert into communities (id, name, description, category, is_private, is_indexed, rules, image, image_by, story_id,
        is_of_founder, created_at)
      values (coalesce(${id ?? null}::uuid, uuidv7()), ${name}, ${description}, ${category}, ${is_private},
        ${is_indexed ?? true}, ${rules}::jsonb, ${image}, ${image_by}, ${story_id}, ${is_of_founder ?? false}, ${created_at})
      on conflict (id) do nothing returning id),
    counted as (insert into community_counts (community_id, members) select id, 1 from added),
    founder as (
      insert into community_members (community_id, user_id, role, joined_at, role_since, seen_until)
      select id, ${founderId}, 'founder', ${created_at}, ${created_at}, ${created_at} from added)
    select id from added`;
};

export const updateCommunity = (tx: Db, id: string, changes: RowChanges<'communities'>) =>
  tx.updateTable('communities').set(changes).where('id', '=', id).execute();

/** What a community that is erased no longer says. */
const emptied = sql`name = '-', description = '', rules = '[]', image = null, image_by = null, story_id = null, is_of_founder = false`;

/** Deletes a community for good, with what it said; the sweep erases the rest. */
export const removeCommunity = (tx: Db, id: string, now: Date): Promise<void> =>
  execute(tx)`update communities set deleted_at = ${now}, erase_at = ${now}, ${emptied} where id = ${id}`;

/** Deletes for good the communities that can no longer be restored at `now`. */
export const removeExpired = (db: Db, now: Date): Promise<void> =>
  execute(db)`
    update communities set erase_at = deleted_at, ${emptied} where erase_at <= ${now} and erase_at > deleted_at`;

/** Deletes for good a community that its founder, another person, could restore; whether there was one. */
export const removeDeleted = (db: Db, id: string, adminId: string): Promise<boolean> =>
  hasRows(db)`
    update communities set erase_at = deleted_at, ${emptied} where id = ${id} and erase_at > deleted_at and not exists (
      select from community_members m where m.community_id = communities.id and m.user_id = ${adminId} and m.role = 'founder')
      returning id`;

/** The communities that their founder has deleted and can restore at `now`. */
const restorable = (founderId: string, now: Date) => sql`
  from communities g join community_members m on m.community_id = g.id and m.user_id = ${founderId} and m.role = 'founder'
  where g.deleted_at is not null and g.erase_at > ${now}`;

export const listDeleted = async (
  db: Db,
  founderId: string,
  now: Date,
  { page, limit }: { page: number; limit: number },
): Promise<{ rows: DeletedCommunity[]; total: number }> => ({
  rows: await allRows<DeletedCommunity>(db)`
    select g.id as "_id", g.name, ${isoTime('g.deleted_at')} as "deletedAt", ${isoTime('g.erase_at')} as "eraseAt" ${restorable(founderId, now)}
    order by g.deleted_at desc, g.id desc limit ${limit} offset ${(page - 1) * limit}`,
  total: await countRows(db, restorable(founderId, now)),
});

/** Locks a community that the person can restore. */
export const lockDeleted = (tx: Db, id: string, founderId: string, now: Date) =>
  firstRow<{ role: CommunityRole; story_id: string | null; is_of_founder: boolean }>(tx)`
    select m.role, g.story_id, g.is_of_founder ${restorable(founderId, now)} and g.id = ${id} for update of g`;

/** Lets changes of a community, its people and its posts wait for each other until the transaction ends. */
export const lockCommunity = (tx: Db, id: string): Promise<void> =>
  execute(tx)`select from community_counts where community_id = ${id} for no key update`;

/** Locks a person, so that what they have is counted once; false for one who may not write. */
export const lockWriter = (tx: Db, userId: string): Promise<boolean> =>
  hasRows(tx)`
    select from users where id = ${userId} and deletion_due_at is null and suspended_at is null for no key update`;

/** Covers of communities; their uploaders can delete them. */
export const imageUse: ImageUse = {
  name: 'community cover',
  rows: sql`select id, image_by as owner_id, image as address from communities where image is not null`,
  clear: (tx, id) => updateCommunity(tx, id, { image: null, image_by: null }),
};
