// What the plain server asks the database: the obvious one or two statements for each of its calls. $1 is the viewer.

const person = (u: string): string =>
  `json_build_object('_id', ${u}.id, 'username', ${u}.username, 'displayName', ${u}.display_name, 'avatar', ${u}.avatar)`;

export const session = `
  select u.id, u.username, u.display_name, u.avatar from sessions t join users u on u.id = t.user_id
  where t.hash = $1 and u.suspended_at is null and u.deletion_due_at is null`;

/** Stories that a reader is shown in lists. */
const isListed = `s.is_published and s.deleted_at is null and s.audience <> 'mature'
  and not exists (select from hidden_stories h where h.user_id = $1 and h.story_id = s.id)`;

const cardColumns = `s.id, s.title, s.description, s.cover_image, s.language, s.tags, s.content_warnings, s.audience,
  s.status, s.is_ai_generated, s.is_on_hiatus, s.is_published, s.published_chapters, s.published_words, s.created_at, s.updated_at,
  s.published_at, s.last_updated, n.views, n.likes, r.ratings, r.rating_sum,
  ${person('u')} as author,
  (select json_agg(json_build_object('_id', g.id, 'name', g.name) order by x.position)
    from story_genres x join genres g on g.id = x.genre_id where x.story_id = s.id) as genres,
  exists (select from story_likes l where l.story_id = s.id and l.user_id = $1) as is_liked,
  exists (select from library_entries b where b.story_id = s.id and b.user_id = $1 and b.is_bookmarked) as is_bookmarked,
  (select min(c.publish_at) from chapter_schedules c where c.story_id = s.id and c.problem is null) as next_chapter_at`;
const cardTables = `stories s join users u on u.id = s.author_id join story_counts n on n.story_id = s.id
  left join story_ratings r on r.story_id = s.id`;

/** $2: the ids. */
export const cards = `select ${cardColumns} from ${cardTables} where s.id = any($2)`;

/** Entries of the library, joined to their stories. */
const entries = `select e.id as entry_id, e.story_id, e.status as entry_status, e.progress, e.is_bookmarked as is_saved, e.note,
    e.last_read_at, e.bookmarked_at, e.created_at as entered_at,
    (select json_build_object('_id', c.id, 'title', c.title, 'chapterNumber', c.published_number)
      from chapters c where c.id = e.last_chapter_id) as last_chapter,
    case when s.last_updated > greatest(e.caught_up_at, e.last_read_at) then (
      select count(*) from chapters c
      where c.story_id = e.story_id and c.is_published and c.published_at > greatest(e.caught_up_at, e.last_read_at) and not exists (
        select from reading_positions p where p.user_id = $1 and p.chapter_id = c.id and p.furthest >= 100)) else 0 end
      as new_chapters,
    (select coalesce(sum(t.seconds), 0) from reading_session_totals t where t.user_id = $1 and t.story_id = e.story_id)
      as seconds_read`;

const orders: Record<string, string> = {
  '-lastRead': 'coalesce(e.last_read_at, e.bookmarked_at, e.created_at) desc, e.id desc',
  title: 'fold_text(s.title), e.id',
  '-progress': 'e.progress desc, e.id desc',
};
/** $2: limit, $3: offset. */
export const library = (order: string): string => `
  with page as (
    select e.*, count(*) over () as total, row_number() over (order by ${orders[order]}) as place
    from library_entries e join stories s on s.id = e.story_id
    where e.user_id = $1 and (e.status <> 'none' or e.is_bookmarked) and s.is_published and s.deleted_at is null
    order by ${orders[order]} limit $2 offset $3)
  select x.*, ${cardColumns}, e.total from page e join ${cardTables.replace('stories s', 'stories s on s.id = e.story_id')}
  cross join lateral (${entries}) x order by e.place`;

const shelf = (name: string, order: string, from = '', where = 'true'): string => `
  (select '${name}' as shelf, s.id from stories s ${from} where ${isListed} and ${where} order by ${order} limit 10)`;
const isNew = 'not exists (select from library_entries e where e.user_id = $1 and e.story_id = s.id)';
const byViews = 'join story_counts n on n.story_id = s.id';
const favorites = 'select f.genre_id from favorite_genres f where f.user_id = $1';
const ofGenres = (which: string): string =>
  `join genre_rankings k on k.story_id = s.id and k.genre_id in (${favorites} and ${which})`;
