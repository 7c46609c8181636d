import { id } from '@inkling/contract/text';
import { allRows, sql } from '../../platform/db/db.ts';
import type { PageRevision, PageSource } from '../../platform/page-source.ts';
import { isPublicStory } from './stories.policy.queries.ts';

export const landingPage: PageSource = {
  pattern: '/',
  keyOf: () => 'catalogue',
  async findRevisions(db) {
    const rows = await allRows<PageRevision>(db)`
      select revision::text from catalogue where only_row = ${true}`;
    return new Map(rows.map((row) => ['catalogue', row]));
  },
};

/** What the page says of the story's series: it, and which of its stories visitors see. */
const seriesRevision = sql`(
  select r.version || ' ' || r.updated_at || ' ' || sum(o.revision)
  from series_stories mine join series r on r.id = mine.series_id
    join series_stories m on m.series_id = r.id join stories o on o.id = m.story_id
  where mine.story_id = s.id and r.taken_down_at is null group by r.id)`;

export const storyPage: PageSource = {
  pattern: '/story/:storyId',
  keyOf: ({ storyId }) => id.safeParse(storyId).data ?? null,
  async findRevisions(db, ids) {
    const rows = await allRows<PageRevision & { id: string }>(db)`
      select s.id, concat_ws(' ', s.revision, ${seriesRevision}) as revision from stories s
      where s.id = any(${ids}::uuid[]) and ${isPublicStory()}`;
    return new Map(rows.map((row) => [row.id, row]));
  },
};
