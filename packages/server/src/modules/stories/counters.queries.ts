import type { CountedTable } from '../../platform/db/counted-table.ts';
import { sql } from '../../platform/db/db.ts';

const isListed = sql`s.is_published and s.deleted_at is null`;
const byAudience = sql`count(*) filter (where s.audience <> 'mature'), count(*) filter (where s.audience = 'mature')`;

/** What is in the trash may be erased at this moment, in several transactions. */
export const notInTrash = (story: string) =>
  sql`exists (select from stories s where s.id = ${sql.ref(story)} and s.deleted_at is null)`;

/** The counters of this module's tables (docs/operating.md#checking-counters). */
export const counters: CountedTable[] = [
  {
    table: 'stories',
    key: { id: 'uuid' },
    only: sql`t.deleted_at is null`,
    counted: [
      {
        columns: ['chapters', 'published_chapters', 'words', 'published_words'],
        is: sql`select count(*), count(*) filter (where is_published), coalesce(sum(word_count), 0),
          coalesce(sum(word_count) filter (where is_published), 0)
          from chapters c where c.story_id = t.id and c.deleted_at is null`,
      },
    ],
  },
  {
    table: 'story_counts',
    key: { story_id: 'uuid' },
    only: notInTrash('t.story_id'),
    counted: [
      { columns: ['likes'], is: sql`select count(*) from story_likes l where l.story_id = t.story_id` },
      {
        columns: ['views'],
        is: sql`select coalesce(sum(d.views), 0)::bigint from analytics_days d
          where d.story_id = t.story_id and d.chapter_id = '00000000-0000-0000-0000-000000000000'`,
      },
    ],
    rows: { key: ['id'], from: sql`stories` },
  },
  {
    table: 'story_languages',
    key: { language: 'text' },
    counted: [
      {
        columns: ['stories', 'mature'],
        by: 'language',
        is: sql`select lower(split_part(s.language, '-', 1)), ${byAudience} from stories s where ${isListed} group by 1`,
      },
    ],
    rows: { key: [`lower(split_part(s.language, '-', 1))`], from: sql`stories s where ${isListed}` },
    isSmall: true,
  },
  {
    table: 'tags',
    key: { key: 'text' },
    counted: [
      {
        columns: ['stories', 'mature_stories'],
        by: 'key',
        is: sql`select k.key, ${byAudience} from stories s, unnest(s.tag_keys) as k (key) where ${isListed} group by 1`,
      },
    ],
    rows: { key: ['key'], from: sql`stories s, unnest(s.tag_keys) as k (key) where ${isListed}` },
    isSmall: true,
  },
];
