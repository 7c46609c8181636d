import { sql } from '../../platform/db/db.ts';
import { isPublicStory } from '../stories/index.ts';
import './chapters.table.ts';

/** The rules of chapters.policy.ts in SQL; the aliases are `c` and `s`. A deleted chapter is never published. */

/** Whether everyone who is signed in may read a chapter. */
export const isPublicChapter = () => sql<boolean>`(c.is_published and ${isPublicStory()})`;

/** Whether the person of this id, an SQL expression, may read a chapter. */
export const isReadableChapter = (viewerId: ReturnType<typeof sql>) =>
  sql<boolean>`(${isPublicChapter()} or (s.author_id = ${viewerId} and c.deleted_at is null and s.deleted_at is null))`;