/** The stories of home's shelves, in one statement. */
export const homeShelves = `
  (select 'continueReading' as shelf, e.story_id as id from library_entries e join stories s on s.id = e.story_id
    where e.user_id = $1 and e.status = 'reading' and e.progress > 0 and ${isListed} order by e.last_read_at desc limit 10)
  union all ${shelf('recommended', 'k.quality desc, k.story_id desc', ofGenres('true'), isNew)}
  union all ${shelf('genre-1', 'k.quality desc, k.story_id desc', ofGenres('f.position = 1'), isNew)}
  union all ${shelf('genre-2', 'k.quality desc, k.story_id desc', ofGenres('f.position = 2'), isNew)}
  union all ${shelf('genre-3', 'k.quality desc, k.story_id desc', ofGenres('f.position = 3'), isNew)}
  union all ${shelf(
    'because',
    'k.similarity desc, s.id',
    `join story_neighbours k on k.neighbour_id = s.id and k.story_id = (
    select e.story_id from library_entries e where e.user_id = $1 and e.last_read_at is not null
    order by e.last_read_at desc limit 1)`,
    isNew,
  )}
  union all ${shelf(
    'followed',
    's.last_updated desc, s.id desc',
    'join follows f on f.followed_id = s.author_id and f.follower_id = $1',
    `s.published_chapters > 0 and ${isNew}`,
  )}
  union all ${shelf('trending', 't.score desc, t.views desc, t.story_id desc', 'join trending_stories t on t.story_id = s.id')}
  union all ${shelf('recentlyUpdated', 's.last_updated desc, s.id desc')}
  union all ${shelf('popular', 'n.views desc, n.story_id desc', byViews)}
  union all ${shelf('newReleases', 's.published_at desc, s.id desc')}
  union all ${shelf('topRated', 'r.score desc, r.story_id desc', 'join story_ratings r on r.story_id = s.id and r.score is not null')}
  union all ${shelf('completed', 'n.views desc, n.story_id desc', byViews, `s.status = 'completed'`)}
  union all ${shelf('short', 'n.views desc, n.story_id desc', byViews, 's.published_words between 1 and 19999')}
  union all ${shelf('long', 'n.views desc, n.story_id desc', byViews, 's.published_words >= 80000')}
  union all ${shelf('mostCommented', 'k.comments desc, k.story_id desc', 'join story_comment_counts k on k.story_id = s.id and k.comments > 0')}
  union all ${shelf('editorsPicks', 'k.position', `join story_picks k on k.story_id = s.id and k.list = 'editors-picks'`)}`;
/** $2: the stories that are continued. */
export const continued = `
  select x.* from library_entries e join stories s on s.id = e.story_id cross join lateral (${entries}) x
  where e.user_id = $1 and e.story_id = any($2)`;

export const collection = `
  select c.id as "_id", c.name, c.description, c.visibility, ${person('u')} as owner, c.created_at as "createdAt",
    c.updated_at as "updatedAt",
    exists (select from saved_collections b where b.user_id = $1 and b.collection_id = c.id) as "isSaved"
  from collections c join users u on u.id = c.owner_id where c.id = $2 and (c.visibility <> 'private' or c.owner_id = $1)`;
/** $2: the collection, $3: limit, $4: offset. */
export const collected = `
  with page as (
    select s.id, k.added_at, k.rank, count(*) over () as total
    from collection_stories k join stories s on s.id = k.story_id
    where k.collection_id = $2 and ${isListed} order by k.rank limit $3 offset $4)
  select ${cardColumns}, page.added_at, page.total from page join ${cardTables.replace('stories s', 'stories s on s.id = page.id')}
  order by page.rank`;

/** $2: limit, $3: offset. */
export const history = `
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
  order by h.day desc, "lastRead" desc, h.story_id desc limit $2 offset $3`;

const discoverOrders: Record<string, string> = {
  '-lastUpdated': 's.last_updated desc, s.id desc',
  '-views': 'n.views desc, s.id desc',
  '-likes': 'n.likes desc, s.id desc',
  title: 'lower(s.title), s.id',
};
/** $2: filter keys of the genres, $3: limit, $4: offset. */
export const discover = (order: string): string => `
  with page as (
    select s.id, count(*) over () as total, row_number() over (order by ${discoverOrders[order]}) as place
    from stories s join story_counts n on n.story_id = s.id
    where s.filter_keys && $2 and ${isListed} order by ${discoverOrders[order]} limit $3 offset $4)
  select ${cardColumns}, page.total from page join ${cardTables.replace('stories s', 'stories s on s.id = page.id')}
  order by page.place`;

