import { isDeepStrictEqual } from 'node:util';
import type { ContentFilter } from '../../platform/context.ts';
import { allRows, type Db, execute, sql } from '../../platform/db/db.ts';

/** The labels of a public story that are counted; `names` has the spelling of each tag. */
interface Labels {
  language: string;
  isMature: boolean;
  keys: string[];
  names: string[];
}

/** The labels of a story before and after a change; null while it is not public. */
export interface LabelChange {
  before: Labels | null;
  after: Labels | null;
}

/** What an update of `stories` returns of one of its rows. */
export const labelsOf = (row: 'old' | 'new') => {
  const of = sql.raw(row);
  return sql<Labels | null>`case when ${of}.is_published and ${of}.deleted_at is null then json_build_object(
    'language', lower(split_part(${of}.language, '-', 1)), 'isMature', ${of}.audience = 'mature',
    'keys', ${of}.tag_keys, 'names', ${of}.tags) end`;
};

/** Counts the public stories of each language and tag, in the transaction that changes stories; in key order against deadlocks. */
export async function countLabels(tx: Db, changes: LabelChange[]): Promise<void> {
  const changed = changes.filter(({ before, after }) => !isDeepStrictEqual(before, after));
  if (changed.length === 0) return;
  const added = sql`coalesce(sum(by) filter (where not "isMature"), 0) as stories,
    coalesce(sum(by) filter (where "isMature"), 0) as mature`;
  const isChanged = sql`sum(by) filter (where not "isMature") <> 0 or sum(by) filter (where "isMature") <> 0`;
  const rows = await allRows<{ key: string }>(tx)`
    with labels as (
      select l.*, c.by from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as r (before jsonb, after jsonb),
        lateral (values (after, 1), (before, -1)) as c (labels, by),
        jsonb_to_record(c.labels) as l (language text, "isMature" boolean, keys text[], names text[])
      where c.labels is not null),
    languages as (
      insert into story_languages as l (language, stories, mature)
      select language, ${added} from labels group by language having ${isChanged} order by language
      on conflict (language) do update
      set stories = l.stories + excluded.stories, mature = l.mature + excluded.mature)
    insert into tags as t (key, name, stories, mature_stories)
    select key, min(name), ${added} from labels, unnest(keys, names) as k (key, name)
    group by key having ${isChanged} order by key
    on conflict (key) do update set
      stories = t.stories + excluded.stories, mature_stories = t.mature_stories + excluded.mature_stories
    returning key`;
  await execute(tx)`
    delete from tags where key = any(${rows.map(({ key }) => key)}::text[])
      and stories = 0 and mature_stories = 0`;
}

/** The languages of public stories by their number; mature stories count if they are shown. */
export const findLanguages = async (db: Db, showsMature: boolean) => {
  const count = showsMature ? sql`stories + mature` : sql`stories`;
  return allRows<{ language: string; stories: number }>(db)`
    select language, ${count} as stories from story_languages where ${count} > 0
    order by 2 desc, 1 limit 200`;
};

/** Sorts after every text that begins with the prefix before it. */
const last = '\u{10ffff}';

/**
 * Tags whose key begins with `prefix`, most used first; not those that the filter hides. Found by index: the table has a
 * row for each tag in use (docs/product/labels.md#tags).
 */
export const listTags = async (
  db: Db,
  { showsMature, hiddenTags }: ContentFilter,
  prefix: string,
  limit: number,
) => {
  const stories = showsMature ? sql`(stories + mature_stories)` : sql`stories`;
  const begins = prefix === '' ? sql`true` : sql`key between ${prefix} and ${prefix + last}`;
  return allRows<{ name: string; stories: number }>(db)`
    select name, ${stories} as stories from tags
    where ${begins} and ${stories} > 0 and key <> all(${hiddenTags}::text[])
    order by ${stories} desc, key limit ${limit}`;
};
