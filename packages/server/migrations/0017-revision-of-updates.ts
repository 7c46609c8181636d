import { type Kysely, sql } from 'kysely';

const columns = [
  'title',
  'description',
  'cover_image',
  'language',
  'status',
  'is_ai_generated',
  'is_published',
  'deleted_at',
  'published_chapters',
  'published_words',
  'last_updated',
  'updated_at',
];
const all = (row: string) => sql.raw(columns.map((column) => `${row}.${column}`).join(', '));

/** A story's revision vouches for when it was saved last as well, so that this need not be asked for with each look. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`drop trigger stories_revision on stories`.execute(db);
  await sql`
    create trigger stories_revision before update of ${sql.raw(columns.join(', '))} on stories
    for each row when ((${all('old')}) is distinct from (${all('new')}))
    execute function bump_story_revision()`.execute(db);
}
