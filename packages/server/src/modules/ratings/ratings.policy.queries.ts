import { sql } from '../../platform/db/db.ts';
import { isTimedNow } from '../reading-sessions/index.ts';
import { isPublicPerson } from '../users/index.ts';

/** Whether the review `r` of the person `u` is listed: not once it is taken down, during a suspension, or once the account is deleted. */
export const isListedReviewer = () =>
  sql<boolean>`(${isPublicPerson('u')} and u.suspended_at is null and r.taken_down_at is null)`;

/** Whether the viewer, an SQL expression, has read the story `s` far enough to rate it (docs/product/ratings.md#who-rates). */
export const hasRead = (viewerId: ReturnType<typeof sql>) => sql<boolean>`exists (
  select from reading_positions p join chapters c on c.id = p.chapter_id
  where p.user_id = ${viewerId} and p.story_id = s.id and c.is_published
    and (p.is_timed_live or ${isTimedNow(sql`p.user_id`, sql`p.chapter_id`)})
    and (p.furthest >= 100 or exists (select from library_entries e
      where e.user_id = p.user_id and e.story_id = s.id and e.status = 'completed')))`;

/** How much of the published story `s` the viewer has read, in whole percent. */
export const progressOf = (viewerId: ReturnType<typeof sql>) => sql<number>`least(100, floor(greatest(
  coalesce((select e.progress from library_entries e where e.user_id = ${viewerId} and e.story_id = s.id), 0),
  coalesce((
    select 100.0 * count(*) / nullif(s.published_chapters, 0)
    from reading_positions p join chapters c on c.id = p.chapter_id
    where p.user_id = ${viewerId} and p.story_id = s.id and p.furthest >= 100 and c.is_published), 0))))::smallint`;
