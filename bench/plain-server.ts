import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { paginate } from '@inkling/contract/page';
import Fastify, { type FastifyRequest } from 'fastify';
import pg from 'pg';
import { connectionOf } from './servers.ts';

// What `fastify` and `pg` cost without anything of ours: `plain-server.ts <data folder> <port>` responds like Inkling from
// the same rows, with the obvious one or two statements a call, whose $1 is the viewer. `data` has the fields of Inkling's.

const [dataDir = '', port] = process.argv.slice(2);
const pool = new pg.Pool({ ...connectionOf(dataDir), max: 5 });
// Counters are below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
const http = Fastify({ logger: false });

/** Statements are prepared, as Inkling's are by their text. */
const names = new Map<string, string>();
async function query(text: string, values: unknown[]): Promise<pg.QueryResultRow[]> {
  const name = names.get(text) ?? `s${names.size}`;
  names.set(text, name);
  return (await pool.query({ name, text, values })).rows;
}
async function only(text: string, values: unknown[]): Promise<pg.QueryResultRow> {
  const [row] = await query(text, values);
  if (row === undefined) throw Object.assign(new Error('Nothing found.'), { statusCode: 404 });
  return row;
}

async function viewerOf(request: FastifyRequest): Promise<string> {
  const token = request.headers.authorization?.replace('Bearer ', '') ?? '';
  const session = `
    select u.id, u.username, u.display_name, u.avatar from sessions t join users u on u.id = t.user_id
    where t.hash = $1 and u.suspended_at is null and u.deletion_due_at is null`;
  return (await only(session, [createHash('sha256').update(token).digest()])).id;
}

