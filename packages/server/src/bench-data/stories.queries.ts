import { type Db, execute, sql } from '../platform/db/db.ts';
import { type drawProse, proseSize, shortestSentence } from './prose.ts';

/** Sentences of a chapter: enough words to be published, and for some stories long ones. */
const [usual, long] = [Math.ceil(200 / shortestSentence), Math.ceil(1600 / shortestSentence)];

interface Site {
  stories: number;
  prose: ReturnType<typeof drawProse>;
  until: Date;
}

/** Draws people, stories and chapters into temporary tables, from which the tables of the site are then written. */
async function draw(tx: Db, { stories, prose, until }: Site): Promise<void> {
  const authors = Math.max(10, Math.ceil(stories / 5));
  const people = authors + Math.max(100, Math.ceil(stories / 2));
  await execute(tx)`
    create function pg_temp.id_at(at timestamptz, key text) returns uuid immutable language sql
    return (lpad(to_hex(floor(extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(md5(key), 1, 3) || '8'
      || substr(md5(key), 4, 15))::uuid`;
  await execute(tx)`
    create temporary table prose on commit drop as
    select row_number() over ()::int as number, p.* from json_to_recordset(${JSON.stringify(prose)}::json)
      p (sentence text, words int, title text, name text)`;
  await execute(tx)`create unique index on prose (number)`;
  await execute(tx)`
    create temporary table people on commit drop as
    select n, pg_temp.id_at(at, 'person ' || n) as id, n < ${authors} as writes, p.name, at
    from generate_series(0, ${people}::int - 1) n
    cross join lateral (select ${until}::timestamptz - interval '3 years' * (1 - n / ${people}::float8) as at) t
    join prose p on p.number = 1 + pg_temp.whole('name ' || n, ${proseSize})`;
  await execute(tx)`create unique index on people (n)`;
  // A tenth of the authors write half of all stories; genres that come early in the order of names are more frequent.
  await execute(tx)`
    create temporary table drawn on commit drop as
    select n, pg_temp.id_at(created_at, 'story ' || n) as id, d.*, s.views::int as views,
      case when d.is_soon then 0 when size < 0.55 then 1 + pg_temp.whole('few ' || n, 2)
        when size < 0.85 then 3 + pg_temp.whole('some ' || n, 5) when size < 0.97 then 8 + pg_temp.whole('many ' || n, 13)
        else least(200, 20 + floor((1 - pg_temp.draw('most ' || n)) ^ -1.6)) end::int as chapters,
      least(floor(${people} * 0.8), floor(s.views * (0.01 + 0.02 * pg_temp.draw('likes ' || n))))::int as likes,
      least(${people} / 4, floor(s.views / 400))::int as views_today,
      case when d.is_soon then 'coming_soon' when pg_temp.draw('done ' || n) < 0.3 then 'completed' else 'ongoing' end as status,
      pg_temp.whole('author ' || n, case when pg_temp.draw('prolific ' || n) < 0.5 then ${authors} / 10 else ${authors} end)
        as author,
      array(select id from genres_in_order g where g.place in (
        select floor(g.genres * pg_temp.draw(n || ' genre ' || k) ^ 2.5) from generate_series(0, pg_temp.whole('genres ' || n, 3)) k))
        as genres,
      array(select distinct 'theme ' || floor(500 * pg_temp.draw(n || ' tag ' || k) ^ 3)
        from generate_series(1, pg_temp.whole('tags ' || n, 4)) k order by 1) as tags
    from generate_series(1, ${stories}::int) n
    cross join lateral (
      select pg_temp.draw('published ' || n) < 0.92 as is_published, pg_temp.draw('soon ' || n) < 0.03 as is_soon,
        ${until}::timestamptz - (1 + 3 * 365 * pg_temp.draw('age ' || n)) * interval '1 day' as created_at,
        pg_temp.draw('size ' || n) as size) d
    cross join lateral (select case when d.is_published
      then least(2000000, floor(20 * (1 - pg_temp.draw('views ' || n)) ^ -1.1)) else 0 end as views) s`;
  await execute(tx)`
    create temporary table drawn_chapters on commit drop as
    select d.n, d.id as story_id, pg_temp.id_at(t.at, 'chapter ' || k.key) as id, position, p.title, t.at, x.*,
      position < d.chapters or pg_temp.draw('draft ' || d.n) >= 0.15 as is_published
    from drawn d cross join lateral generate_series(1, d.chapters) position
    cross join lateral (select d.n || '.' || position as key) k
    cross join lateral (select least(d.created_at + (position - 1) * (1 + pg_temp.whole('pace ' || d.n, 14)) * interval '1 day'
      + interval '1 hour', ${until}::timestamptz - (d.chapters - position + 1) * interval '1 second') as at) t
    cross join lateral (
      select string_agg(case when s = 1 then '' when w.is_first then e'\n\n' else ' ' end || p.sentence, '' order by s) as content,
        sum(p.words)::int as words, count(*) filter (where s = 1 or w.is_first)::int as paragraphs
      from generate_series(1, case when pg_temp.draw('long ' || d.n) < 0.05 then ${long}::int else ${usual}::int end) s
      cross join lateral (select pg_temp.whole(k.key || ' paragraph ' || s, 4) = 0 as is_first) w
      join prose p on p.number = 1 + pg_temp.whole(k.key || '.' || s, ${proseSize})) x
    join prose p on p.number = 1 + pg_temp.whole('title ' || k.key, ${proseSize})`;
  await execute(tx)`create unique index on drawn (n)`;
  await execute(tx)`create unique index on drawn_chapters (n, position)`;
  await execute(tx)`analyze drawn, drawn_chapters, people`;
}