/** $2: the query, as a prefix; titles and authors have the weight A. */
export const suggestions = `
  with q as (select to_tsquery('search_simple', $2) as q, to_tsquery('search_simple', $2 || 'A') as title),
  found_stories as (select s.id, n.views from search_stories f join q on f.doc @@ q.title join stories s on s.id = f.story_id
    join story_counts n on n.story_id = s.id where ${isListed}),
  people as (select u.* from search_people f join q on f.doc @@ q.q join users u on u.id = f.user_id),
  found_chapters as (select c.id, c.title, c.story_id, s.title as story, s.language from search_pieces f join q on f.doc @@ q.q
    join chapters c on c.id = f.chapter_id join stories s on s.id = f.story_id
    where f.piece = 0 and c.is_published and ${isListed} limit 2)
  select (select count(*) from found_stories) + (select count(*) from people) as total,
    (select json_agg(json_build_object('type', 'story', '_id', s.id, 'title', s.title, 'language', s.language,
        'coverImage', s.cover_image, 'author', coalesce(nullif(u.display_name, ''), u.username)) order by f.views desc)
      from (select * from found_stories order by views desc limit 3) f join stories s using (id) join users u on u.id = s.author_id) as stories,
    (select json_agg(json_build_object('type', 'user', '_id', p.id, 'username', p.username, 'displayName', p.display_name,
      'avatar', p.avatar)) from (select * from people order by followers_count desc limit 3) p) as people,
    (select json_agg(json_build_object('type', 'chapter', '_id', f.id, 'title', f.title, 'story',
      json_build_object('_id', f.story_id, 'title', f.story, 'language', f.language))) from found_chapters f) as chapters`;

const marks = `'StartSel=<, StopSel=>, HighlightAll=true'`;
const fragment = `'StartSel=<, StopSel=>, MaxWords=35, MinWords=20'`;
const config = `'search_english'::regconfig`;
/** The words that are most like these, for a search that found nothing. */
export const correction = `
  select string_agg(coalesce(like_it.word, w.word), ' ' order by w.place) as words
  from unnest(string_to_array($1, ' ')) with ordinality w (word, place)
  left join lateral (select word from search_words x where x.latin % w.word order by similarity(x.latin, w.word) desc limit 1) like_it
    on true`;
/** $2: the words. */
export const searchStories = `
  with q as (select websearch_to_tsquery(${config}, $2) as q),
  matches as (select s.id, ts_rank_cd(f.doc, q.q) as score from search_stories f join q on f.doc @@ q.q
    join stories s on s.id = f.story_id where ${isListed}),
  best as (select *, count(*) over () as total from matches order by score desc, id limit 20)
  select ${cardColumns}, best.total, ts_headline(${config}, s.title, q.q, ${marks}) as marked_title,
    ts_headline(${config}, s.description, q.q, ${fragment}) as marked_description
  from q, best join ${cardTables.replace('stories s', 'stories s on s.id = best.id')} order by best.score desc, s.id`;
export const searchOthers = `
  with q as (select websearch_to_tsquery(${config}, $2) as q, websearch_to_tsquery('search_simple', $2) as names),
  pieces as (select distinct on (f.chapter_id) f.*, ts_rank_cd(f.doc, q.q) as score
    from search_pieces f join q on f.doc @@ q.q order by f.chapter_id, score desc),
  best as (select p.*, c.title as chapter, c.published_number, s.title as story, s.language, s.author_id, n.views, count(*) over () as total,
      exists (select from reading_positions r where r.user_id = $1 and r.chapter_id = c.id) as is_reached
    from pieces p join chapters c on c.id = p.chapter_id join stories s on s.id = p.story_id join story_counts n on n.story_id = s.id
    where c.is_published and ${isListed} order by p.score desc, p.chapter_id limit 20)
  select 'chapter' as kind, b.total, json_build_object('_id', b.chapter_id, 'title', ts_headline(${config}, b.chapter, q.q, ${marks}),
      'chapterNumber', b.published_number, 'story', json_build_object('_id', b.story_id, 'title', b.story, 'language', b.language),
      'author', json_build_object('username', u.username, 'displayName', u.display_name), 'stats', json_build_object('views', b.views),
      'excerpt', case when b.is_reached then ts_headline(${config}, b.text, q.q, ${fragment}) end, 'isAhead', not b.is_reached) as found
  from q, best b join users u on u.id = b.author_id
  union all
  select 'user', p.total, json_build_object('_id', p.id, 'username', p.username, 'displayName', p.display_name, 'avatar', p.avatar,
      'bio', p.bio, 'followersCount', p.followers_count, 'isFollowing', exists (
        select from follows f where f.follower_id = $1 and f.followed_id = p.id))
  from (select u.*, count(*) over () as total from q join search_people f on f.doc @@ q.names join users u on u.id = f.user_id
    order by u.followers_count desc, u.id limit 20) p`;

