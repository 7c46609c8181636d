import { storyListLimits } from '@inkling/contract/limits';
import type { ContentFilter } from '../../platform/context.ts';
import { type Db, firstRow, hasRows, sql } from '../../platform/db/db.ts';
import { perInstance } from '../../platform/per-instance.ts';
import { revisionCache } from '../../platform/revision-cache.ts';
import { contentFilterOf, type ListViewer, passesFilter } from './content-filter.queries.ts';
import { currentRevisions } from './list-orders.queries.ts';
import { isPublicStory } from './stories.policy.queries.ts';
import { type ListFilter, matchesFilter } from './stories.queries.ts';
import { planFor } from './story-filters.queries.ts';

/** Whether every public story passes, apart from mature ones. */
const isWholeCatalogue = ({ hiddenTags, hiddenWarnings }: ContentFilter, filter: ListFilter): boolean =>
  hiddenTags.length + hiddenWarnings.length === 0 &&
  Object.values(filter).every((value) => value === undefined);

/**
 * The number of public stories whose labels pass a content filter, on a list; at most `storyListLimits.counted`, unless it
 * is the list of all: those are counted by language. Never reads the whole table.
 */
const countPassing = async (db: Db, contentFilter: ContentFilter, filter: ListFilter): Promise<number> => {
  const { rows } = isWholeCatalogue(contentFilter, filter)
    ? await sql<{ total: number }>`
        select coalesce(sum(${contentFilter.showsMature ? sql`stories + mature` : sql`stories`}), 0) as total
        from story_languages`.execute(db)
    : await sql<{ total: number }>`
        ${planFor(filter)} select count(*) as total from (
          select from stories s
          where ${isPublicStory()} and ${passesFilter(contentFilter)} ${matchesFilter(filter)}
          limit ${sql.lit(storyListLimits.counted)}) counted`.execute(db);
  return rows[0]?.total ?? 0;
};

/**
 * The number of the reader's own stories that a list shows although they do not pass the reader's filter, less the stories
 * that pass and that the reader hides: what `isShownTo` adds to and removes from `passesFilter`.
 */
const countExceptions = async (
  db: Db,
  { id, contentFilter }: NonNullable<ListViewer>,
  filter: ListFilter,
): Promise<number> => {
  const passes = passesFilter(contentFilter);
  // Most readers have none. This statement is the same for all filters, so that its plan is kept.
  const hasAny = sql`select where exists (select from stories where author_id = ${id})
    or exists (select from hidden_stories where user_id = ${id})`;
  if (!(await hasRows(db, hasAny))) return 0;
  const row = await firstRow<{ total: number }>(db)`
    ${planFor(filter)} select (select count(*) from stories s
        where s.author_id = ${id} and ${isPublicStory()} and not ${passes} ${matchesFilter(filter)})
      - (select count(*) from hidden_stories h join stories s on s.id = h.story_id
        where h.user_id = ${id} and s.author_id <> ${id} and ${isPublicStory()} and ${passes} ${matchesFilter(filter)})
      as total`;
  return row?.total ?? 0;
};

const totals = perInstance((_db: Db) => revisionCache((_total: number) => 200));

/** How many stories are published on the whole site, counted once for each revision of the catalogue. */
export async function countPublished(db: Db): Promise<number> {
  const { catalogue } = await currentRevisions(db)();
  return totals(db).load('published', catalogue, async () => {
    const row = await firstRow<{ total: number }>(db)`
      select coalesce(sum(stories + mature), 0) as total from story_languages`;
    return row?.total ?? 0;
  });
}

/**
 * How many stories a viewer's list has. Readers with the same content filter share the count of the whole site, which
 * is made once for each revision of the catalogue. What differs between them is counted for each request, by index: their
 * own stories and those that they hide. A count that ended at its limit stays as it is, since these may be among the
 * stories that were not counted.
 */
export async function countListed(
  db: Db,
  viewer: ListViewer,
  filter: ListFilter,
  revision: number,
): Promise<number> {
  const { showsMature, hiddenTags, hiddenWarnings } = contentFilterOf(viewer);
  const contentFilter = {
    showsMature,
    hiddenTags: hiddenTags.toSorted(),
    hiddenWarnings: hiddenWarnings.toSorted(),
  };
  const isLimited = !isWholeCatalogue(contentFilter, filter);
  const shared = await totals(db).load(JSON.stringify([contentFilter, filter]), revision, () =>
    countPassing(db, contentFilter, filter),
  );
  if (viewer === null || (isLimited && shared >= storyListLimits.counted)) return shared;
  return Math.max(0, shared + (await countExceptions(db, viewer, filter)));
}
