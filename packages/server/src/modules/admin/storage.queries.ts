import type { getStorage, textKind } from '@inkling/contract/admin';
import type { ResponseOf } from '@inkling/contract/call';
import type { z } from 'zod';
import { allRows, type Db, firstRow, firstValue, sql } from '../../platform/db/db.ts';
import { authorJson } from '../users/index.ts';

type Storage = ResponseOf<typeof getStorage>['data'];

const amount = (condition: ReturnType<typeof sql>) => sql`
  json_build_object('files', count(*) filter (where ${condition}), 'bytes', coalesce(sum(bytes) filter (where ${condition}), 0))`;

/** What images take up. */
export interface Images extends Pick<Storage, 'covers' | 'avatars' | 'unused'> {
  /** The ten people with the most bytes. */
  people: { id: string; files: number; bytes: number }[];
}

/** Reads every image's row, which a request must not. */
export async function measureImages(db: Db): Promise<Images> {
  const totals = await firstRow<Omit<Images, 'people'>>(db)`
    select ${amount(sql`kind = 'cover'`)} as covers, ${amount(sql`kind = 'avatar'`)} as avatars,
      ${amount(sql`owner_id is null or unused_since is not null`)} as unused
    from uploads`;
  if (totals === undefined) throw new Error('The database returned nothing.');
  const people = await allRows<Images['people'][number]>(db)`
    select owner_id as id, count(*) as files, sum(bytes)::bigint as bytes from uploads
    where owner_id is not null group by owner_id order by bytes desc, owner_id limit 10`;
  return { ...totals, people };
}

/** The people of `images` who still have an account. */
export const listOwners = (db: Db, { people }: Images): Promise<Storage['people']> =>
  allRows<Storage['people'][number]>(db)`
    select ${authorJson('u')} as person, i.files, i.bytes
    from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as i (id uuid, files bigint, bytes bigint)
    join users u on u.id = i.id order by i.bytes desc, u.id`;

const tablesOf: Record<z.output<typeof textKind>, string[]> = {
  chapters: ['chapters', 'chapter_versions', 'chapter_drafts'],
  comments: ['comments', 'ratings', 'community_posts'],
  messages: ['chat_messages'],
  notes: ['annotations', 'story_notes', 'story_bible_entries', 'glossary_entries', 'glossary_notes'],
  search: ['search_stories', 'search_pieces', 'search_people', 'search_words'],
};

/** What the database takes up, from the sizes of its files: no row is read. */
export const measureDatabase = async (
  db: Db,
): Promise<Pick<Storage, 'databaseBytes' | 'tables' | 'texts'>> => ({
  databaseBytes: (await firstValue<number>(db)`select pg_database_size(current_database()) as bytes`) ?? 0,
  tables: await allRows<Storage['tables'][number]>(db)`
    select relname as name, pg_total_relation_size(oid) as bytes from pg_class
    where relkind in ('r', 'm') and relnamespace in ('public'::regnamespace, to_regnamespace('pgboss'))
    order by bytes desc, name limit 10`,
  texts: await allRows<Storage['texts'][number]>(db)`
    select k.key as kind, sum(pg_total_relation_size(t.name::regclass))::bigint as bytes
    from jsonb_each(${JSON.stringify(tablesOf)}::jsonb) k, jsonb_array_elements_text(k.value) t (name)
    group by k.key order by bytes desc`,
});