const isOpen = `g.deleted_at is null and (not g.is_private or exists (
  select from community_members m where m.community_id = g.id and m.user_id = $1))`;
/** $2: limit, $3: offset. */
export const hub = `
  select g.id as "_id", g.name, g.description, g.category, g.is_private as "isPrivate", g.image, g.rules, m.role,
    n.members as "memberCount", g.created_at as "createdAt", null as "belongsTo", count(*) over () as total,
    json_build_object('postCount', case when not g.is_private or m.role is not null then n.posts end) as stats,
    case when m.role is not null then 'member' when b.reason is not null then 'banned'
      when r.created_at is not null then 'requested' else 'none' end as membership,
    (select ${person('u')} from community_members f join users u on u.id = f.user_id
      where f.community_id = g.id and f.role = 'founder') as founder
  from communities g join community_counts n on n.community_id = g.id
  left join community_members m on m.community_id = g.id and m.user_id = $1
  left join community_bans b on b.community_id = g.id and b.user_id = $1
  left join community_requests r on r.community_id = g.id and r.user_id = $1
  where g.deleted_at is null order by n.members desc, g.id desc limit $2 offset $3`;
/** $2: the community. */
export const postCount = `
  select n.posts from communities g join community_counts n on n.community_id = g.id where g.id = $2 and ${isOpen}`;
/** $2: the community, $3: limit, $4: offset. */
export const posts = `
  select p.id as "_id", p.community_id as community, p.title, left(p.content, 1000) as content,
    length(p.content) > 1000 as "isExcerpt", p.tags, '{}'::text[] as mentions, null as chapter, false as "isFolded",
    p.created_at as "createdAt", p.edited_at as "editedAt", p.is_pinned as "isPinned", p.is_locked as "isLocked", p.likes,
    ${person('u')} as author, coalesce(n.shown, 0) as "commentsCount",
    exists (select from community_post_likes l where l.user_id = $1 and l.post_id = p.id) as "isLiked"
  from community_posts p join users u on u.id = p.user_id left join comment_counts n on n.subject_id = p.id
  where p.community_id = $2 and p.is_shown
    and not exists (select from blocks b where b.user_id = $1 and b.other_id = p.user_id)
    and not exists (select from blocks b where b.user_id = p.user_id and b.other_id = $1 and b.kind = 'block')
  order by p.is_pinned desc, p.created_at desc, p.id desc limit $3 offset $4`;

const commentColumns = (
  k: string,
  u: string,
): string => `${k}.id, ${k}.subject_id, ${k}.parent_id, ${k}.content,
  ${k}.created_at, ${k}.edited_at, ${k}.is_pinned, ${k}.likes,
  ${person(u)} as author,
  exists (select from comment_likes l where l.user_id = $1 and l.comment_id = ${k}.id) as is_liked`;
const commentOrders: Record<string, string> = {
  newest: 'k.created_at desc, k.id desc',
  oldest: 'k.created_at, k.id',
  liked: 'k.likes desc, k.created_at desc, k.id desc',
};
/** $2: the chapter. */
export const commented = `
  select s.id as story_id, n.listed, n.shown, exists (select from closed_comments x where x.subject_id in (c.id, s.id)) as is_closed,
    exists (select from reading_positions p where p.user_id = $1 and p.chapter_id = c.id) as is_reached
  from chapters c join stories s on s.id = c.story_id left join comment_counts n on n.subject_id = c.id
  where c.id = $2 and c.is_published and s.is_published`;
/** $2: the post. */
export const commentedPost = `
  select p.id as post_id, n.listed, n.shown, p.is_locked as is_closed, true as is_reached
  from community_posts p join communities g on g.id = p.community_id left join comment_counts n on n.subject_id = p.id
  where p.id = $2 and p.is_shown and ${isOpen}`;
