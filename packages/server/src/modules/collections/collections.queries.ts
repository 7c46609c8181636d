import type { ResponseOf } from '@inkling/contract/call';
import type { CollectionCard, listCollectionsOfStory } from '@inkling/contract/collections';
import { id } from '@inkling/contract/text';
import type { Author } from '@inkling/contract/users';
import {
  allRows,
  allValues,
  countRows,
  type Db,
  execute,
  firstRow,
  firstValue,
  hasRows,
  type NewRow,
  type RowChanges,
  sql,
  type TableRow,
} from '../../platform/db/db.ts';
import type { PageRevision, PageSource } from '../../platform/page-source.ts';
import { type PersonalPart, untilRemoved } from '../../platform/personal-data.ts';
import type { ReportableKind, ReportedThing } from '../../platform/reportable.ts';
import { isHeld } from '../../platform/screening.queries.ts';
import {
  countedStories,
  isReadableBy,
  isShownTo,
  type ListedViewerState,
  type ListViewer,
  stateJson,
} from '../stories/index.ts';
import { authorJson } from '../users/index.ts';
import {
  isActiveOwner,
  isExcluded,
  isSharedCollection,
  isShownToOthers,
} from './collections.policy.queries.ts';

type Withheld = CollectionCard['withheld'];

/** A row with what the policy needs. */
export interface CollectionRow extends TableRow<'collections'> {
  is_owner_active: boolean;
  owner: Author;
  is_saved: boolean;
  withheld: Withheld;
}

/** Why others do not see a collection, alias `c`, for its owner. */
export const withheld = (viewerId: string | null) => sql<Withheld>`case
  when c.taken_down_at is null or c.owner_id is distinct from ${viewerId}::uuid then null
  when ${isHeld('collection', sql`c.id`)} then 'held' else 'removed' end`;

const columns = (viewerId: string | null) => sql`
  c.*, ${withheld(viewerId)} as withheld, ${isActiveOwner()} as is_owner_active,
  ${authorJson('u')} as owner,
  exists (select from saved_collections v where v.user_id = ${viewerId}::uuid and v.collection_id = c.id) as is_saved`;

export const findCollection = (
  db: Db,
  id: string,
  viewerId: string | null,
): Promise<CollectionRow | undefined> =>
  firstRow<CollectionRow>(db)`
    select ${columns(viewerId)} from collections c join users u on u.id = c.owner_id
    where c.id = ${id}`;

/** Locks a collection until the transaction ends. Every change of it or its stories takes this lock first. */
export const lockCollection = (tx: Db, id: string): Promise<CollectionRow | undefined> =>
  firstRow<CollectionRow>(tx)`
    select ${columns(null)} from collections c join users u on u.id = c.owner_id where c.id = ${id}
    for update of c`;

/** Undefined if the chosen id is in use. */
export const insertCollection = async (tx: Db, row: NewRow<'collections'>): Promise<string | undefined> => {
  const inserted = await tx
    .insertInto('collections')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted?.id;
};

/** Whether this is a collection of this owner; undefined if there is none with this id. */
export const isCollectionOf = (tx: Db, id: string, ownerId: string): Promise<boolean | undefined> =>
  firstValue<boolean>(tx)`select owner_id = ${ownerId} from collections where id = ${id}`;

export const updateCollection = (tx: Db, id: string, changes: RowChanges<'collections'>) =>
  tx.updateTable('collections').set(changes).where('id', '=', id).execute();

/** Sets when the collection was last changed, and counts stories that were added (1) or removed (-1). */
export const touchCollection = (tx: Db, id: string, added: number, now: Date) =>
  sql`update collections set stories = stories + ${added}, updated_at = ${now} where id = ${id}`.execute(tx);

export const deleteCollection = (tx: Db, id: string) =>
  tx.deleteFrom('collections').where('id', '=', id).execute();

interface CollectedRow {
  story_id: string;
  added_at: Date;
  note: string;
  /** Whether its author has taken it out, so that the owner alone sees it. */
  is_excluded: boolean;
  /** Null for one that is no longer available, which only the owner is told of. */
  story: ListedViewerState | null;
}

/** One of a page, or all null with the total of an empty page. */
type CollectedPageRow = { [Column in keyof CollectedRow]: CollectedRow[Column] | null } & { total: number };

