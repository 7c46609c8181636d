import { allRows, type Db, hasRows } from '../../platform/db/db.ts';

export interface NoteRow {
  id: string;
  day: string;
  text: string;
}

/** A story's notes of some days, by day. */
export const listNotes = (db: Db, storyId: string, { from, to }: { from: string; to: string }) =>
  allRows<NoteRow>(db)`
    select id, day::text as day, text from analytics_notes where story_id = ${storyId} and day between ${from} and ${to}
    order by analytics_notes.day, created_at, id`;

/** Saves a note; false if it would be one more than `limit`. The story is locked, so that two cannot both be the last. */
export const saveNote = (
  db: Db,
  storyId: string,
  note: NoteRow,
  limit: number,
  now: Date,
): Promise<boolean> =>
  hasRows(db)`
      insert into analytics_notes (story_id, id, day, text, created_at)
      select ${storyId}, ${note.id}, ${note.day}, ${note.text}, ${now}
      where exists (select from analytics_notes where story_id = ${storyId} and id = ${note.id})
        or (select count(*) from analytics_notes where story_id = ${storyId}) < ${limit}
      on conflict (story_id, id) do update set day = excluded.day, text = excluded.text
      returning id`;

export const deleteNote = (db: Db, storyId: string, id: string) =>
  hasRows(db)`delete from analytics_notes where story_id = ${storyId} and id = ${id} returning id`;
