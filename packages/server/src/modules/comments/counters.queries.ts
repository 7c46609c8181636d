import type { CountedTable } from '../../platform/db/counted-table.ts';
import { sql } from '../../platform/db/db.ts';
import { notInTrash } from '../stories/index.ts';

/** The counters of this module's tables (docs/operating.md#checking-counters). */
export const counters: CountedTable[] = [
  {
    table: 'comments',
    key: { story_id: 'uuid', id: 'uuid' },
    counted: [
      { columns: ['likes'], is: sql`select count(*) from comment_likes l where l.comment_id = t.id` },
      {
        columns: ['replies'],
        is: sql`select count(*) from comments r where r.parent_id = t.id and r.is_shown`,
      },
    ],
  },
  {
    table: 'comment_counts',
    key: { story_id: 'uuid', place_id: 'uuid' },
    counted: [
      {
        columns: ['listed', 'shown'],
        is: sql`select count(*) filter (where is_listed), count(*) filter (where is_shown)
          from comments k where k.story_id = t.story_id and k.place_id = t.place_id`,
      },
    ],
    rows: { key: ['story_id', 'place_id'], from: sql`comments` },
  },
  {
    table: 'story_comment_counts',
    key: { story_id: 'uuid' },
    only: notInTrash('t.story_id'),
    counted: [
      {
        columns: ['comments'],
        is: sql`select count(*) from comments k left join chapters c on c.id = k.chapter_id
          where k.story_id = t.story_id and k.is_shown and (k.chapter_id is null or c.is_published)`,
      },
    ],
    rows: { key: ['story_id'], from: sql`comments` },
  },
  {
    table: 'commenters',
    key: { user_id: 'uuid' },
    counted: [
      { columns: ['comments'], is: sql`select count(*) from comments k where k.user_id = t.user_id` },
    ],
    rows: { key: ['user_id'], from: sql`comments where user_id is not null` },
  },
];
