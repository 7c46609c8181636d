import { sql } from '../../platform/db/db.ts';
import { isReadableBy, isShownTo, type ListViewer } from '../stories/index.ts';

/** The rules of collections.policy.ts in SQL; the alias of the collection is `c`, that of its owner `u`. */

export const isActiveOwner = () => sql<boolean>`(u.suspended_at is null and u.deletion_due_at is null)`;

/** Whether lists show the collection. */
export const isListedCollection = () => sql<boolean>`(c.visibility = 'public' and ${isActiveOwner()})`;

/** Whether everyone who has the link may open the collection. */
export const isSharedCollection = () => sql<boolean>`(c.visibility <> 'private' and ${isActiveOwner()})`;

/**
 * Whether a collection shows a story, alias `s`, to a viewer: to its owner every story that they may open, to others
 * what lists show to them (docs/product/collections.md#what-others-see).
 */
export const isShownIn = (viewer: ListViewer) =>
  viewer === null
    ? isShownTo(null)
    : sql<boolean>`(case when c.owner_id = ${viewer.id} then ${isReadableBy(viewer.id)} else ${isShownTo(viewer)} end)`;
