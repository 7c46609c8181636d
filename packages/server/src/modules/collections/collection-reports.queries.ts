import { firstRow, sql } from '../../platform/db/db.ts';
import type { ReportableKind, ReportedThing } from '../../platform/reportable.ts';
import { isSharedCollection } from './collections.policy.queries.ts';
import { takeDownCollection } from './collections.queries.ts';

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
