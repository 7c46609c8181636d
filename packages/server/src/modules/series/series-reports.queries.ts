import { firstRow, sql } from '../../platform/db/db.ts';
import type { ReportableKind, ReportedThing } from '../../platform/reportable.ts';
import { isPublicStory } from '../stories/index.ts';
import { followNewPartsOf } from '../story-follows/index.ts';
import { takeDownSeries } from './series.queries.ts';

/** Series with what their authors say of them; of a removed one, others see nothing but its stories. */
export const reportableSeries: ReportableKind = {
  kind: 'series',
  name: 'Series',
  find: (_ctx, db, id, viewerId) =>
    firstRow<ReportedThing>(db)`
      select r.author_id as "personId", r.name as title, concat_ws(E'\n', r.name, nullif(r.description, '')) as text,
        null as image, '' as context, '/series/' || r.id as link, null as "communityId"
      from series r where r.id = ${id} and ${
        viewerId === null
          ? sql`true`
          : sql`r.taken_down_at is null and exists (
              select from series_stories m join stories s on s.id = m.story_id
              where m.series_id = r.id and ${isPublicStory()})`
      }`,
  remove: async (ctx, tx, id) => ((await takeDownSeries(tx, id, ctx.clock.now())) ? {} : null),
  async restore(ctx, tx, id) {
    await takeDownSeries(tx, id, null);
    await followNewPartsOf(ctx, tx, { seriesId: id });
  },
};
