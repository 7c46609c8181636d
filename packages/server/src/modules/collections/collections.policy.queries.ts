import { sql } from '../../platform/db/db.ts';
import { isReadableBy, isShownTo, type ListViewer } from '../stories/index.ts';

/** The rules of collections.policy.ts in SQL; the alias of the collection is `c`, that of its owner `u`. */

export const isActiveOwner = () => sql<boolean>`(u.suspended_at is null and u.deletion_due_at is null)`;

/** Whether everyone who has the link may open the collection. */
export const isSharedCollection = () =>
  sql<boolean>`(c.visibility <> 'private' and c.taken_down_at is null and ${isActiveOwner()})`;

/** Whether lists show the collection. */
export const isListedCollection = () => sql<boolean>`(c.visibility = 'public' and ${isSharedCollection()})`;

/** Whether its author has taken a story, a row of `collection_stories` with this alias, out of the collection. */
export const isExcluded = (alias: string) => sql<boolean>`exists (
  select from collection_exclusions x
  where x.collection_id = ${sql.ref(`${alias}.collection_id`)} and x.story_id = ${sql.ref(`${alias}.story_id`)})`;

/**
 * Whether a collection shows others a story, alias `s`, in `cs`: what lists show to them, unless its author has taken it out
 * (docs/product/collections.md#what-others-see).
 */
export const isShownToOthers = (viewer: ListViewer) =>
  sql<boolean>`(${isShownTo(viewer)} and not ${isExcluded('cs')})`;

/** The same for its owner as well, who sees every story that they may open. */
export const isShownIn = (viewer: ListViewer) =>
  viewer === null
    ? isShownToOthers(null)
    : sql<boolean>`(case when c.owner_id = ${viewer.id} then ${isReadableBy(viewer.id)} else ${isShownToOthers(viewer)} end)`;
