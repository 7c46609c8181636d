import type { CollectionCard } from '@inkling/contract/collections';
import { collectionLimits } from '@inkling/contract/limits';
import type { CoverStyle } from '@inkling/contract/store';
import { allRows, countRows, type Db, sql } from '../../platform/db/db.ts';
import type { ListViewer } from '../stories/index.ts';
import { authorJson, hasBlock } from '../users/index.ts';
import {
  isExcluded,
  isListedCollection,
  isSharedCollection,
  isShownIn,
  isShownToOthers,
} from './collections.policy.queries.ts';
import { withheld } from './collections.queries.ts';

/** The images of its covers are as stored. */
interface CardRow extends Omit<CollectionCard, 'covers' | 'updatedAt'> {
  covers: (Omit<CollectionCard['covers'][number], 'coverStyle'> & { coverStyle: CoverStyle | null })[];
  updatedAt: Date;
}

/** What selects collections: a condition and an order, with the aliases `c` for them and `u` for their owners. */
interface Selection {
  from: ReturnType<typeof sql>;
  where: ReturnType<typeof sql>;
  order: ReturnType<typeof sql>;
}

const listed = sql`collections c join users u on u.id = c.owner_id`;
const lastChanged = sql`c.updated_at desc, c.id desc`;

/** The lists of collections. */
export const selections = {
  ownedBy: (ownerId: string): Selection => ({
    from: listed,
    where: sql`c.owner_id = ${ownerId}`,
    order: lastChanged,
  }),
  /** The public ones of a person. */
  publicOf: (ownerId: string): Selection => ({
    from: listed,
    where: sql`c.owner_id = ${ownerId} and ${isListedCollection()}`,
    order: lastChanged,
  }),
  savedBy: (userId: string): Selection => ({
    from: sql`saved_collections v join ${listed} on c.id = v.collection_id`,
    where: sql`v.user_id = ${userId} and ${isSharedCollection()}`,
    order: sql`v.created_at desc, v.collection_id desc`,
  }),
  /** The public ones that contain a story, last added first; none of people with whom its author has a block. */
  withStory: (storyId: string): Selection => ({
    from: sql`collection_stories w join stories t on t.id = w.story_id join ${listed} on c.id = w.collection_id`,
    where: sql`w.story_id = ${storyId} and ${isListedCollection()} and not ${isExcluded('w')}
      and not ${hasBlock(sql`t.author_id`, sql`c.owner_id`)}`,
    order: sql`w.added_at desc, w.collection_id desc`,
  }),
  one: (id: string): Selection => ({ from: listed, where: sql`c.id = ${id}`, order: lastChanged }),
};

/** One page of collections as the viewer sees them. Finds the page first, then counts only its stories. */
export const listCards = (
  db: Db,
  viewer: ListViewer,
  { from, where, order }: Selection,
  { page, limit }: { page: number; limit: number },
): Promise<CardRow[]> =>
  allRows<CardRow>(db)`
    with page as (
      select c.id, c.owner_id, row_number() over (order by ${order}) as place from ${from}
      where ${where} order by ${order} limit ${limit} offset ${(page - 1) * limit}),
    counted as (
      select cs.collection_id, count(*) as stories
      from page join collection_stories cs on cs.collection_id = page.id join stories s on s.id = cs.story_id
      where page.owner_id is distinct from ${viewer?.id ?? null}::uuid and ${isShownToOthers(viewer)}
      group by cs.collection_id)
    select c.id as "_id", c.name, c.description, c.visibility, ${authorJson('u')} as owner,
      case when c.owner_id = ${viewer?.id ?? null}::uuid then c.stories else coalesce(counted.stories, 0) end as "storyCount",
      coalesce((
        select json_agg(json_build_object('_id', f.id, 'title', f.title, 'coverImage', f.cover_image,
          'coverStyle', a.cover_style, 'language', f.language, 'author', ${authorJson('a')}) order by f.rank)
        from (
          select s.id, s.title, s.cover_image, s.language, s.author_id, cs.rank
          from collection_stories cs join stories s on s.id = cs.story_id
          where cs.collection_id = c.id and ${isShownIn(viewer)}
          order by cs.rank limit ${collectionLimits.covers}) f
        join users a on a.id = f.author_id), '[]') as covers, ${withheld(viewer?.id ?? null)} as withheld, c.updated_at as "updatedAt"
    from page join ${listed} on c.id = page.id left join counted on counted.collection_id = c.id
    order by page.place`;

export const countCollections = (db: Db, { from, where }: Selection): Promise<number> =>
  countRows(db, sql`from ${from} where ${where}`);