/** What views of a story itself have as their chapter. */
const ofStory = sql`'00000000-0000-0000-0000-000000000000'::uuid`;

/** Writes people and stories with their chapters, likes, views, readings and ratings, and the counters of all of these. */
export async function insertStories(tx: Db, site: Site): Promise<void> {
  const { until } = site;
  await execute(tx)`
    create temporary table genres_in_order on commit drop as
    select id, row_number() over (order by name_key) - 1 as place, count(*) over () as genres from genres`;
  // The planner has no statistics of the temporary tables yet.
  await execute(tx)`set local enable_hashjoin = off`;
  await execute(tx)`set local enable_mergejoin = off`;
  await draw(tx, site);
  await execute(tx)`reset enable_hashjoin`;
  await execute(tx)`reset enable_mergejoin`;
  await execute(tx)`
    insert into users (id, username, username_key, display_name, role, created_at)
    select id, key, key, name, case when writes then 'author' else 'reader' end, at
    from (select *, right(lower(replace(name, ' ', '_')) || '_' || n, 30) as key from people) p`;
  // They cannot sign in: no password has the hash '-'.
  await execute(tx)`
    insert into credentials (user_id, email, email_key, password_hash, password_changed_at)
    select id, 'person' || n || '@example.test', 'person' || n || '@example.test', '-', at from people`;
  await execute(tx)`
    insert into stories (id, author_id, title, description, status, is_published, published_at, last_updated, created_at,
      updated_at, chapters, published_chapters, words, published_words, tags, tag_keys, filter_keys)
    select d.id, p.id, t.title, t.sentence || ' ' || u.sentence || ' ' || v.sentence, d.status, d.is_published,
      case when d.is_published then d.created_at end, c.updated, d.created_at, coalesce(c.updated, d.created_at),
      d.chapters, coalesce(c.published, 0), coalesce(c.words, 0), coalesce(c.published_words, 0), d.tags, k.keys,
      array['language:en', 'status:' || case when coalesce(c.published, 0) = 0 then 'coming_soon' else d.status end,
        'audience:everyone'] || array(select 'genre:' || g from unnest(d.genres) g)
        || array(select 'tag:' || key from unnest(k.keys) key)
    from drawn d join people p on p.n = d.author
    join prose t on t.number = 1 + pg_temp.whole('title ' || d.n, ${proseSize})
    join prose u on u.number = 1 + pg_temp.whole('second ' || d.n, ${proseSize})
    join prose v on v.number = 1 + pg_temp.whole('third ' || d.n, ${proseSize})
    cross join lateral (select array(select replace(tag, ' ', '') from unnest(d.tags) tag) as keys) k
    left join lateral (
      select count(*) filter (where is_published) as published, sum(words) as words,
        sum(words) filter (where is_published) as published_words,
        coalesce(max(at) filter (where is_published), case when d.is_published then d.created_at end) as updated
      from drawn_chapters c where c.n = d.n) c on true`;
  await execute(tx)`insert into story_counts (story_id, views, likes) select id, views, likes from drawn`;
  await execute(tx)`
    insert into story_genres (story_id, genre_id, position)
    select d.id, g.id, g.position from drawn d, unnest(d.genres) with ordinality g (id, position)`;
  await execute(tx)`
    insert into chapters (id, story_id, position, published_number, title, is_published, published_at, announced_at,
      word_count, next_paragraph, created_at, updated_at, public_version, public_versions)
    select id, story_id, position, case when is_published then position end, title, is_published, p.at, p.at, words,
      paragraphs + 1, c.at, c.at, case when is_published then 1 end, case when is_published then '{[1,2)}' else '{}' end::int4multirange
    from drawn_chapters c cross join lateral (select case when is_published then c.at end as at) p`;
  await execute(tx)`
    insert into chapter_versions (story_id, chapter_id, version, content, paragraph_ids, word_count, created_at)
    select story_id, id, 1, content, array(select generate_series(1, paragraphs)), words, at from drawn_chapters`;
  await execute(tx)`
    insert into story_likes (story_id, user_id, created_at)
    select d.id, p.id, ${until} from drawn d ${someOf('likes')}`;
  await execute(tx)`
    insert into analytics_views (story_id, chapter_id, day, viewer, at, is_member, is_robot)
    select d.id, ${ofStory}, ${until}::timestamptz::date, uuid_send(p.id), ${until}::timestamptz, true, false
    from drawn d ${someOf('views_today')}`;
  // All other views of a story are those of the day before.
  await execute(tx)`
    insert into analytics_days (story_id, chapter_id, day, views)
    select d.id, ${ofStory}, ${until}::timestamptz::date - ago, case ago when 0 then views_today else d.views - views_today end
    from drawn d, generate_series(0, 1) ago`;
  await insertReadings(tx, site);
  await execute(tx)`
    insert into story_languages (language, stories) select language, count(*) from stories where is_published group by 1`;
  await execute(tx)`
    insert into tags (key, name, stories)
    select replace(tag, ' ', ''), tag, count(*) from stories, unnest(tags) as tag where is_published group by 2`;
  await execute(tx)`
    insert into story_activity_days (story_id, day, activity) select story_id, day, count(*) from analytics_views group by 1, 2`;
}

