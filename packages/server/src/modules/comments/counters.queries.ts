import type { CountedTable } from '../../platform/db/counted-table.ts';
import { sql } from '../../platform/db/db.ts';

/** The counters of this module's tables (docs/operating.md#checking-counters). */
export const counters: CountedTable[] = [
  {
    table: 'comments',
    key: { subject_id: 'uuid', id: 'uuid' },
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
    key: { subject_id: 'uuid' },
    counted: [
      {
        columns: ['listed', 'shown'],
        is: sql`select count(*) filter (where is_listed), count(*) filter (where is_shown)
          from comments k where k.subject_id = t.subject_id`,
      },
    ],
    rows: { key: ['subject_id'], from: sql`comments` },
  },
  {
    table: 'story_comment_counts',
    key: { story_id: 'uuid' },
    counted: [
      {
        columns: ['comments'],
        is: sql`select count(*) from (
            select t.story_id as id union all select id from chapters where story_id = t.story_id) s
          join comments k on k.subject_id = s.id and k.is_shown left join comment_counts n on n.subject_id = s.id
          where n.is_left_out is not true`,
      },
    ],
    rows: {
      key: ['coalesce(c.story_id, s.id)'],
      from: sql`comments k left join chapters c on c.id = k.subject_id left join stories s on s.id = k.subject_id
        where k.subject_kind in ('story', 'chapter')`,
    },
  },
];
