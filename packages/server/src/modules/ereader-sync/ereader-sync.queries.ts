import type { EbookFormat } from '@inkling/contract/ebooks';
import { allValues, type Db, firstRow, sql, unseen } from '../../platform/db/db.ts';
import { type Reader, visibleTo } from '../chapters/index.ts';
import { maxBackPages, noteUse } from '../ebooks/index.ts';
import type { Pointed } from './xpointer.ts';

/** What a device reports about its place in a file. */
export interface SentPlace {
  document: string;
  progress: string;
  percentage: number;
  device: string;
  deviceId: string;
  /** How the person named the device's token. */
  tokenName: string;
}

/** The file of a name, if it is of one story alone and the reader may read that. */
const fileNamed = (reader: Reader, document: string) => sql`
  select f.story_id, f.digest, f.kind, f.versions, f.is_part, f.used_at from ebook_files f join stories s on s.id = f.story_id
  where f.digest = ${unseen(/^[\da-f]{32}$/i.test(document) ? Buffer.from(document, 'hex') : Buffer.alloc(0), 'bytea')}
    and ${visibleTo(reader, 'library').story}
    and not exists (select from ebook_files o where o.digest = f.digest and o.story_id <> f.story_id)`;

/** The position in the story's reading order of a page of `file`; null for front matter. */
const positionOf = (page: number) =>
  page < 1
    ? sql`null::integer`
    : sql`case when file.is_part then (
        select h.position from unnest(file.versions) with ordinality h (version, position)
        where h.version > 0 order by h.position offset ${page - 1}::integer limit 1) else ${page}::integer end`;

/** The reader's place in the file's story. */
const accountPlace = (reader: Reader) => sql`
  select p.chapter_id, p.paragraph, p.version, p.progress, p.updated_at,
    coalesce(c.published_number, c.deleted_after_number, (
      select max(n.published_number) from chapters n
      where n.story_id = c.story_id and n.is_published and n.position < c.position), 0) as number
  from file cross join lateral (
    select * from reading_positions
    where user_id = ${unseen(reader.id, 'uuid')} and story_id = file.story_id and updated_at is not null
    order by updated_at desc limit 1) p
  join chapters c on c.story_id = p.story_id and c.id = p.chapter_id`;

/** The maximum number of rows kept for a person; the oldest are deleted. */
const maxPlaces = 1000;

/** What a place means. Null stands for what is unknown about the file, or missing. */
export interface Received {
  /** Whether the place was reached by reading (docs/product/ereader-sync.md#only-reading-moves-the-place). */
  is_read: boolean;
  story_id: string | null;
  chapter_id: string | null;
  version: number | null;
  paragraph: number | null;
  /** The paragraph's number in the text, and how many there are. */
  ordinal: number | null;
  paragraphs: number | null;
  number: number | null;
  account_number: number | null;
}