/**
 * One page of a collection's stories in the owner's order, and how many all pages have: those that the viewer is shown, or
 * all for its owner.
 */
export const listCollected = async (
  db: Db,
  viewer: ListViewer,
  { id, owner_id, stories }: Pick<CollectionRow, 'id' | 'owner_id' | 'stories'>,
  { page, limit }: { page: number; limit: number },
): Promise<{ rows: CollectedRow[]; total: number }> => {
  const own = owner_id === viewer?.id;
  const isShown = own ? sql`true` : isShownToOthers(viewer);
  // By one array, since a join looks each story up by itself.
  const total = own
    ? sql`${stories}::bigint`
    : sql`(select count(*) from stories s where ${isShownTo(viewer)} and s.id = any(array(
        select cs.story_id from collection_stories cs where cs.collection_id = ${id} and not ${isExcluded('cs')})))`;
  const rows = await allRows<CollectedPageRow>(db)`
    with page as (
      select cs.story_id, cs.added_at, cs.note, cs.rank, ${own ? isExcluded('cs') : sql`false`} as is_excluded
      from collection_stories cs ${own ? sql`` : sql`join stories s on s.id = cs.story_id`}
      where cs.collection_id = ${id} and ${isShown}
      order by cs.rank limit ${limit} offset ${(page - 1) * limit})
    select ${total} as total, page.story_id, page.added_at, page.note, page.is_excluded, ${stateJson(viewer)} as story
    from (select) one left join page on true
    left join ${countedStories} s on s.id = page.story_id and ${own ? isReadableBy(owner_id) : isShownTo(viewer)}
    order by page.rank`;
  const collected = rows.flatMap(({ story_id, added_at, note, is_excluded, story }) =>
    story_id === null || added_at === null
      ? []
      : [{ story_id, added_at, note: note ?? '', is_excluded: is_excluded === true, story }],
  );
  return { rows: collected, total: rows[0]?.total ?? 0 };
};

/** False if the story is not in the collection. */
export const setNote = (tx: Db, id: string, storyId: string, note: string): Promise<boolean> =>
  hasRows(tx)`
    update collection_stories set note = ${note} where collection_id = ${id} and story_id = ${storyId}`;

/** All notes in a collection, in its order. */
export const listNotes = (tx: Db, id: string): Promise<string[]> =>
  allValues<string>(tx)`
    select note from collection_stories where collection_id = ${id} and note <> '' order by rank`;

/**
 * Takes a story out of a collection that has it, or with null lets others see it there again. Also raises the row's version,
 * from which the page's revision is made.
 */
export async function setExcluded(tx: Db, id: string, storyId: string, since: Date | null): Promise<void> {
  await execute(tx)`update collections set updated_at = updated_at where id = ${id}`;
  if (since === null)
    await execute(tx)`
      delete from collection_exclusions where collection_id = ${id} and story_id = ${storyId}`;
  else
    await execute(tx)`
      insert into collection_exclusions (collection_id, story_id, created_at) values (${id}, ${storyId}, ${since})
      on conflict do nothing`;
}

/** Takes a collection down, or with null no longer; false if it was so before. */
const takeDownCollection = (tx: Db, id: string, since: Date | null): Promise<boolean> =>
  hasRows(tx)`
    update collections set taken_down_at = ${since}
    where id = ${id} and (taken_down_at is null) <> ${since === null} returning id`;

/** Saves a collection that others may open, once; whether it was not saved before. */
export const saveCollection = (tx: Db, userId: string, id: string, now: Date): Promise<boolean> =>
  hasRows(tx)`
    insert into saved_collections (user_id, collection_id, created_at)
    select ${userId}, c.id, ${now} from collections c join users u on u.id = c.owner_id
    where c.id = ${id} and c.owner_id <> ${userId} and ${isSharedCollection()}
    on conflict do nothing`;

export const countOwned = (db: Db, ownerId: string) =>
  countRows(db, sql`from collections where owner_id = ${ownerId}`);

/** The ids of a person's collections by name, without regard to letter case; of several, the oldest. */
export const findOwnByName = async (tx: Db, ownerId: string): Promise<Map<string, string>> => {
  const rows = await allRows<{ id: string; name: string }>(tx)`
    select id, name from collections where owner_id = ${ownerId} order by id desc`;
  return new Map(rows.map(({ id, name }) => [name.toLowerCase(), id]));
};

