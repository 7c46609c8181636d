import { randomUUID } from 'node:crypto';
import type { GlossaryEntry, GlossaryFile, GlossaryKind, Recap } from '@inkling/contract/glossary';
import type { AppContext } from '../../platform/context.ts';
import { allRows, type Db, execute, firstRow, firstValue, hasRows, sql } from '../../platform/db/db.ts';
import { deleteSome } from '../../platform/db/delete-some.ts';
import type { Erased } from '../../platform/module.ts';
import { type PersonalPart, untilRemoved } from '../../platform/personal-data.ts';
import { readerOf, visibleTo } from '../chapters/index.ts';

type Site = Pick<AppContext, 'db' | 'config' | 'clock'>;

/**
 * Who sees what belongs to the chapter `c` of the story `s`: its author, and readers who may read the chapter and have
 * reached it.
 */
function rulesFor(site: Site, viewerId: string, storyId: string) {
  const { story, chapter, isAhead } = visibleTo(readerOf(site, { id: viewerId }), 'link', storyId);
  const isOwn = sql`s.author_id = ${viewerId}`;
  return { story, isOwn, isShown: sql`(${chapter} and (${isOwn} or not ${isAhead}))` };
}

const chapterJson = (isOwn: ReturnType<typeof sql>) => sql`json_build_object('_id', c.id, 'title', c.title,
  'chapterNumber', case when ${isOwn} then c.position else c.published_number end)`;

/** The entries of a story that a person sees, with the notes that they see; undefined if they do not see the story. */
export async function listEntries(
  site: Site,
  viewerId: string,
  storyId: string,
): Promise<GlossaryEntry[] | undefined> {
  const { story, isOwn, isShown } = rulesFor(site, viewerId, storyId);
  const row = await firstRow<{ entries: GlossaryEntry[] }>(site.db)`
    select coalesce((
      select json_agg(json_build_object('_id', e.id, 'kind', e.kind, 'names', e.names,
        'notes', coalesce(w.notes, '[]')) order by lower(e.names[1]), e.id)
      from glossary_entries e left join (
        select n.entry_id, json_agg(json_build_object('chapter', ${chapterJson(isOwn)}, 'text', n.text)
          order by c.position) as notes
        from glossary_notes n join chapters c on c.story_id = n.story_id and c.id = n.chapter_id
        where n.story_id = ${storyId} and ${isShown} group by n.entry_id) w on w.entry_id = e.id
      where e.story_id = ${storyId} and (w.notes is not null or ${isOwn})), '[]') as entries
    from stories s where s.id = ${storyId} and ${story}`;
  return row?.entries;
}

/** The recaps of a story that a person sees, in order; undefined if they do not see the story. */
export async function listRecaps(
  site: Site,
  viewerId: string,
  storyId: string,
): Promise<Recap[] | undefined> {
  const { story, isOwn, isShown } = rulesFor(site, viewerId, storyId);
  const row = await firstRow<{ recaps: Recap[] }>(site.db)`
    select coalesce((
      select json_agg(json_build_object('chapter', ${chapterJson(isOwn)}, 'recap', r.recap) order by c.position)
      from chapter_recaps r join chapters c on c.story_id = r.story_id and c.id = r.chapter_id
      where r.story_id = ${storyId} and ${isShown}), '[]') as recaps
    from stories s where s.id = ${storyId} and ${story}`;
  return row?.recaps;
}

/** How many of these ids are chapters of a story that are not in the trash. */
export const countChapters = async (tx: Db, storyId: string, ids: string[]): Promise<number> =>
  (await firstValue<number>(tx)`
      select count(*) as count from chapters
      where story_id = ${storyId} and id = any(${ids}::uuid[]) and deleted_at is null`) ?? 0;

/** How many entries a story has besides one, and how many bytes of that one's notes a replacement frees in the quota. */
export const measureEntry = async (tx: Db, storyId: string, id: string) =>
  (await firstRow<{ others: number; replaced: number }>(tx)`
    select (select count(*) from glossary_entries where story_id = ${storyId} and id <> ${id}) as others,
      (select coalesce(sum(n.bytes), 0) from glossary_notes n join chapters c on c.id = n.chapter_id
        where n.story_id = ${storyId} and n.entry_id = ${id} and c.deleted_at is null) as replaced`) ?? {
    others: 0,
    replaced: 0,
  };

export interface EntryToSave {
  id: string;
  kind: GlossaryKind;
  names: string[];
  notes: { chapter: string; text: string }[];
}

/** Stores an entry of a locked story with these notes, and those it has from chapters in the trash. */
export async function saveEntry(
  tx: Db,
  storyId: string,
  { id, kind, names, notes }: EntryToSave,
): Promise<void> {
  await execute(tx)`
    insert into glossary_entries (story_id, id, kind, names) values (${storyId}, ${id}, ${kind}, ${names}::text[])
    on conflict (story_id, id) do update set kind = excluded.kind, names = excluded.names`;
  await execute(tx)`
    delete from glossary_notes n using chapters c
    where n.story_id = ${storyId} and n.entry_id = ${id} and c.id = n.chapter_id and c.deleted_at is null`;
  await execute(tx)`
    insert into glossary_notes (story_id, entry_id, chapter_id, text)
    select ${storyId}, ${id}, * from unnest(${notes.map(({ chapter }) => chapter)}::uuid[],
      ${notes.map(({ text }) => text)}::text[])`;
}