/** Stores what a device sends and finds what it means, in one statement. `isLed`: it is the place that `findPlace` returned. */
export const receivePlace = async (
  db: Db,
  reader: Reader,
  sent: SentPlace,
  pointed: Pointed | null,
  isLed: boolean,
  now: Date,
): Promise<Received> => {
  const { document, progress, percentage, device, deviceId, tokenName } = sent;
  const { page = 0, place = 'start' } = pointed ?? {};
  /** A pointer to a page alone is repeated all through it, so the percentage shows whether it is the same place. */
  const isRepeated =
    place === 'anywhere'
      ? sql`before.progress = ${progress} and (before.percentage = ${percentage} or before.document <> ${document})`
      : sql`before.progress = ${progress}`;
  const ordinal =
    typeof place === 'number'
      ? sql`greatest(1, least(${place}::integer, cardinality(v.paragraph_ids)))`
      : place === 'end'
        ? sql`cardinality(v.paragraph_ids)`
        : sql`1`;
  const row = await firstRow<Received>(db)`
    with file as (${fileNamed(reader, document)}),
    before as (
      select document, progress, percentage, story_id from ereader_places
      where user_id = ${unseen(reader.id, 'uuid')} and device_id = ${unseen(deviceId, 'text')}
        and (document = ${document} or story_id = (select story_id from file))
      order by sent_at desc limit 1),
    target as (
      select c.id as chapter_id, v.version, v.paragraph_ids, ${ordinal} as ordinal, c.published_number as number
      from file join ebook_items i on i.story_id = file.story_id and i.position = ${positionOf(page)}
      join chapters c on c.story_id = i.story_id and c.id = i.chapter_id
      join chapter_versions v on v.story_id = c.story_id and v.chapter_id = c.id and v.version = file.versions[i.position]),
    account as (${accountPlace(reader)}),
    -- on the cover, the title page or a page after the chapters, which are no places in the story
    outside as (
      select ${page}::integer < 1 or ${page}::integer - cardinality(versions) between 1 and ${maxBackPages}
        as is_outside from file where ${pointed !== null}),
    known as (
      select outside.is_outside, file.story_id, target.chapter_id, target.version, target.ordinal,
        target.paragraph_ids[target.ordinal] as paragraph, cardinality(target.paragraph_ids) as paragraphs,
        target.number, account.number as account_number,
        case
          when outside.is_outside or ${isLed} then false
          when ${isRepeated} then before.story_id is null and file.story_id is not null
          when before.progress is null and account.chapter_id is not null then coalesce(
            (target.number, 100.0 * target.ordinal / cardinality(target.paragraph_ids)) >= (account.number, account.progress), false)
          else true end as is_read
      from (select) one left join file on true left join before on true left join target on true
        left join account on true left join outside on true),
    used as (${noteUse(now)}),
    placed as (
      insert into ereader_places as p
        (user_id, document, device_id, device, token_name, progress, percentage, story_id, read_at, sent_at)
      select ${reader.id}, ${document}, ${deviceId}, ${device}, ${tokenName}, ${progress}, ${percentage}, story_id,
        case when is_read then ${now}::timestamptz end, ${now} from known where is_outside is not true
      on conflict (user_id, document, device_id) do update set device = excluded.device,
        token_name = excluded.token_name, progress = excluded.progress,
        percentage = excluded.percentage, story_id = excluded.story_id,
        read_at = coalesce(excluded.read_at, p.read_at), sent_at = excluded.sent_at
      returning old.user_id is null as is_new),
    dropped as (
      delete from ereader_places where (select is_new from placed) and user_id = ${unseen(reader.id, 'uuid')}
        and (document, device_id) in (
          select document, device_id from ereader_places
          where user_id = ${unseen(reader.id, 'uuid')} order by sent_at desc offset ${maxPlaces - 1}))
    select known.* from known`;
  if (row === undefined) throw new Error('A place was not stored.');
  return row;
};

/** For a pointer that leads nowhere: the place at a share of the file's words, or the nearest one in `chapterId`. */
export const findByShare = (
  db: Db,
  reader: Reader,
  { document, percentage: share }: SentPlace,
  chapterId: string | null,
) =>
  firstRow<Pick<Received, 'chapter_id' | 'version' | 'paragraph' | 'ordinal' | 'paragraphs' | 'number'>>(db)`
    with file as (${fileNamed(reader, document)}),
    parts as (
      select i.story_id, i.chapter_id, i.position, v.version, v.word_count,
        sum(v.word_count) over (order by i.position) as until, sum(v.word_count) over () as total
      from file join ebook_items i on i.story_id = file.story_id and i.position <= cardinality(file.versions)
      join chapter_versions v on v.story_id = i.story_id and v.chapter_id = i.chapter_id
        and v.version = file.versions[i.position]),
    part as (select * from parts where ${chapterId === null ? sql`until >= ${share}::float8 * total` : sql`chapter_id = ${chapterId}`}
      order by position limit 1)
    select part.chapter_id, part.version, found.ordinal, v.paragraph_ids[found.ordinal] as paragraph,
      cardinality(v.paragraph_ids) as paragraphs, c.published_number as number
    from part join chapter_versions v on v.story_id = part.story_id and v.chapter_id = part.chapter_id
      and v.version = part.version
    join chapters c on c.story_id = part.story_id and c.id = part.chapter_id
    cross join lateral (select greatest(1, least(cardinality(v.paragraph_ids), ceil(cardinality(v.paragraph_ids)
      * (${share}::float8 * part.total - (part.until - part.word_count)) / greatest(1, part.word_count))))::integer
      as ordinal) found`;

