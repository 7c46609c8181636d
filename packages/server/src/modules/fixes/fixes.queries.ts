import type { FixState, OwnFix, StoryFix } from '@inkling/contract/fixes';
import { fixLimits } from '@inkling/contract/limits';
import type { AppContext } from '../../platform/context.ts';
import { allRows, type Db, execute, firstRow, hasRows, sql, type TableRow } from '../../platform/db/db.ts';
import { deleteSome } from '../../platform/db/delete-some.ts';
import type { Erased } from '../../platform/module.ts';
import { type PersonalPart, untilRemoved } from '../../platform/personal-data.ts';
import { type Passage, readerOf, type StoredText, visibleTo } from '../chapters/index.ts';
import { authorJson, type Block, blockWith, isHiddenFrom } from '../users/index.ts';

type Site = Pick<AppContext, 'db' | 'config' | 'clock'>;

/** Whether a story's author accepts suggestions, which they do by default. */
const isOpen = (storyId: ReturnType<typeof sql>) =>
  sql<boolean>`coalesce((select o.is_open from fix_settings o where o.story_id = ${storyId}), true)`;

export const isOpenStory = async (db: Db, storyId: string): Promise<boolean> =>
  (await firstRow<{ is_open: boolean }>(db)`select ${isOpen(sql`${storyId}`)} as is_open`)?.is_open ?? true;

export const setOpen = (tx: Db, storyId: string, open: boolean): Promise<void> =>
  execute(tx)`
    insert into fix_settings (story_id, is_open) values (${storyId}, ${open})
    on conflict (story_id) do update set is_open = excluded.is_open`;

/** Whether an id is that of a reader's suggestion for a chapter; undefined if they have none with it. */
export const isFixOf = async (db: Db, id: string, readerId: string, chapterId: string) =>
  (
    await firstRow<{ is_same: boolean }>(db)`
      select chapter_id = ${chapterId} as is_same from fixes where reader_id = ${readerId} and id = ${id}`
  )?.is_same;

/** What decides whether a reader may suggest something for a story: counts go up to the limits, `all` of what its author sees. */
export const findTaker = (tx: Db, readerId: string, storyId: string) =>
  firstRow<{ author_id: string; is_open: boolean; block: Block | null; own: number; all: number }>(tx)`
    select s.author_id, ${isOpen(sql`s.id`)} as is_open, ${blockWith(readerId, sql`s.author_id`)} as block,
      (select count(*) from (select from fixes f where f.story_id = s.id and f.state = 'open'
        and f.reader_id = ${readerId} limit ${fixLimits.perReader}) f) as own,
      (select count(*) from (select from fixes f join chapters c on c.id = f.chapter_id and c.deleted_at is null
        where f.story_id = s.id and f.state = 'open' and not ${isHiddenFrom(sql`s.author_id`, sql`f.reader_id`)}
        limit ${fixLimits.perStory}) f) as all
    from stories s where s.id = ${storyId}`;

export interface NewFix {
  id: string | undefined;
  storyId: string;
  chapterId: string;
  readerId: string;
  version: number;
  passage: Passage;
  replacement: string;
  note: string;
  now: Date;
}

/** Stores a suggestion; resolves to its id, or undefined if the chosen one is in use. */
export const insertFix = async (
  tx: Db,
  { id, storyId, chapterId, readerId, version, passage, replacement, note, now }: NewFix,
): Promise<string | undefined> =>
  (
    await firstRow<{ id: string }>(tx)`
      insert into fixes (story_id, id, chapter_id, reader_id, version, start_offset, end_offset, original, prefix, suffix,
        replacement, note, created_at)
      values (${storyId}, coalesce(${id ?? null}::uuid, uuidv7()), ${chapterId}, ${readerId}, ${version}, ${passage.start},
        ${passage.end}, ${passage.selectedText}, ${passage.prefix}, ${passage.suffix}, ${replacement}, ${note}, ${now})
      on conflict do nothing returning id`
  )?.id;

export type OwnRow = Omit<OwnFix, 'createdAt'> & { createdAt: Date };

/** A reader's suggestions, the latest first, or one of them; texts and titles only of what they may read. */
export const listOwn = (
  site: Site,
  readerId: string,
  { storyId = null, id = null, page, limit }: Wanted,
): Promise<OwnRow[]> => {
  const { chapter } = visibleTo(readerOf(site, { id: readerId }), 'link');
  return allRows<OwnRow>(site.db)`
    select f.id as "_id", f.state, f.is_thanked as "isThanked", case when v.is_read then f.original end as original,
      f.replacement, f.note, case when v.is_read then json_build_object('_id', s.id, 'title', s.title) end as story,
      case when v.is_read then json_build_object('_id', c.id, 'title', c.title) end as chapter,
      f.created_at as "createdAt"
    from fixes f left join chapters c on c.id = f.chapter_id left join stories s on s.id = f.story_id
    cross join lateral (select (c.is_published and ${chapter}) is true as is_read) v
    where f.reader_id = ${readerId} and (${storyId}::uuid is null or f.story_id = ${storyId})
      and (${id}::uuid is null or f.id = ${id})
    order by f.id desc limit ${limit} offset ${(page - 1) * limit}`;
};
interface Wanted {
  storyId?: string | null | undefined;
  id?: string | null;
  page: number;
  limit: number;
}