/** $2: the subject, $3: limit, $4: offset. */
export const comments = (order: string): string => `
  select ${commentColumns('k', 'u')}, k.replies, f.first_replies from comments k left join users u on u.id = k.user_id
  left join lateral (
    select json_agg(o) as first_replies from (
      select ${commentColumns('j', 'w')} from comments j join users w on w.id = j.user_id
      where j.parent_id = k.id and j.is_shown order by j.created_at, j.id limit 3) o) f on k.replies > 0
  where k.subject_id = $2 and k.is_listed order by ${commentOrders[order]} limit $3 offset $4`;

/** $2: the story, $3: the text. Counts the comment in the same statement. */
export const postComment = `
  with s as (select s.id from stories s where s.id = $2 and s.is_published and s.deleted_at is null
    and not exists (select from closed_comments x where x.subject_id = s.id)),
  k as (insert into comments (subject_kind, subject_id, root_id, user_id, content, created_at)
    select 'story', s.id, s.id, $1, $3, now() from s returning *),
  n as (insert into comment_counts as n (subject_id, listed, shown) select id, 1, 1 from s
    on conflict (subject_id) do update set listed = n.listed + 1, shown = n.shown + 1),
  t as (insert into story_comment_counts as t (story_id, comments) select id, 1 from s
    on conflict (story_id) do update set comments = t.comments + 1)
  select ${commentColumns('k', 'u')}, 0 as replies from k join users u on u.id = k.user_id`;

/** $2: the story, $3: the stars. Counts them in the same statement; null for a reader who has not read a chapter. */
export const rate = `
  with s as (select s.id from stories s join library_entries e on e.story_id = s.id and e.user_id = $1
    where s.id = $2 and s.is_published and s.author_id <> $1 and e.progress > 0),
  before as (select rating from ratings where story_id = $2 and user_id = $1 for update),
  r as (insert into ratings (story_id, user_id, rating, created_at, updated_at) select id, $1, $3, now(), now() from s
    on conflict (story_id, user_id) do update set rating = excluded.rating, updated_at = excluded.updated_at returning *),
  c as (insert into story_ratings as c (story_id, score, ${[1, 2, 3, 4, 5].map((n) => `stars_${n}`).join(', ')})
    select id, $3::smallint, ${[1, 2, 3, 4, 5].map((n) => `($3 = ${n})::int`).join(', ')} from s
    on conflict (story_id) do update set ${[1, 2, 3, 4, 5]
      .map(
        (n) =>
          `stars_${n} = c.stars_${n} + ($3 = ${n})::int - coalesce((select (rating = ${n})::int from before), 0)`,
      )
      .join(', ')},
      score = (c.rating_sum + $3 - coalesce((select rating from before), 0) + 5 * (select mean from site_rating))
        / (c.ratings + case when exists (select from before) then 0 else 1 end + 5)
    returning *)
  select json_build_object('_id', r.id, 'rating', r.rating, 'review', '', 'isSpoiler', false, 'updatedAt', r.updated_at) as data,
    json_build_object('averageRating', round(100.0 * c.rating_sum / c.ratings) / 100, 'ratingsCount', c.ratings, 'reviewsCount',
      c.reviews, 'distribution', array[c.stars_1, c.stars_2, c.stars_3, c.stars_4, c.stars_5]) as summary from r, c`;

/** $2: the chapter, $3 and $4: offsets, $5: the text there, $6: the note. Null if the text is not there. */
export const annotate = `
  with c as (select c.id, c.story_id, c.title, c.published_number, c.version, s.title as story, s.language, v.content
    from chapters c join stories s on s.id = c.story_id
    join chapter_versions v on v.story_id = c.story_id and v.chapter_id = c.id and v.version = c.version
    where c.id = $2 and c.is_published and s.is_published and substr(v.content, $3 + 1, $4 - $3) = $5),
  a as (insert into annotations (user_id, story_id, chapter_id, kind, version, checked_version, start_offset, end_offset,
      start_paragraph, end_paragraph, selected_text, prefix, suffix, color, note, created_at, updated_at)
    select $1, c.story_id, c.id, 'highlight', c.version, c.version, $3, $4, 1, 1, $5,
      substr(c.content, greatest(1, $3 - 31), least(32, $3)), substr(c.content, $4 + 1, 32), 'yellow', $6, now(), now()
    from c returning *),
  n as (insert into annotated_stories as n (user_id, story_id, highlights, bytes) select user_id, story_id, 1, bytes from a
    on conflict (user_id, story_id) do update set highlights = n.highlights + 1, bytes = n.bytes + excluded.bytes)
  select a.id as "_id", a.story_id as "storyId", a.chapter_id as "chapterId", a.selected_text as "selectedText",
    json_build_object('_id', a.story_id, 'title', c.story, 'language', c.language) as story, a.start_offset as "startOffset",
    json_build_object('_id', a.chapter_id, 'title', c.title, 'chapterNumber', c.published_number) as chapter,
    null as "originalText", a.end_offset as "endOffset", a.version, false as "isTextChanged", a.note, a.color,
    a.created_at as "createdAt", a.updated_at as "updatedAt" from a, c`;