export const countSaved = (db: Db, userId: string) =>
  countRows(db, sql`from saved_collections where user_id = ${userId}`);

export const unsaveCollection = (db: Db, userId: string, id: string): Promise<void> =>
  execute(db)`delete from saved_collections where user_id = ${userId} and collection_id = ${id}`;

type NamedCollection = ResponseOf<typeof listCollectionsOfStory>['data'][number];

/** A person's collections by name, and which have this story. */
export const listNames = (db: Db, ownerId: string, storyId: string): Promise<NamedCollection[]> =>
  allRows<NamedCollection>(db)`
    select c.id as "_id", c.name, c.visibility, c.stories as "storyCount",
      exists (select from collection_stories cs where cs.collection_id = c.id and cs.story_id = ${storyId})
        as "hasStory"
    from collections c where c.owner_id = ${ownerId} order by lower(c.name), c.id`;

/** Any story of a collection may have changed, which the catalogue's revision says. */
export const collectionPage: PageSource = {
  pattern: '/collection/:id',
  keyOf: (params) => id.safeParse(params.id).data ?? null,
  async findRevisions(db, ids) {
    const rows = await allRows<PageRevision & { id: string }>(db)`
      select c.id, md5(concat_ws(' ', c.xmin, u.xmin, catalogue.revision)) as revision
      from collections c join users u on u.id = c.owner_id cross join catalogue
      where c.id = any(${ids}::uuid[]) and ${isSharedCollection()}`;
    return new Map(rows.map((row) => [row.id, row]));
  },
};

/**
 * Collections with what their owners say in them, its first 50,000 characters: up to 1,000 notes have ten times as many,
 * and an entry keeps several copies. Of a removed one, others see nothing.
 */
export const reportableCollection: ReportableKind = {
  kind: 'collection',
  name: 'Collection',
  find: (_ctx, db, id, viewerId) =>
    firstRow<ReportedThing>(db)`
      select c.owner_id as "personId", c.name as title, left(concat_ws(E'\n', c.name, nullif(c.description, ''), (
          select string_agg(cs.note, E'\n' order by cs.rank) from collection_stories cs
          where cs.collection_id = c.id and cs.note <> '')), 50000) as text,
        null as image, '' as context, '/collection/' || c.id as link, null as "communityId"
      from collections c join users u on u.id = c.owner_id
      where c.id = ${id} and ${viewerId === null ? sql`true` : isSharedCollection()}`,
  remove: async (ctx, tx, id) => ((await takeDownCollection(tx, id, ctx.clock.now())) ? {} : null),
  restore: async (_ctx, tx, id) => void (await takeDownCollection(tx, id, null)),
};

/** A person's collections and those that they saved; titles and names only of what they may still see. */
export const personalPart: PersonalPart = {
  stores: [
    {
      topic: 'people',
      what: 'Your collections, and those you save',
      why: 'To let you organize and share what you like.',
      seenBy:
        'You choose for each collection: only you, everyone with the link, or everyone. Only you see which ones you save.',
      until: untilRemoved,
      columns: ['saved_collections.user_id', 'collections.owner_id'],
    },
  ],
  lists: (userId) => ({
    'collections.json': sql`select c.id, c.name, c.description, c.visibility, c.created_at as "createdAt", c.updated_at as "updatedAt",
          (select coalesce(json_agg(json_build_object('id', cs.story_id, 'addedAt', cs.added_at, 'note', cs.note,
              'title', case when ${isReadableBy(userId)} then s.title end) order by cs.rank), '[]')
            from collection_stories cs left join stories s on s.id = cs.story_id
            where cs.collection_id = c.id) as stories
        from collections c where c.owner_id = ${userId} order by c.id`,
    'saved-collections.json': sql`select json_build_object('id', c.id, 'name', case when ${isSharedCollection()} then c.name end) as collection,
          v.created_at as "savedAt"
        from saved_collections v join collections c on c.id = v.collection_id join users u on u.id = c.owner_id
        where v.user_id = ${userId} order by v.created_at, v.collection_id`,
  }),
};
