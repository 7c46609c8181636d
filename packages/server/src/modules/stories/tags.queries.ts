import type { ContentFilter } from '../../platform/context.ts';
import { type Db, sql } from '../../platform/db/db.ts';
import './stories.table.ts';

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
): Promise<{ name: string; stories: number }[]> => {
  const stories = showsMature ? sql`(stories + mature_stories)` : sql`stories`;
  const begins = prefix === '' ? sql`true` : sql`key between ${prefix} and ${prefix + last}`;
  const { rows } = await sql<{ name: string; stories: number }>`
    select name, ${stories} as stories from tags
    where ${begins} and ${stories} > 0 and key <> all(${hiddenTags}::text[])
    order by ${stories} desc, key limit ${limit}`.execute(db);
  return rows;
};