/** The published chapters from one number up to another, without the last. */
export const listPassed = (db: Db, storyId: string, from: number, to: number): Promise<string[]> =>
  allValues<string>(db)`
    select id from chapters where story_id = ${storyId} and published_number >= ${from} and published_number < ${to}
    order by published_number`;

/** The newest place in a document; nulls where there is none. */
export interface FoundPlace {
  document: string | null;
  progress: string | null;
  sent_percentage: number | null;
  device: string | null;
  device_id: string | null;
  read_at: Date | null;
  updated_at: Date | null;
  kind: EbookFormat | null;
  /** The chapter's page in the file. */
  page: number | null;
  ordinal: number | null;
  /** Of what is published now. */
  percentage: number | null;
}

/** The newest place of a device in a file, and that of the account in the file's text, in one statement. */
export const findPlace = (db: Db, reader: Reader, document: string): Promise<FoundPlace | undefined> =>
  firstRow<FoundPlace>(db)`
    with file as (${fileNamed(reader, document)}),
    sent as (
      select * from ereader_places where user_id = ${unseen(reader.id, 'uuid')} and read_at is not null
        and (document = ${document} or story_id = (select story_id from file))
      order by read_at desc, document = ${document} desc limit 1),
    account as (${accountPlace(reader)}),
    item as (
      select i.position, i.chapter_id, file.versions[i.position] as version
      from account, file join ebook_items i on i.story_id = file.story_id
      where i.chapter_id = account.chapter_id and file.versions[i.position] > 0
      union all
      (select i.position, i.chapter_id, file.versions[i.position]
      from account, file join ebook_items i on i.story_id = file.story_id
      left join chapters c on c.story_id = i.story_id and c.id = i.chapter_id
      where file.versions[i.position] > 0
      order by (c.published_number <= account.number) is true desc,
        case when c.published_number <= account.number then -c.published_number else c.published_number end limit 1)
      limit 1),
    words as (
      select sum(c.word_count) as total,
        sum(case when c.published_number < account.number or c.id <> account.chapter_id then c.word_count
          else c.word_count * account.progress / 100 end) filter (where c.published_number <= account.number) as read
      from account, file join chapters c on c.story_id = file.story_id and c.is_published)
    select sent.document, sent.progress, sent.percentage as sent_percentage, sent.device, sent.device_id, sent.read_at,
      account.updated_at, file.kind, case when file.is_part then (
        select count(*) from unnest(file.versions[:item.position]) h (version) where h.version > 0)
      else item.position end::integer as page, case
        when item.chapter_id <> account.chapter_id then
          case when (select published_number from chapters where story_id = file.story_id and id = item.chapter_id)
            > account.number then 1 else cardinality(held.paragraph_ids) end
        else coalesce(array_position(held.paragraph_ids, account.paragraph), (
          select coalesce(array_position(held.paragraph_ids, (max(array[above.ordinal, above.id]))[2]::integer), 1)
          from unnest(saved.paragraph_ids[:array_position(saved.paragraph_ids, account.paragraph) - 1])
            with ordinality above (id, ordinal)
          where saved.version is not null and account.paragraph is not null and above.id = any(held.paragraph_ids)
          ), greatest(1, ceil(account.progress / 100 * cardinality(held.paragraph_ids)))) end::integer as ordinal,
      round(coalesce(words.read, 0)::numeric / nullif(words.total, 0), 6)::float8 as percentage
    from (select) one left join file on true left join sent on true left join account on true left join item on true
    left join words on true
    left join chapter_versions held on held.story_id = file.story_id and held.chapter_id = item.chapter_id
      and held.version = item.version
    left join chapter_versions saved on saved.story_id = file.story_id and saved.chapter_id = account.chapter_id
      and saved.version = account.version`;