const brotli = promisify(brotliCompress);
/** As fast as it goes, for responses that one person gets. */
http.addHook('onSend', async (request, reply, payload) => {
  if (typeof payload !== 'string' || payload.length < 1000) return payload;
  if (!request.headers['accept-encoding']?.includes('br')) return payload;
  reply.header('content-encoding', 'br').removeHeader('content-length');
  return brotli(payload, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
});

interface Asked {
  Params: { id: string };
  Querystring: Record<string, string>;
  Body: pg.QueryResultRow;
}
/** Answers a GET with lists of `size`, if the request does not say how many. */
function read(path: string, size: number, respond: (request: Read) => Promise<object>): void {
  http.get<Asked>(`/api/v1${path}`, async (request) => {
    const { params, query: asked } = request;
    const [page, limit] = [Number(asked.page ?? 1), Number(asked.limit ?? size)];
    const viewer = await viewerOf(request);
    return respond({ viewer, ...params, asked, page, limit, offset: (page - 1) * limit });
  });
}
interface Read {
  viewer: string;
  id: string;
  asked: Record<string, string>;
  page: number;
  limit: number;
  offset: number;
}
/** The response of a statement whose rows have `data` and the `total` of all pages. */
async function list({ page, limit }: Read, text: string, values: unknown[]) {
  const rows = await query(text, values);
  const data = rows.map((row) => row.data);
  return { success: true, data, pagination: paginate(page, limit, rows[0]?.total ?? 0) };
}

const person = (u: string): string =>
  `json_build_object('_id', ${u}.id, 'username', ${u}.username, 'displayName', ${u}.display_name, 'avatar', ${u}.avatar)`;

/** Stories that a reader is shown in lists. */
const isListed = `s.is_published and s.deleted_at is null and s.audience <> 'mature'
  and not exists (select from hidden_stories h where h.user_id = $1 and h.story_id = s.id)`;
const card = `json_build_object('_id', s.id, 'title', s.title, 'description', left(s.description, 200),
  'summary', left(s.description, 200), 'coverImage', s.cover_image, 'language', s.language, 'author', ${person('u')},
  'genres', (select json_agg(json_build_object('_id', g.id, 'name', g.name) order by x.position)
    from story_genres x join genres g on g.id = x.genre_id where x.story_id = s.id),
  'tags', s.tags, 'contentWarnings', s.content_warnings, 'audience', s.audience, 'status', s.status, 'isPublished', s.is_published,
  'effectiveStatus', case when s.published_chapters = 0 then 'coming_soon' else s.status end, 'isOnHiatus', s.is_on_hiatus,
  'isAIGenerated', s.is_ai_generated, 'chapterCount', s.published_chapters, 'viewCount', n.views, 'likes', n.likes,
  'isLiked', exists (select from story_likes l where l.story_id = s.id and l.user_id = $1),
  'isBookmarked', exists (select from library_entries b where b.story_id = s.id and b.user_id = $1 and b.is_bookmarked),
  'stats', json_build_object('averageRating', round(100.0 * r.rating_sum / nullif(r.ratings, 0)) / 100, 'views', n.views,
    'ratingsCount', coalesce(r.ratings, 0), 'likes', n.likes, 'totalWordCount', s.published_words,
    'avgReadingTime', ceil(s.published_words / 200.0)),
  'createdAt', s.created_at, 'updatedAt', s.updated_at, 'publishedAt', s.published_at, 'lastUpdated', s.last_updated,
  'nextChapterAt', (select min(c.publish_at) from chapter_schedules c where c.story_id = s.id and c.problem is null))`;
/** The stories of a page, whose rows have an id and a place. */
const storiesOf = (page: string): string => `${page} page join stories s on s.id = page.id
  join users u on u.id = s.author_id join story_counts n on n.story_id = s.id left join story_ratings r on r.story_id = s.id`;

const entry = `json_build_object('_id', e.id, 'storyId', e.story_id, 'story', ${card}, 'note', e.note,
  'status', case when e.status = 'completed' and x.new_chapters > 0 then 'reading' else e.status end, 'progress', e.progress,
  'isCompleted', e.status = 'completed' and x.new_chapters = 0, 'isBookmarked', e.is_bookmarked, 'newChapters', x.new_chapters,
  'lastRead', e.last_read_at, 'lastChapterRead', (
    select json_build_object('_id', c.id, 'title', c.title, 'chapterNumber', c.published_number)
    from chapters c where c.id = e.last_chapter_id),
  'secondsRead', (select coalesce(sum(t.seconds), 0) from reading_session_totals t
    where t.user_id = $1 and t.story_id = e.story_id))`;
const newChapters = `lateral (select case when s.last_updated > greatest(e.caught_up_at, e.last_read_at) then (
  select count(*) from chapters c
  where c.story_id = e.story_id and c.is_published and c.published_at > greatest(e.caught_up_at, e.last_read_at) and not exists (
    select from reading_positions p where p.user_id = $1 and p.chapter_id = c.id and p.furthest >= 100)) else 0 end as new_chapters) x`;
const entriesOf = (page: string): string =>
  `${storiesOf(page)} join library_entries e on e.user_id = $1 and e.story_id = s.id cross join ${newChapters}`;

const shelf = (name: string, order: string, from = '', where = 'true'): string => `
  (select '${name}' as shelf, s.id from stories s ${from} where ${isListed} and ${where} order by ${order} limit 10)`;
const isNew = 'not exists (select from library_entries e where e.user_id = $1 and e.story_id = s.id)';
const byViews = ['n.views desc, n.story_id desc', 'join story_counts n on n.story_id = s.id'] as const;
const ofGenres = (which: string): [string, string, string] => [
  'k.quality desc, k.story_id desc',
  `join genre_rankings k on k.story_id = s.id and k.genre_id in (
    select f.genre_id from favorite_genres f where f.user_id = $1 and ${which})`,
  isNew,
];
/** The stories of home's shelves, chosen by simpler rules than Inkling's. */
const shelves = [
  `(select 'continueReading' as shelf, e.story_id as id from library_entries e join stories s on s.id = e.story_id
    where e.user_id = $1 and e.status = 'reading' and e.progress > 0 and ${isListed} order by e.last_read_at desc limit 10)`,
  shelf('recommended', ...ofGenres('true')),
  ...[1, 2, 3].map((n) => shelf(`genre-${n}`, ...ofGenres(`f.position = ${n}`))),
  shelf(
    'because',
    'k.similarity desc, s.id',
    `join story_neighbours k on k.neighbour_id = s.id and k.story_id = (select e.story_id from library_entries e
      where e.user_id = $1 and e.last_read_at is not null order by e.last_read_at desc limit 1)`,
    isNew,
  ),
  shelf(
    'followed',
    's.last_updated desc, s.id desc',
    'join follows f on f.followed_id = s.author_id and f.follower_id = $1',
    `s.published_chapters > 0 and ${isNew}`,
  ),
  shelf('trending', 't.score desc, t.story_id desc', 'join trending_stories t on t.story_id = s.id'),
  shelf('recentlyUpdated', 's.last_updated desc, s.id desc'),
  shelf('popular', ...byViews),
  shelf('newReleases', 's.published_at desc, s.id desc'),
  shelf(
    'topRated',
    'r.score desc, r.story_id desc',
    'join story_ratings r on r.story_id = s.id and r.score is not null',
  ),
  shelf('completed', ...byViews, `s.status = 'completed'`),
  shelf('short', ...byViews, 's.published_words between 1 and 19999'),
  shelf('long', ...byViews, 's.published_words >= 80000'),
  shelf(
    'mostCommented',
    'k.comments desc',
    'join story_comment_counts k on k.story_id = s.id and k.comments > 0',
  ),
  shelf('editorsPicks', 'k.position', `join story_picks k on k.story_id = s.id and k.list = 'editors-picks'`),
].join(' union all ');
const cards = `select s.id, ${card} as data from ${storiesOf('(select unnest($2::uuid[]) as id)')}`;
const continued = `select s.id, ${entry} as data from ${entriesOf('(select unnest($2::uuid[]) as id)')}`;

read('/home', 10, async ({ viewer }) => {
  const chosen = await query(shelves, [viewer]);
  const isContinued = ({ shelf }: pg.QueryResultRow) => shelf === 'continueReading';
  const idsOf = (rows: pg.QueryResultRow[]) => [...new Set(rows.map(({ id }) => id))];
  const [stories, entries] = await Promise.all([
    query(cards, [viewer, idsOf(chosen)]),
    query(continued, [viewer, idsOf(chosen.filter(isContinued))]),
  ]);
  const [storyOf, entryOf] = [stories, entries].map(
    (rows) => new Map(rows.map(({ id, data }) => [id, data])),
  );
  const shown = chosen.map(
    (row): pg.QueryResultRow => ({ ...row, data: (isContinued(row) ? entryOf : storyOf)?.get(row.id) }),
  );
  return { success: true, data: Object.groupBy(shown, ({ shelf }) => shelf) };
});

const libraryOrders: Record<string, string> = {
  '-lastRead': 'coalesce(e.last_read_at, e.bookmarked_at, e.created_at) desc, e.id desc',
  title: 'fold_text(s.title), e.id',
  '-progress': 'e.progress desc, e.id desc',
};
read('/stories/library/me', 200, (request) => {
  const order = libraryOrders[request.asked.sort ?? '-lastRead'];
  const page = `(select s.id, count(*) over () as total, row_number() over (order by ${order}) as place
    from library_entries e join stories s on s.id = e.story_id
    where e.user_id = $1 and (e.status <> 'none' or e.is_bookmarked) and s.is_published and s.deleted_at is null
    order by ${order} limit $2 offset $3)`;
  const statement = `select ${entry} as data, page.total from ${entriesOf(page)} order by page.place`;
  return list(request, statement, [request.viewer, request.limit, request.offset]);
});

read('/collections/:id', 50, async (request) => {
  const { viewer, id, limit, offset } = request;
  const page = `(select s.id, k.added_at, k.rank, count(*) over () as total
    from collection_stories k join stories s on s.id = k.story_id
    where k.collection_id = $2 and ${isListed} order by k.rank limit $3 offset $4)`;
  const stories = `select json_build_object('_id', s.id, 'story', ${card}, 'addedAt', page.added_at) as data, page.total
    from ${storiesOf(page)} order by page.rank`;
  const found = `
    select c.id as "_id", c.name, c.description, c.visibility, ${person('u')} as owner, c.created_at as "createdAt",
      c.updated_at as "updatedAt",
      exists (select from saved_collections b where b.user_id = $1 and b.collection_id = c.id) as "isSaved"
    from collections c join users u on u.id = c.owner_id where c.id = $2 and (c.visibility <> 'private' or c.owner_id = $1)`;
  const [collection, { data, pagination }] = await Promise.all([
    only(found, [viewer, id]),
    list(request, stories, [viewer, id, limit, offset]),
  ]);
  return { success: true, data: { ...collection, storyCount: pagination.total, stories: data }, pagination };
});

read('/library/history', 30, async ({ viewer, limit }) => {
  const statement = `
    select h.day::text, h.story_id as "storyId", max(h.read_at) as "lastRead", count(*) as "chapterCount",
      (select coalesce(sum(t.seconds), 0)::int from reading_sessions t
        where t.user_id = $1 and t.story_id = h.story_id and t.day = h.day) as "secondsRead",
      json_agg(json_build_object('_id', h.chapter_id, 'at', h.read_at, 'chapter',
        json_build_object('_id', c.id, 'title', c.title, 'chapterNumber', c.published_number))
        order by h.read_at desc, h.chapter_id desc) as chapters,
      json_build_object('_id', s.id, 'title', s.title, 'language', s.language, 'coverImage', s.cover_image, 'author',
        ${person('u')}) as story
    from reading_history h join stories s on s.id = h.story_id join users u on u.id = s.author_id
    join chapters c on c.id = h.chapter_id
    where h.user_id = $1 group by h.day, h.story_id, s.id, u.id
    order by h.day desc, "lastRead" desc, h.story_id desc limit $2`;
  const data = await query(statement, [viewer, limit]);
  return { success: true, data, next: data.at(-1)?.storyId ?? null, isOn: true };
});

const discoverOrders: Record<string, string> = {
  '-lastUpdated': 's.last_updated desc, s.id desc',
  '-views': 'n.views desc, s.id desc',
  '-likes': 'n.likes desc, s.id desc',
  title: 'lower(s.title), s.id',
};
read('/stories', 20, (request) => {
  const order = discoverOrders[request.asked.sort ?? '-lastUpdated'];
  const genres = (request.asked.genres ?? '').split(',').map((id) => `genre:${id}`);
  const page = `(select s.id, count(*) over () as total, row_number() over (order by ${order}) as place
    from stories s join story_counts n on n.story_id = s.id
    where s.filter_keys && $2 and ${isListed} order by ${order} limit $3 offset $4)`;
  const statement = `select ${card} as data, page.total from ${storiesOf(page)} order by page.place`;
  return list(request, statement, [request.viewer, genres, request.limit, request.offset]);
});

const comment = (
  k: string,
  u: string,
  more = '',
): string => `json_build_object('_id', ${k}.id, 'subject', ${k}.subject_id,
  'parent', ${k}.parent_id, 'content', ${k}.content, 'passage', null, 'author', ${person(u)}, 'mentions', '{}'::text[],
  'isFolded', false, 'isRemoved', false, 'isPinned', ${k}.is_pinned, 'isEdited', ${k}.edited_at is not null,
  'createdAt', ${k}.created_at, 'likes', ${k}.likes, 'reactions', '{}'::json, 'isLiked',
  exists (select from comment_likes l where l.user_id = $1 and l.comment_id = ${k}.id) ${more})`;
const commentOrders: Record<string, string> = {
  newest: 'k.created_at desc, k.id desc',
  oldest: 'k.created_at, k.id',
  liked: 'k.likes desc, k.created_at desc, k.id desc',
};
const commented = `
  select n.listed, n.shown, exists (select from closed_comments x where x.subject_id in (c.id, s.id)) as is_closed,
    exists (select from reading_positions p where p.user_id = $1 and p.chapter_id = c.id) as is_reached
  from chapters c join stories s on s.id = c.story_id left join comment_counts n on n.subject_id = c.id
  where c.id = $2 and c.is_published and s.is_published`;
read('/comments/chapter/:id', 20, async ({ viewer, id, asked, page, limit, offset }) => {
  const fields = comment('k', 'u', `, 'replies', k.replies, 'firstReplies', coalesce(f.replies, '[]')`);
  const statement = `select ${fields} as data from comments k left join users u on u.id = k.user_id
    left join lateral (select json_agg(${comment('j', 'w')}) as replies from (
      select * from comments j where j.parent_id = k.id and j.is_shown order by j.created_at, j.id limit 3) j
      join users w on w.id = j.user_id) f on k.replies > 0
    where k.subject_id = $2 and k.is_listed
    order by ${commentOrders[asked.sort ?? 'newest']} limit $3 offset $4`;
  const [found, rows] = await Promise.all([
    only(commented, [viewer, id]),
    query(statement, [viewer, id, limit, offset]),
  ]);
  const { listed, shown, is_closed: isClosed } = found;
  const data = rows.map((row) => row.data);
  const pagination = paginate(page, limit, listed ?? 0);
  return { success: true, data, pagination, commentsCount: shown ?? 0, pinned: null, isClosed };
});

// Each counts what it writes in the same statement.
const postComment = `
  with s as (select s.id from stories s where s.id = $2 and s.is_published and s.deleted_at is null
    and not exists (select from closed_comments x where x.subject_id = s.id)),
  k as (insert into comments (subject_kind, subject_id, root_id, user_id, content, created_at)
    select 'story', s.id, s.id, $1, $3, now() from s returning *),
  n as (insert into comment_counts as n (subject_id, listed, shown) select id, 1, 1 from s
    on conflict (subject_id) do update set listed = n.listed + 1, shown = n.shown + 1),
  t as (insert into story_comment_counts as t (story_id, comments) select id, 1 from s
    on conflict (story_id) do update set comments = t.comments + 1)
  select ${comment('k', 'u')} as data from k join users u on u.id = k.user_id`;
http.post<Asked>('/api/v1/comments', async (request, reply) => {
  const { story, content } = request.body;
  const row = await only(postComment, [await viewerOf(request), story, content]);
  return reply.code(201).send({ success: true, ...row });
});

const stars = [1, 2, 3, 4, 5];
const rate = `
  with s as (select s.id from stories s join library_entries e on e.story_id = s.id and e.user_id = $1
    where s.id = $2 and s.is_published and s.author_id <> $1 and e.progress > 0),
  before as (select rating from ratings where story_id = $2 and user_id = $1 for update),
  r as (insert into ratings (story_id, user_id, rating, created_at, updated_at) select id, $1, $3, now(), now() from s
    on conflict (story_id, user_id) do update set rating = excluded.rating, updated_at = excluded.updated_at returning *),
  c as (insert into story_ratings as c (story_id, score, ${stars.map((n) => `stars_${n}`)})
    select id, $3::smallint, ${stars.map((n) => `($3 = ${n})::int`)} from s on conflict (story_id) do update set
      ${stars.map((n) => `stars_${n} = c.stars_${n} + ($3 = ${n})::int - coalesce((select (rating = ${n})::int from before), 0)`)},
      score = (c.rating_sum + $3 - coalesce((select rating from before), 0) + 5 * (select mean from site_rating))
        / (c.ratings + case when exists (select from before) then 0 else 1 end + 5)
    returning *)
  select json_build_object('_id', r.id, 'rating', r.rating, 'review', '', 'isSpoiler', false, 'updatedAt', r.updated_at) as data,
    json_build_object('averageRating', round(100.0 * c.rating_sum / c.ratings) / 100, 'ratingsCount', c.ratings, 'reviewsCount',
      c.reviews, 'distribution', array[c.stars_1, c.stars_2, c.stars_3, c.stars_4, c.stars_5]) as summary from r, c`;
http.put<Asked>('/api/v1/stories/:id/rating', async (request) => ({
  success: true,
  ...(await only(rate, [await viewerOf(request), request.params.id, request.body.rating])),
}));

const annotate = `
  with c as (select c.id, c.story_id, c.title, c.published_number, c.version, s.title as story, s.language, v.content
    from chapters c join stories s on s.id = c.story_id
    join chapter_versions v on v.story_id = c.story_id and v.chapter_id = c.id and v.version = c.version
    where c.id = $2 and c.is_published and s.is_published and substr(v.content, $3 + 1, $4 - $3) = $5),
  a as (insert into annotations (user_id, story_id, chapter_id, kind, version, checked_version, start_offset, end_offset,
      start_paragraph, end_paragraph, selected_text, prefix, suffix, color, note, created_at, updated_at)
    select $1, c.story_id, c.id, 'highlight', c.version, c.version, $3, $4, 1, 1, $5,
      substr(c.content, greatest(1, $3 - 31), least(32, $3)), substr(c.content, $4 + 1, 32), 'yellow', '', now(), now()
    from c returning *),
  n as (insert into annotated_stories as n (user_id, story_id, highlights, bytes) select user_id, story_id, 1, bytes from a
    on conflict (user_id, story_id) do update set highlights = n.highlights + 1, bytes = n.bytes + excluded.bytes)
  select a.id as "_id", a.story_id as "storyId", a.chapter_id as "chapterId", a.selected_text as "selectedText",
    json_build_object('_id', a.story_id, 'title', c.story, 'language', c.language) as story, a.start_offset as "startOffset",
    json_build_object('_id', a.chapter_id, 'title', c.title, 'chapterNumber', c.published_number) as chapter,
    null as "originalText", a.end_offset as "endOffset", a.version, false as "isTextChanged", a.note, a.color,
    a.created_at as "createdAt", a.updated_at as "updatedAt" from a, c`;
http.post<Asked>('/api/v1/highlights', async (request, reply) => {
  const { chapterId, startOffset, endOffset, selectedText } = request.body;
  const values = [await viewerOf(request), chapterId, startOffset, endOffset, selectedText];
  return reply.code(201).send({ success: true, data: await only(annotate, values) });
});

await http.listen({ port: Number(port), host: '127.0.0.1' });