const ownStories = 'select id, title, cover_image from stories where author_id = $1 and deleted_at is null';

/** What an author's stories have had. */
export const authorTotals = `
  select (select count(*) from stories where author_id = $1 and deleted_at is null and is_published) as published,
    (select followers_count from users where id = $1) as followers, (select at from analytics_roll_up) as as_of,
    (select sum(d.views) from analytics_days d join (${ownStories}) s on s.id = d.story_id
      where d.chapter_id = '00000000-0000-0000-0000-000000000000') as views,
    (select json_agg(g) from analytics_groups g where g.author_id = $1) as groups`;

/** By day, week and month; $2 and $3: the first and the last day. */
export const authorDays = `
  select 'day' as period, d.day::text as from, sum(d.views)::int as views, sum(d.readers)::int as readers, sum(d.robots)::int as robots
  from analytics_days d join (${ownStories}) s on s.id = d.story_id
  where d.chapter_id = '00000000-0000-0000-0000-000000000000' and d.day between $2 and $3 group by d.day
  union all
  select p.period, p.starts_on::text, 0, sum(p.readers)::int, 0
  from analytics_periods p join (${ownStories}) s on s.id = p.story_id
  where p.starts_on between $2 and $3 group by p.period, p.starts_on
  order by 1, 2`;

/** Comments and saves with the condition of their index. */
const [shownComments, saves] = [
  '(select * from comments where is_shown)',
  '(select * from library_entries where is_bookmarked)',
];
const ofPeriod = (table: string, story: string, at: string): string =>
  `(select count(*)::int from ${table} x where x.${story} = s.id and x.${at} >= $2 and x.${at} < $3::date + 1)`;
/** With their figures of the days from $2 to $3. */
export const authorStories = `
  select s.*, (select sum(views)::int from analytics_days d where d.story_id = s.id
      and d.chapter_id = '00000000-0000-0000-0000-000000000000' and d.day between $2 and $3) as views,
    ${ofPeriod('story_likes', 'story_id', 'created_at')} as likes,
    ${ofPeriod(shownComments, 'root_id', 'created_at')} as comments,
    ${ofPeriod('ratings', 'story_id', 'created_at')} as ratings,
    ${ofPeriod(saves, 'story_id', 'bookmarked_at')} as saves
  from (${ownStories}) s order by views desc`;

const did = (kind: string, table: string, story: string, at: string): string =>
  `select '${kind}' as icon, s.title, x.${at} as at from (${ownStories}) s join ${table} x on x.${story} = s.id and x.${at} > now() - interval '7 days'`;
export const authorActivity = `
  select icon, title, count(*)::int as count, max(at) as time from (
    ${did('like', 'story_likes', 'story_id', 'created_at')} union all ${did('comment', shownComments, 'root_id', 'created_at')}
    union all ${did('rating', 'ratings', 'story_id', 'created_at')} union all ${did('save', saves, 'story_id', 'bookmarked_at')}
    union all ${did('story_follow', 'story_follows', 'story_id', 'created_at')}
    union all select 'follow', '', created_at from follows where followed_id = $1 and created_at > now() - interval '7 days') a
  group by icon, title order by time desc limit 10`;

/** $1: a member's id or a visitor's address, $2: the story, $3: where from, $4: whether a member. */
export const view = `
  with added as (
    insert into analytics_views (story_id, chapter_id, day, viewer, at, is_member, is_robot, source, device, country)
    select id, '00000000-0000-0000-0000-000000000000', current_date, decode(md5($1), 'hex'), now(), $4, false, $3, 'desktop', 'DE'
    from stories where id = $2 and is_published and deleted_at is null on conflict do nothing returning story_id)
  update story_counts set views = views + (select count(*) from added) where story_id = $2 returning views`;
