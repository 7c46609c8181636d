import type { StoryNote } from '@inkling/contract/story-notes';
import type { AppContext } from '../../platform/context.ts';
import { allRows, type Db, execute, firstRow, hasRows, isoTime, sql } from '../../platform/db/db.ts';
import { emit } from '../../platform/events/emit.ts';
import { type PersonalPart, untilRemoved } from '../../platform/personal-data.ts';
import type { ReportableKind, ReportedThing } from '../../platform/reportable.ts';
import { isHeld } from '../../platform/screening.queries.ts';
import { isPublicStory, isReadableBy } from '../stories/index.ts';
import { storyNoteAdded } from './story-notes.events.ts';

const readableBy = (viewerId: string | null) =>
  viewerId === null ? isPublicStory() : isReadableBy(viewerId);

/** Whether the note `t` of the story `s` is there for a viewer. */
export const isShownNote = (viewerId: string | null) =>
  sql`t.text is not null and (t.taken_down_at is null or s.author_id = ${viewerId}::uuid)`;

const noteJson = (viewerId: string | null) => sql`json_build_object('_id', t.id, 'text', t.text,
  'createdAt', ${isoTime('t.created_at')}, 'editedAt', ${isoTime('t.edited_at')}, 'withheld', case
    when t.taken_down_at is null or s.author_id is distinct from ${viewerId}::uuid then null
    when ${isHeld('note', sql`t.id`)} then 'held' else 'removed' end)`;

/** One page of a story's notes, the latest first, and how many there are; undefined if the viewer does not see the story. */
export const listNotes = (
  db: Db,
  viewerId: string | null,
  storyId: string,
  { page, limit }: { page: number; limit: number },
) =>
  firstRow<{ total: number; notes: StoryNote[] }>(db)`
    select (select count(*) from story_notes t where t.story_id = s.id and ${isShownNote(viewerId)}) as total,
      coalesce((select json_agg(p.note order by p.created_at desc, p.id desc) from (
        select ${noteJson(viewerId)} as note, t.created_at, t.id from story_notes t
        where t.story_id = s.id and ${isShownNote(viewerId)}
        order by t.created_at desc, t.id desc limit ${limit} offset ${(page - 1) * limit}) p), '[]') as notes
    from stories s where s.id = ${storyId} and ${readableBy(viewerId)}`;

/** An author's own note. */
export const findNote = async (db: Db, authorId: string, storyId: string, id: string) =>
  (
    await firstRow<{ note: StoryNote }>(db)`
      select ${noteJson(authorId)} as note from story_notes t join stories s on s.id = t.story_id
      where t.story_id = ${storyId} and t.id = ${id} and t.text is not null and s.author_id = ${authorId}`
  )?.note;

/** Whether this is a note of this author's story; undefined if there is none with this id. */
export const isNoteOf = async (db: Db, id: string, storyId: string, authorId: string) =>
  (
    await firstRow<{ isSame: boolean }>(db)`
      select t.story_id = ${storyId} and s.author_id = ${authorId} and t.text is not null as "isSame"
      from story_notes t join stories s on s.id = t.story_id where t.id = ${id}`
  )?.isSame;

/** How many other notes were written to a locked story's followers since then; those deleted before are forgotten. */
export async function countSince(tx: Db, storyId: string, id: string, since: Date): Promise<number> {
  await execute(tx)`
    delete from story_notes where story_id = ${storyId} and text is null and created_at <= ${since}`;
  const row = await firstRow<{ count: number }>(tx)`
    select count(*) as count from story_notes where story_id = ${storyId} and id <> ${id} and created_at > ${since}`;
  return row?.count ?? 0;
}

/** Undefined if the chosen id is in use. */
export const insertNote = async (
  tx: Db,
  note: { id: string; storyId: string; text: string; now: Date },
): Promise<string | undefined> =>
  (
    await firstRow<{ id: string }>(tx)`
      insert into story_notes (story_id, id, text, created_at)
      values (${note.storyId}, ${note.id}, ${note.text}, ${note.now}) on conflict do nothing returning id`
  )?.id;

/** Changes a note of a locked story, or with null deletes it; false if there is none. */
export const setText = (tx: Db, storyId: string, id: string, text: string | null, now: Date) =>
  hasRows(
    tx,
    sql`update story_notes set text = ${text}, edited_at = ${now}
      where story_id = ${storyId} and id = ${id} and text is not null returning id`,
  );

/** Those who follow a story or its author, if others see the note. */
export const findNoteReaders = async (tx: Db, storyId: string, noteId: string): Promise<string[]> => {
  const rows = await allRows<{ id: string }>(tx)`
    select f.id from stories s join story_notes t on t.story_id = s.id and t.id = ${noteId}
    cross join lateral (
      select follower_id as id from story_follows where story_id = s.id
      union select follower_id from follows where followed_id = s.author_id) f
    where s.id = ${storyId} and t.text is not null and t.taken_down_at is null and f.id <> s.author_id`;
  return rows.map(({ id }) => id);
};

/** Takes a note down, or with null no longer; false if it was so before. */
const takeDownNote = (tx: Db, id: string, since: Date | null): Promise<boolean> =>
  hasRows(
    tx,
    sql`update story_notes set taken_down_at = ${since}
      where id = ${id} and text is not null and (taken_down_at is null) <> ${since === null} returning id`,
  );

export const reportableNote: ReportableKind = {
  kind: 'note',
  name: 'Note',
  find: (_ctx, db, id, viewerId) =>
    firstRow<ReportedThing>(db)`
      select s.author_id as "personId", 'A note to followers' as title, t.text, null as image, s.title as context,
        '/story/' || s.id as link, null as "communityId"
      from story_notes t join stories s on s.id = t.story_id
      where t.id = ${id} and t.text is not null
        and ${viewerId === null ? sql`true` : sql`t.taken_down_at is null and ${readableBy(viewerId)}`}`,
  remove: async (ctx, tx, id) => ((await takeDownNote(tx, id, ctx.clock.now())) ? {} : null),
  restore: async (_ctx, tx, id) => void (await takeDownNote(tx, id, null)),
  announce: (ctx, tx, id) => announce(ctx, tx, id),
};

async function announce(ctx: AppContext, tx: Db, id: string): Promise<void> {
  const found = await firstRow<{ storyId: string; authorId: string }>(tx)`
    select t.story_id as "storyId", s.author_id as "authorId" from story_notes t join stories s on s.id = t.story_id
    where t.id = ${id} and t.text is not null and t.taken_down_at is null`;
  if (found !== undefined) await emit(ctx, tx, storyNoteAdded, { noteId: id, ...found });
}

/** Notes go with their stories. */
export const personalPart: PersonalPart = {
  stores: [
    {
      topic: 'writing',
      what: 'The notes you send to the followers of your stories',
      why: 'To show them to readers.',
      seenBy: 'Everyone who can read the story.',
      until: untilRemoved,
      columns: [],
    },
  ],
  lists: (userId) => ({
    'story-notes.json': sql`
      select t.story_id as "storyId", t.id, t.text, t.created_at as "createdAt", t.edited_at as "editedAt"
      from story_notes t join stories s on s.id = t.story_id
      where s.author_id = ${userId} and t.text is not null order by t.story_id, t.id`,
  }),
};
