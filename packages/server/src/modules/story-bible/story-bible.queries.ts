import type { BibleEntry } from '@inkling/contract/story-bible';
import { allRows, type Db, firstRow, hasRows, isoTime, sql } from '../../platform/db/db.ts';
import { onlyYou, type PersonalPart, untilRemoved } from '../../platform/personal-data.ts';

const entryJson = sql`json_build_object('_id', e.id, 'title', e.title, 'text', e.text, 'version', e.version,
  'updatedAt', ${isoTime('e.updated_at')})`;

export const listEntries = async (db: Db, storyId: string): Promise<BibleEntry[]> =>
  (
    await allRows<{ entry: BibleEntry }>(db)`
      select ${entryJson} as entry from story_bible_entries e where e.story_id = ${storyId}
      order by lower(e.title), e.id`
  ).map(({ entry }) => entry);

/** An entry of a locked story. */
export const findEntry = async (tx: Db, storyId: string, id: string): Promise<BibleEntry | undefined> =>
  (
    await firstRow<{ entry: BibleEntry }>(tx)`
      select ${entryJson} as entry from story_bible_entries e where e.story_id = ${storyId} and e.id = ${id}`
  )?.entry;

/** How many other entries a story has, and how many bytes they have. */
export const sizeOfOthers = async (tx: Db, storyId: string, id: string) =>
  (await firstRow<{ entries: number; bytes: number }>(tx)`
    select count(*) as entries, coalesce(sum(octet_length(title) + octet_length(text)), 0) as bytes
    from story_bible_entries where story_id = ${storyId} and id <> ${id}`) ?? { entries: 0, bytes: 0 };

/** Stores an entry of a locked story. */
export const saveEntry = async (
  tx: Db,
  storyId: string,
  { id, title, text, version, now }: { id: string; title: string; text: string; version: number; now: Date },
): Promise<BibleEntry | undefined> =>
  (
    await firstRow<{ entry: BibleEntry }>(tx)`
      insert into story_bible_entries as e (story_id, id, title, text, version, updated_at)
      values (${storyId}, ${id}, ${title}, ${text}, ${version}, ${now})
      on conflict (story_id, id) do update set title = excluded.title, text = excluded.text,
        version = excluded.version, updated_at = excluded.updated_at
      returning ${entryJson} as entry`
  )?.entry;

export const deleteEntry = (tx: Db, storyId: string, id: string): Promise<boolean> =>
  hasRows(tx, sql`delete from story_bible_entries where story_id = ${storyId} and id = ${id} returning id`);

/** Entries go with their stories. */
export const personalPart: PersonalPart = {
  stores: [
    {
      topic: 'writing',
      what: 'The private notes in the bibles of your stories',
      why: 'To show them to you.',
      seenBy: onlyYou,
      until: untilRemoved,
      columns: [],
    },
  ],
  lists: (userId) => ({
    'story-bibles.json': sql`
      select e.story_id as "storyId", e.id, e.title, e.text, e.updated_at as "updatedAt"
      from story_bible_entries e join stories s on s.id = e.story_id
      where s.author_id = ${userId} order by e.story_id, e.id`,
  }),
};
