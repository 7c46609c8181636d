import type { RawBuilder } from 'kysely';
import type { CountedTable } from '../../platform/db/counted-table.ts';
import { allRows, type Db, sql } from '../../platform/db/db.ts';

/** What a change of annotations did to the numbers of one person in one story. */
export interface CountedChange {
  /** The id of one of the annotations that were changed, and how many were. */
  id: string;
  changed: number;
  /** How many annotations there are more than before, and how many there are now. */
  added: number;
  present: number;
  /** How much more space they take, and how much all annotations of the person take now. */
  addedBytes: number;
  bytes: number;
}

/**
 * Inserts, updates or deletes annotations, and counts them in the same statement. Resolves to a row for each person and
 * story. Only one transaction at a time may insert annotations of a person, who is therefore locked. `emitted` inserts
 * events of the rows in `changed`.
 */
export const countChanges = (
  tx: Db,
  change: RawBuilder<unknown>,
  emitted?: RawBuilder<unknown>,
): Promise<CountedChange[]> =>
  allRows<CountedChange>(tx)`
    with changed as (
      ${change}
      returning coalesce(new.user_id, old.user_id) as user_id, coalesce(new.story_id, old.story_id) as story_id,
        coalesce(new.id, old.id) as id, coalesce(new.kind, old.kind) as kind,
        (new.id is not null and new.deleted_at is null)::int
          - (old.id is not null and old.deleted_at is null)::int as added,
        coalesce(new.bytes, 0) - coalesce(old.bytes, 0) as bytes),
    ${emitted === undefined ? sql`` : sql`emitted as (${emitted}),`}
    difference as (
      select user_id, story_id, (array_agg(id))[1] as id, count(*) as changed, sum(bytes) as bytes,
        coalesce(sum(added) filter (where kind = 'highlight'), 0) as highlights,
        coalesce(sum(added) filter (where kind = 'bookmark'), 0) as bookmarks
      from changed group by user_id, story_id)
    merge into annotated_stories n using difference d on n.user_id = d.user_id and n.story_id = d.story_id
    when matched and n.bytes + d.bytes = 0 then delete
    when matched then update set highlights = n.highlights + d.highlights, bookmarks = n.bookmarks + d.bookmarks,
      bytes = n.bytes + d.bytes, revision = nextval('annotation_revisions')
    when not matched then insert (user_id, story_id, highlights, bookmarks, bytes)
      values (d.user_id, d.story_id, d.highlights, d.bookmarks, d.bytes)
    returning d.id, d.changed, d.highlights + d.bookmarks as added, n.highlights + n.bookmarks as present, d.bytes as "addedBytes",
      d.bytes + (select coalesce(sum(a.bytes), 0) from annotated_stories a where a.user_id = d.user_id) as bytes`;

/** The counters of this module's tables (docs/operating.md#checking-counters). */
export const counters: CountedTable[] = [
  {
    table: 'annotated_stories',
    key: { user_id: 'uuid', story_id: 'uuid' },
    counted: [
      {
        columns: ['highlights', 'bookmarks', 'bytes'],
        is: sql`select count(*) filter (where kind = 'highlight' and deleted_at is null),
          count(*) filter (where kind = 'bookmark' and deleted_at is null), coalesce(sum(bytes), 0)
          from annotations a where a.user_id = t.user_id and a.story_id = t.story_id`,
      },
    ],
    rows: { key: ['user_id', 'story_id'], from: sql`annotations` },
  },
];