/** How many bytes all notes of a story have. */
export const countNoteBytes = async (tx: Db, storyId: string): Promise<number> =>
  (await firstValue<number>(tx)`
      select coalesce(sum(octet_length(text)), 0) as bytes from glossary_notes where story_id = ${storyId}`) ??
  0;

export const deleteEntry = (tx: Db, storyId: string, id: string): Promise<boolean> =>
  hasRows(tx, sql`delete from glossary_entries where story_id = ${storyId} and id = ${id} returning id`);

/** How many bytes in the quota the recap of a chapter has. */
export const recapBytes = async (tx: Db, storyId: string, id: string): Promise<number> =>
  (await firstValue<number>(tx)`
      select bytes from chapter_recaps where story_id = ${storyId} and chapter_id = ${id}`) ?? 0;

/** Stores the recap of a locked chapter; an empty one removes it. */
export const setRecap = (
  tx: Db,
  { id, story_id }: { id: string; story_id: string },
  recap: string,
): Promise<void> =>
  recap === ''
    ? execute(tx)`delete from chapter_recaps where story_id = ${story_id} and chapter_id = ${id}`
    : execute(tx)`
        insert into chapter_recaps (story_id, chapter_id, recap) values (${story_id}, ${id}, ${recap})
        on conflict (story_id, chapter_id) do update set recap = excluded.recap`;

/**
 * Stores the glossary and recaps of a story that is being imported. `chapterOf` finds the number of the new chapter, from 1,
 * for one of the file; 0 if it was left out. Of several descriptions for a new chapter, the first is stored.
 */
export async function restoreGlossary(
  tx: Db,
  storyId: string,
  { entries, recaps }: GlossaryFile,
  chapterOf: (number: number) => number,
): Promise<void> {
  const chapters = await allRows<{ id: string }>(tx)`
    select id from chapters where story_id = ${storyId} order by position`;
  /** Of each new chapter the first of these. */
  const placed = <One extends { chapter: number }>(all: One[]) => {
    const found = new Map<string, One>();
    for (const one of all) {
      const id = chapters[chapterOf(one.chapter) - 1]?.id;
      if (id !== undefined && !found.has(id)) found.set(id, one);
    }
    return [...found];
  };
  for (const { kind, names, notes } of entries) {
    const kept = placed(notes).map(([chapter, { text }]) => ({ chapter, text }));
    if (kept.length > 0) await saveEntry(tx, storyId, { id: randomUUID(), kind, names, notes: kept });
  }
  const kept = placed(recaps.filter(({ recap }) => recap !== ''));
  await execute(tx)`
    insert into chapter_recaps (story_id, chapter_id, recap)
    select ${storyId}, * from unnest(${kept.map(([id]) => id)}::uuid[], ${kept.map(([, { recap }]) => recap)}::text[])`;
}

/**
 * Deletes at most `max` notes, entries or recaps of a story that is being erased, or notes of a chapter; returns how many. A
 * chapter's one recap goes with its row.
 */
export const eraseGlossary = (db: Db, { storyId, chapterId }: Erased, max: number): Promise<number> =>
  chapterId === null
    ? deleteSome(db, ['glossary_notes', 'glossary_entries', 'chapter_recaps'], {
        column: 'story_id',
        id: storyId,
        max,
      })
    : deleteSome(db, ['glossary_notes'], { column: 'chapter_id', id: chapterId, max });

/** An author's glossaries and recaps go with their stories. */
export const personalPart: PersonalPart = {
  stores: [
    {
      topic: 'writing',
      what: 'The people, places and terms you describe in your stories, and your chapter recaps',
      why: 'To show them to readers, up to the chapter they have reached.',
      seenBy: 'You, and readers who have reached the chapter.',
      until: untilRemoved,
      columns: [],
    },
  ],
  lists: (userId) => ({
    'glossary.json': sql`
      select e.story_id as "storyId", e.kind, e.names, (
        select json_agg(json_build_object('chapterId', n.chapter_id, 'text', n.text) order by n.chapter_id)
        from glossary_notes n where n.story_id = e.story_id and n.entry_id = e.id) as notes
      from glossary_entries e join stories s on s.id = e.story_id where s.author_id = ${userId}
      order by e.story_id, e.id`,
    'recaps.json': sql`
      select r.story_id as "storyId", r.chapter_id as "chapterId", r.recap
      from chapter_recaps r join stories s on s.id = r.story_id where s.author_id = ${userId}
      order by r.story_id, r.chapter_id`,
  }),
};
