import { sql } from '../../platform/db/db.ts';
import { isPublicStory, isShownTo, type ListViewer } from '../stories/index.ts';
import './chapters.table.ts';

/** The rules of chapters.policy.ts in SQL; the aliases are `c` and `s`. A deleted chapter is never published. */

/** Whether everyone who is signed in may read a chapter. */
export const isPublicChapter = () => sql<boolean>`(c.is_published and ${isPublicStory()})`;

/** Whether the person of this id, an SQL expression, may read a chapter. */
export const isReadableChapter = (viewerId: ReturnType<typeof sql>) =>
  sql<boolean>`(${isPublicChapter()} or (s.author_id = ${viewerId} and c.deleted_at is null and s.deleted_at is null))`;

/** Whether a person has opened the published chapter `c` or a later one, or had read everything since it was published. */
const hasReached = (viewerId: string) => sql`(
  exists (select from reading_positions p where p.user_id = ${viewerId} and p.chapter_id = c.id)
  or exists (select from library_entries e left join chapters o on o.id = e.last_chapter_id and o.is_published
    where e.user_id = ${viewerId} and e.story_id = c.story_id
      and (c.published_at <= e.caught_up_at or c.published_number <= o.published_number))
  or exists (select from reading_positions p join chapters o on o.id = p.chapter_id
    where p.user_id = ${viewerId} and p.story_id = c.story_id and o.is_published
      and o.published_number >= c.published_number))`;

/**
 * Whether a person, an SQL expression, has finished the story `s` as it is now: completed in their library, and read to
 * the end what was published since (docs/product/library.md#continue-reading).
 */
export const isFinished = (viewerId: ReturnType<typeof sql>) => sql<boolean>`exists (
  select from library_entries e
  where e.user_id = ${viewerId} and e.story_id = s.id and e.status = 'completed'
    and not exists (
      select from chapters n left join reading_positions p on p.user_id = e.user_id and p.chapter_id = n.id
      where n.story_id = s.id and n.is_published and n.published_at > e.caught_up_at
        and coalesce(p.furthest, 0) < 100))`;

/**
 * What a viewer sees, for every list, search and excerpt (docs/product/labels.md#what-a-reader-sees); `visibility` in
 * chapters.policy.ts is the same without SQL.
 *
 * - `story`: whether lists show the story `s`.
 * - `chapter`: whether lists show the chapter `c` of `s`.
 * - `isAhead`: the reader has not reached a chapter that is shown, so that its texts stay folded until they ask.
 */
export const visibleTo = (viewer: ListViewer) => ({
  story: isShownTo(viewer),
  chapter: sql<boolean>`(c.is_published and ${isShownTo(viewer)})`,
  isAhead:
    viewer === null
      ? sql<boolean>`true`
      : sql<boolean>`(s.author_id <> ${viewer.id} and not ${hasReached(viewer.id)})`,
});
