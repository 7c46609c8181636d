import { sql } from '../../platform/db/db.ts';

/**
 * Whether a reader has reached a chapter: opened it or a later one of the story, finished the story, or wrote it. The
 * aliases are `c` and `s`. Excerpts of other chapters stay folded (docs/product/search.md#excerpts).
 */
export const hasReached = (viewerId: string) => sql<boolean>`(s.author_id = ${viewerId}
  or exists (select from library_entries e where e.user_id = ${viewerId} and e.story_id = s.id
    and e.status = 'completed')
  or exists (select from reading_positions r join chapters rc on rc.id = r.chapter_id
    where r.user_id = ${viewerId} and r.story_id = s.id and rc.published_number >= c.published_number))`;