/** As many neighbouring people as the story `d` has of these. */
const someOf = (count: string) => sql`
  cross join lateral (select pg_temp.whole(${sql.lit(count)} || d.n, (select count(*) from people) - d.${sql.ref(count)}) as first
    offset 0) f join people p on p.n between f.first and f.first + d.${sql.ref(count)} - 1`;

/** Four readers a story, each inside one chapter with all earlier ones finished; who has finished it has rated it. */
async function insertReadings(tx: Db, { stories, until }: Site): Promise<void> {
  await execute(tx)`
    with read as materialized (
      select distinct on (p.id, d.id) p.id as user_id, d.id as story_id, c.id as chapter_id, c.paragraphs, r.share,
        100 * (c.position - 1 + r.share) / s.published_chapters as progress, k % 5 = 0 as is_bookmarked,
        ${until}::timestamptz - (1 + pg_temp.whole('read ' || k, 129600)) * interval '1 minute' as at
      from generate_series(1, ${stories * 4}::int) k
      join people p on p.n = pg_temp.whole('reader ' || k, (select count(*) from people))
      join drawn d on d.n = 1 + pg_temp.whole('reads ' || k, ${stories}) and d.is_published
      join stories s on s.id = d.id
      join drawn_chapters c on c.n = d.n and c.is_published and c.position = 1 + pg_temp.whole('chapter ' || k, s.published_chapters)
      cross join lateral (select (1 + pg_temp.whole('place ' || k, 100)) / 100.0 as share) r order by 1, 2),
    entries as (
      insert into library_entries (user_id, story_id, status, progress, is_bookmarked, bookmarked_at, last_read_at,
        last_chapter_id, caught_up_at, started_at, created_at)
      select user_id, story_id, case when progress >= 100 then 'completed' else 'reading' end, progress, is_bookmarked,
        case when is_bookmarked then at end, at, chapter_id, case when progress >= 100 then at end, at, at from read)
    insert into reading_positions (user_id, chapter_id, story_id, progress, paragraph, char_offset, version, updated_at)
    select user_id, chapter_id, story_id, 100 * share, greatest(1, floor(paragraphs * share)), 0, 1, at from read`;
  await execute(tx)`
    insert into ratings (story_id, user_id, rating, review, progress, written_at, created_at, updated_at)
    select story_id, user_id, 5 - least(4, pg_temp.whole(e.user_id || ' stars ' || s.id, 7)), review, 100, case when review is not null then at end, at, at
    from library_entries e join stories s on s.id = e.story_id and s.author_id <> e.user_id
    cross join lateral (select e.last_read_at as at, case when pg_temp.draw(e.user_id || ' ' || s.id) < 0.3 then s.description end
      as review) r
    where e.status = 'completed'`;
  await execute(tx)`
    insert into story_ratings (story_id, stars_1, stars_2, stars_3, stars_4, stars_5, reviews, score)
    select story_id, count(*) filter (where rating = 1), count(*) filter (where rating = 2),
      count(*) filter (where rating = 3), count(*) filter (where rating = 4), count(*) filter (where rating = 5),
      count(review), (sum(rating) + 5 * (select mean from site_rating)) / (count(*) + 5)
    from ratings group by story_id`;
}
