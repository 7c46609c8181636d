import { type Kysely, sql } from 'kysely';

const shown = [
  'title',
  'description',
  'cover_image',
  'language',
  'status',
  'is_ai_generated',
  'tags',
  'content_warnings',
  'audience',
  'is_published',
  'deleted_at',
  'published_chapters',
  'published_words',
  'last_updated',
  'updated_at',
];
const all = (row: string) => sql.raw(shown.map((column) => `${row}.${column}`).join(', '));

/** Tags, content warnings and audience of stories, and what readers hide (docs/product/labels.md). */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table stories
      add column tags text[] not null default '{}' check (cardinality(tags) <= 20),
      -- keys of the tags; tags with the same key are the same tag
      add column tag_keys text[] not null default '{}',
      add column content_warnings text[] not null default '{}' check (content_warnings <@ array['violence', 'gore',
        'death', 'sexual-content', 'sexual-violence', 'abuse', 'self-harm', 'suicide', 'substance-use', 'profanity',
        'discrimination', 'animal-cruelty']),
      add column audience text not null default 'everyone' check (audience in ('everyone', 'teen', 'mature')),
      add constraint stories_tag_keys check (cardinality(tag_keys) = cardinality(tags))`.execute(db);
  // Supports lists of a rare tag.
  await sql`create index stories_by_tag on stories using gin (tag_keys) where is_published and deleted_at is null`.execute(
    db,
  );
  await sql`drop trigger stories_revision on stories`.execute(db);
  await sql`
    create trigger stories_revision before update of ${sql.raw(shown.join(', '))} on stories
    for each row when ((${all('old')}) is distinct from (${all('new')}))
    execute function bump_story_revision()`.execute(db);
  await sql`
    alter table users
      add column shows_mature boolean not null default false,
      add column hidden_tags text[] not null default '{}' check (cardinality(hidden_tags) <= 200),
      add column hidden_warnings text[] not null default '{}' check (cardinality(hidden_warnings) <= 12)`.execute(
    db,
  );
  await sql`
    create table hidden_stories (
      user_id uuid not null references users on delete cascade,
      story_id uuid not null references stories on delete cascade,
      created_at timestamptz not null,
      primary key (user_id, story_id)
    )`.execute(db);
  // Supports erasing a story.
  await sql`create index hidden_stories_by_story on hidden_stories (story_id)`.execute(db);
}
