import { type Kysely, sql } from 'kysely';

/** A story is also found by its content warnings and audience, after those that match in their own words. */
export async function up(db: Kysely<never>): Promise<void> {
  // The document without the labels, of stories that have any: it decides the order of results.
  await sql`alter table search_stories add column own_doc tsvector`.execute(db);
  const columns = [
    'title',
    'description',
    'tags',
    'content_warnings',
    'audience',
    'language',
    'is_published',
    'deleted_at',
    'author_id',
  ];
  const list = (row: string) => sql.raw(columns.map((column) => `${row}.${column}`).join(', '));
  await sql`drop trigger stories_search_changed on stories`.execute(db);
  await sql`create trigger stories_search_changed after update of ${sql.raw(columns.join(', '))} on stories
    for each row when ((old.is_published or new.is_published) and (${list('old')}) is distinct from (${list('new')}))
    execute function queue_for_search('story')`.execute(db);
  await sql`insert into search_queue (kind, target, is_backlog)
    select 'story', id, true from stories
    where is_published and (audience <> 'everyone' or content_warnings <> '{}')`.execute(db);
}
