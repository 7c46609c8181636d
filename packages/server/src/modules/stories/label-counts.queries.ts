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

interface Count {
  key: string;
  name: string;
  stories: number;
  mature: number;
}

/** What the changes add to each counter; in key order, so that no two transactions deadlock. */
function totalsOf(changes: LabelChange[], labels: (of: Labels) => [key: string, name: string][]): Count[] {
  const counts = new Map<string, Count>();
  const add = (of: Labels | null, by: number) => {
    for (const [key, name] of of === null ? [] : labels(of)) {
      const count = counts.get(key) ?? { key, name, stories: 0, mature: 0 };
      count[of?.isMature ? 'mature' : 'stories'] += by;
      counts.set(key, count);
    }
  };
  for (const { before, after } of changes) {
    add(after, 1);
    add(before, -1);
  }
  return [...counts.values()]
    .filter(({ stories, mature }) => stories !== 0 || mature !== 0)
    .toSorted((a, b) => (a.key < b.key ? -1 : 1));
}

const arrays = (counts: Count[]) => sql`unnest(${counts.map(({ key }) => key)}::text[],
  ${counts.map(({ name }) => name)}::text[], ${counts.map(({ stories }) => stories)}::bigint[],
  ${counts.map(({ mature }) => mature)}::bigint[]) with ordinality as c (key, name, stories, mature, place)`;

/** Counts the public stories of each language and tag, in the transaction that changes stories. */
export async function countLabels(tx: Db, changes: LabelChange[]): Promise<void> {
  const languages = totalsOf(changes, ({ language }) => [[language, language]]);
  if (languages.length > 0) {
    await sql`
      insert into story_languages as l (language, stories, mature)
      select key, stories, mature from ${arrays(languages)} order by place
      on conflict (language) do update
      set stories = l.stories + excluded.stories, mature = l.mature + excluded.mature`.execute(tx);
  }
  const tags = totalsOf(changes, ({ keys, names }) => keys.map((key, index) => [key, names[index] ?? key]));
  if (tags.length === 0) return;
  await sql`
    insert into tags as t (key, name, stories, mature_stories)
    select key, name, stories, mature from ${arrays(tags)} order by place
    on conflict (key) do update set
      stories = t.stories + excluded.stories, mature_stories = t.mature_stories + excluded.mature_stories`.execute(
    tx,
  );
  await sql`
    delete from tags where key = any(${tags.map(({ key }) => key)}::text[])
      and stories = 0 and mature_stories = 0`.execute(tx);
}
