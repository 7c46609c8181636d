import { isDeepStrictEqual } from 'node:util';
import { type Db, sql } from '../../platform/db/db.ts';
import './stories.table.ts';

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
  const { rows } = await sql<{ key: string }>`
    with labels as (
      select l.*, c.by from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as r (before jsonb, after jsonb),
        lateral (values (after, 1), (before, -1)) as c (labels, by),
        jsonb_to_record(c.labels) as l (language text, "isMature" boolean, keys text[], names text[])
      where c.labels is not null),
    languages as (
      insert into story_languages as l (language, stories, mature)
      select language, ${added} from labels group by language order by language
      on conflict (language) do update
      set stories = l.stories + excluded.stories, mature = l.mature + excluded.mature)
    insert into tags as t (key, name, stories, mature_stories)
    select key, min(name), ${added} from labels, unnest(keys, names) as k (key, name) group by key order by key
    on conflict (key) do update set
      stories = t.stories + excluded.stories, mature_stories = t.mature_stories + excluded.mature_stories
    returning key`.execute(tx);
  await sql`
    delete from tags where key = any(${rows.map(({ key }) => key)}::text[])
      and stories = 0 and mature_stories = 0`.execute(tx);
}