/** How many suggestions of a reader are in each state, in a story or in all. */
export const countOwn = async (db: Db, readerId: string, storyId: string | null) => {
  const rows = await allRows<{ state: FixState; count: number }>(db)`
    select state, count(*) as count from fixes
    where reader_id = ${readerId} and (${storyId}::uuid is null or story_id = ${storyId}) group by state`;
  const of = (state: FixState) => rows.find((row) => row.state === state)?.count ?? 0;
  return { open: of('open'), applied: of('applied'), dismissed: of('dismissed'), outdated: of('outdated') };
};

/** Removes a reader's open suggestion; false if it is decided. */
export const deleteOpen = (tx: Db, readerId: string, id: string): Promise<boolean> =>
  hasRows(
    tx,
    sql`delete from fixes where reader_id = ${readerId} and id = ${id} and state = 'open' returning id`,
  );

/** Whose suggestion it is; undefined if the reader has none with this id. */
export const findOwner = (db: Db, readerId: string, id: string) =>
  firstRow<{ reader_id: string }>(
    db,
  )`select reader_id from fixes where reader_id = ${readerId} and id = ${id}`;

/** The open suggestions for a story or chapter, without those of people hidden from its author; equal ones are one row. */
export const listOpen = (
  db: Db,
  { storyId, chapterId, authorId }: { storyId: string; chapterId: string | null; authorId: string },
  page: number,
  limit: number,
) =>
  allRows<StoryFix & { total: number }>(db)`
    select json_build_object('_id', c.id, 'title', c.title, 'chapterNumber', coalesce(c.published_number, 0)) as chapter,
      f.original, f.replacement, f.prefix, f.suffix, count(distinct f.reader_id) as count, json_agg(f.id) as ids,
      (json_agg(json_build_object('_id', f.id, 'reader', ${authorJson('u')}, 'note', f.note,
        'createdAt', f.created_at)
        order by f.id desc)) as suggestions, count(*) over () as total
    from fixes f join chapters c on c.id = f.chapter_id and c.deleted_at is null join users u on u.id = f.reader_id
    where f.story_id = ${storyId} and (${chapterId}::uuid is null or f.chapter_id = ${chapterId}) and f.state = 'open'
      and not ${isHiddenFrom(authorId, sql`f.reader_id`)}
    group by c.id, f.original, f.replacement, f.prefix, f.suffix
    order by c.position, min(f.start_offset), f.original, f.replacement
    limit ${limit} offset ${(page - 1) * limit}`;

/** An open suggestion, as it is applied. */
export type OpenFix = Pick<
  TableRow<'fixes'>,
  'id' | 'chapter_id' | 'reader_id' | 'version' | 'start_offset' | 'end_offset' | 'original' | 'replacement'
>;

/** The suggestions with these ids that are still open, by chapter, except in chapters in the trash. */
export const findOpen = (db: Db, storyId: string, ids: string[]) =>
  allRows<OpenFix>(db)`
    select f.id, f.chapter_id, f.reader_id, f.version, f.start_offset, f.end_offset, f.original, f.replacement
    from fixes f join chapters c on c.id = f.chapter_id and c.deleted_at is null
    where f.story_id = ${storyId} and f.id = any(${ids}::uuid[]) and f.state = 'open'
    order by c.position, f.id`;

export type VersionText = StoredText & { version: number };

/** A chapter's text of a version, or the current one. */
export const findText = (
  db: Db,
  { storyId, chapterId }: { storyId: string; chapterId: string },
  version: number | null,
) =>
  firstRow<VersionText>(db)`
    select v.version, v.content, v.paragraph_ids::text as paragraph_ids
    from chapters c join chapter_versions v on v.story_id = c.story_id and v.chapter_id = c.id
      and v.version = coalesce(${version}::integer, c.version)
    where c.story_id = ${storyId} and c.id = ${chapterId}`;

/** Decides the suggestions that are still open; returns those. */
export const decide = (
  tx: Db,
  storyId: string,
  ids: string[],
  { state, isThanked, now }: { state: Exclude<FixState, 'open'>; isThanked: boolean; now: Date },
) =>
  allRows<{ id: string; reader_id: string }>(tx)`
    update fixes set state = ${state}, is_thanked = ${isThanked}, decided_at = ${now}
    where story_id = ${storyId} and id = any(${ids}::uuid[]) and state = 'open' returning id, reader_id`;

/** Deletes at most `max` suggestions for a story or chapter that is being erased; returns how many. */
export const eraseFixes = (db: Db, { storyId, chapterId }: Erased, max: number): Promise<number> =>
  chapterId === null
    ? deleteSome(db, ['fixes'], { column: 'story_id', id: storyId, max })
    : deleteSome(db, ['fixes'], { column: 'chapter_id', id: chapterId, max });

export const personalPart: PersonalPart = {
  stores: [
    {
      topic: 'people',
      what: 'The fixes you suggest for chapters, with your notes',
      why: 'To show them to the author, and to show you what became of them.',
      seenBy: 'You and the author of the story.',
      until: untilRemoved,
      columns: ['fixes.reader_id'],
    },
  ],
  lists: (userId) => ({
    'suggested-fixes.json': sql`
      select id, story_id as "storyId", chapter_id as "chapterId", replacement, note, state, is_thanked as "isThanked",
        created_at as "createdAt", decided_at as "decidedAt"
      from fixes where reader_id = ${userId} order by id`,
  }),
};
