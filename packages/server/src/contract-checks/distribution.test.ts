import { expect, onTestFinished, test } from 'vitest';
import { sql } from '../platform/db/db.ts';
import { testApp } from '../testing/test-app.ts';

/**
 * What would stand in the way of splitting the tables by story and by person over several databases, by the rules of
 * Citus: a new finding fails until it is changed, or accepted below with a reason.
 */
const site = testApp();

/** Whole in each database, because both stories and people refer to them. */
const copied = ['users', 'genres', 'subgenres', 'tags', 'search_stemmers', 'story_languages'];
/** Whole in one database, although they have a column to split by: queues, logs and small lists of the site. */
const whole = [
  'events',
  'event_outbox',
  'event_failures',
  'genre_rankings',
  'story_rankings',
  'trending_stories',
  'story_picks',
  'measure_log',
  'search_words',
  'imports',
  'import_reviews',
  'report_entries',
  'report_notes',
  'reports',
];
/** Columns to split by, which say what a row belongs to: of several, one that the key has, then the first. */
const owners = {
  user_id: 'person',
  person_id: 'person',
  follower_id: 'person',
  story_id: 'story',
  community_id: 'community',
  collection_id: 'collection',
  subject_id: 'subject',
  owner_id: 'person',
  author_id: 'person',
  reporter_id: 'person',
};
/** Tables that are split by another column. */
const others = {
  stories: ['id', 'story'],
  chapters: ['story_id', 'story'],
  communities: ['id', 'community'],
  collections: ['id', 'collection'],
  series: ['author_id', 'person'],
  series_stories: ['author_id', 'person'],
  sessions: ['hash', 'hash'],
  uploads: ['stem', 'stem'],
  usernames: ['name', 'name'],
  call_counts: ['key', 'key'],
  login_failures: ['subject', 'subject'],
  ereader_codes: ['address_hash', 'address_hash'],
  provider_events: ['event_id', 'event_id'],
  visitor_view_counts: ['viewer', 'viewer'],
  email_tokens: ['hash', 'hash'],
  comments: ['subject_id', 'subject'],
  comment_counts: ['subject_id', 'subject'],
  reactions: ['subject_id', 'subject'],
  reaction_counts: ['subject_id', 'subject'],
};

/** The findings that are accepted, by their reason. */
const accepted: Record<string, string[]> = {
  'an id that a client chooses or a call names alone: unique in the site, so that nobody can take another’s':
    [
      'key chapters_pkey',
      'key chat_messages_id_key',
      'key comments_id_key',
      'key community_posts_id_key',
      'key measures_pkey',
      'key ratings_id_key',
      'key series_pkey',
      'key story_notes_id_key',
      'key volumes_pkey',
    ],
  'unique in the whole site: addresses of people, random tokens, and what a provider calls something': [
    'key community_invitations_token_hash_key',
    'key credentials_email_key',
    'key device_tokens_sync_key',
    'key device_tokens_token',
    'key digests_unsubscribe_key',
    'key ereader_email_unsubscribe_key',
    'key email_tokens_job',
    'key private_feeds_hash',
    'key push_subscriptions_endpoint',
    'key push_subscriptions_session',
    'key subscriptions_by_provider',
  ],
  'a person’s row about something of a story, a list or another person; without the reference, the deletion jobs would erase it':
    [
      'reference chapter_drafts.story_id',
      'reference chapter_likes.chapter_id',
      'reference comment_likes.comment_id',
      'reference community_post_likes.post_id',
      'reference ereader_email_stories.story_id',
      'reference hidden_stories.story_id',
      'reference imports.story_id',
      'reference library_entries.last_chapter_id',
      'reference push_subscriptions.session_hash',
      'reference reading_positions.chapter_id',
      'reference reading_positions.story_id',
      'reference review_votes.rating_id',
      'reference saved_collections.collection_id',
      'reference series_follows.series_id',
      'reference series_stories.author_id, story_id',
      'reference story_like_choices.story_id',
    ],
  'a community’s, a collection’s or another story’s row about a story; the same holds': [
    'reference collection_exclusions.story_id',
    'reference communities.story_id',
    'reference community_posts.chapter_id',
    'reference story_neighbours.neighbour_id',
  ],
  'a reply goes with its comment, of which it knows the id alone': ['reference comments.parent_id'],
  'small lists that jobs and admins make for the whole site': [
    'reference genre_rankings.story_id',
    'reference story_picks.story_id',
    'reference story_rankings.story_id',
    'reference trending_stories.story_id',
    'whole achievement_holders',
    'whole genre_rankings',
    'whole reading_means',
    'whole search_trending',
    'whole search_words',
    'whole story_picks',
    'whole story_rankings',
    'whole trending_stories',
  ],
  'queues, logs and the state of the whole site, in one database; what grows is emptied after a while': [
    'reference beta_comments.chapter_id',
    'reference beta_link_chapters.chapter_id',
    'reference beta_comments.link_id',
    'reference beta_comments.reader_id',
    'reference beta_link_chapters.link_id',
    'reference beta_readers.link_id',
    'reference beta_reads.chapter_id',
    'reference beta_reads.reader_id',
    'key beta_links_pkey',
    'key beta_links_token_hash_key',
    'key beta_readers_link_id_secret_hash_key',
    'key beta_readers_pkey',
    'null beta_readers.user_id',
    'whole beta_comments',
    'whole beta_link_chapters',
    'whole beta_reads',
    'whole contact_messages',
    'whole event_cursors',
    'whole event_failures',
    'whole event_outbox',
    'whole events',
    'whole failed_requests',
    'whole import_pieces',
    'whole import_reviews',
    'whole imports',
    'whole kysely_migration',
    'whole kysely_migration_lock',
    'whole measure_log',
    'whole outside_requests',
    'whole report_copies',
    'whole report_entries',
    'whole report_notes',
    'whole reports',
    'whole sent_emails',
    'whole signup_invitations',
    'whole site_state',
    'whole view_salts',
  ],
  'who is connected to which process; after a loss, the processes write it again': [
    'unlogged chat_announcements',
    'unlogged chat_presence',
    'unlogged live_attachments',
    'whole live_attachments',
  ],
  'bumps the revision of a story or of the catalogue, which caches compare': [
    'trigger chapters_revision',
    'trigger genres_revision',
    'trigger stories_catalogue',
    'trigger stories_catalogue_gone',
    'trigger stories_revision',
    'trigger story_genres_revision',
    'trigger users_revision',
    'trigger volumes_revision',
  ],
  'looks at rows of the same story or person alone': [
    'trigger hidden_stories_quota',
    'trigger ledger_entries_append_only',
    'trigger library_entries_quota',
    'trigger stories_filter_keys',
    'trigger users_hold_username',
  ],
};

