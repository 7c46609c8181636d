import type { TrashItem } from '@inkling/contract/trash';
import { allRows, countRows, type Db, isoTime, sql } from '../../platform/db/db.ts';

/** What an author has deleted and can restore at `now`. */
const trash = (authorId: string, now: Date) => sql`
  select s.id, 'story' as kind, s.title, s.words, s.chapters, null::json as story, s.deleted_at, s.erase_at
  from stories s where s.author_id = ${authorId} and s.deleted_at is not null and s.erase_at > ${now}
  union all
  select c.id, 'chapter', c.title, c.word_count, null,
    json_build_object('_id', s.id, 'title', s.title, 'isDeleted', s.deleted_at is not null), c.deleted_at, c.erase_at
  from chapters c join stories s on s.id = c.story_id
  where s.author_id = ${authorId} and c.deleted_at is not null and c.erase_at > ${now}
    and (s.deleted_at is null or s.erase_at > ${now})`;

export const listTrash = async (
  db: Db,
  authorId: string,
  now: Date,
  { page, limit }: { page: number; limit: number },
): Promise<{ rows: TrashItem[]; total: number }> => {
  const rows = await allRows<TrashItem>(db)`
    select id as "_id", kind, title, words, chapters, story, ${isoTime('deleted_at')} as "deletedAt",
      ${isoTime('erase_at')} as "eraseAt" from (${trash(authorId, now)}) t
    order by deleted_at desc, id desc limit ${limit} offset ${(page - 1) * limit}`;
  return { rows, total: await countRows(db, sql`from (${trash(authorId, now)}) t`) };
};