async function findings(): Promise<string[]> {
  const { rows } = await sql<{ finding: string }>`
    with owner as (select key as col, value as family, ordinality as rank
      from json_each_text(${JSON.stringify(owners)}::json) with ordinality),
    site_table as (
      select c.oid, c.relname::text as name, c.relpersistence = 'u' as is_unlogged,
        coalesce((select array_agg(a.attname::text order by k.place)
          from pg_index i, unnest(i.indkey::int2[]) with ordinality k (number, place)
          join pg_attribute a on a.attnum = k.number
          where i.indrelid = c.oid and i.indisprimary and a.attrelid = c.oid), '{}') as key
      from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')),
    split as (
      select t.*, coalesce(other.value->>0, found.col) as col, coalesce(other.value->>1, found.family) as family,
        t.name = any (${copied}::text[]) as is_copied
      from site_table t
      left join json_each(${JSON.stringify(others)}::json) other on other.key = t.name
      left join lateral (
        select owner.col, owner.family from owner
        join pg_attribute a on a.attname = owner.col and a.attrelid = t.oid and a.atttypid = 'uuid'::regtype
        where t.name <> all (${[...copied, ...whole]}::text[])
        order by owner.col is distinct from t.key[1], owner.col <> all (t.key), owner.rank limit 1) found on true)
    select 'key ' || i.indexrelid::regclass as finding
    from split s join pg_index i on i.indrelid = s.oid and i.indisunique
    where s.col is not null and not exists (
      select from pg_attribute a where a.attrelid = s.oid and a.attname = s.col and a.attnum = any (i.indkey::int2[]))
    union all
    select format('reference %s.%s', s.name, (select string_agg(a.attname, ', ')
      from pg_attribute a where a.attrelid = s.oid and a.attnum = any (f.conkey)))
    from split s join pg_constraint f on f.conrelid = s.oid and f.contype = 'f' and f.conparentid = 0
    join split o on o.oid = f.confrelid
    where not (o.is_copied or (s.col is null and o.col is null) or (s.family = o.family and exists (
      select from unnest(f.conkey, f.confkey) pair (mine, theirs)
      join pg_attribute m on m.attrelid = s.oid and m.attnum = pair.mine
      join pg_attribute h on h.attrelid = o.oid and h.attnum = pair.theirs
      where m.attname = s.col and h.attname = o.col)))
    union all
    select format('null %s.%s', s.name, s.col) from split s
    join pg_attribute a on a.attrelid = s.oid and a.attname = s.col and not a.attnotnull
    union all
    select 'trigger ' || t.tgname from split s
    join pg_trigger t on t.tgrelid = s.oid and not t.tgisinternal and t.tgparentid = 0
    where s.col is not null or s.is_copied
    union all
    select 'whole ' || s.name from split s where s.col is null and not s.is_copied and coalesce(s.key[1], '') not in ('only_row', 'single')
    union all
    select 'unlogged ' || s.name from split s where s.is_unlogged
    order by 1`.execute(site.ctx.db);
  return rows.map(({ finding }) => finding);
}

test('nothing stands in the way of splitting the tables but what is accepted, for ten reasons at most', async () => {
  expect(Object.keys(accepted).length).toBeLessThanOrEqual(10);
  expect((await findings()).toSorted()).toEqual(Object.values(accepted).flat().toSorted());
});

test('a key, a reference and a trigger that stand in the way are found', async () => {
  const { db } = site.ctx;
  onTestFinished(async () => void (await sql`drop table if exists letters`.execute(db)));
  await sql`create table letters (id uuid primary key, user_id uuid references users, story_id uuid references stories)`.execute(
    db,
  );
  await sql`create trigger letters_counted after insert on letters execute function bump_catalogue()`.execute(
    db,
  );
  const known = Object.values(accepted).flat();
  expect((await findings()).filter((one) => !known.includes(one)).toSorted()).toEqual([
    'key letters_pkey',
    'null letters.user_id',
    'reference letters.story_id',
    'trigger letters_counted',
  ]);
});
