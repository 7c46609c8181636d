import { id } from '@inkling/contract/text';
import { allRows } from '../../platform/db/db.ts';
import type { PageRevision, PageSource } from '../../platform/page-source.ts';
import { isShownTo } from '../stories/index.ts';

/** The page of a series changes with it, its author and each story that visitors see in it. */
export const seriesPage: PageSource = {
  pattern: '/series/:id',
  keyOf: (params) => id.safeParse(params.id).data ?? null,
  async findRevisions(db, ids) {
    const rows = await allRows<PageRevision & { id: string }>(db)`
      select r.id, md5(concat_ws(' ', r.xmin, u.xmin, p.revisions)) as revision
      from series r join users u on u.id = r.author_id cross join lateral (
        select string_agg(s.id || ':' || s.revision, ' ' order by s.id) as revisions
        from series_stories m join stories s on s.id = m.story_id where m.series_id = r.id and ${isShownTo(null)}) p
      where r.id = any(${ids}::uuid[]) and r.taken_down_at is null and p.revisions is not null`;
    return new Map(rows.map((row) => [row.id, row]));
  },
};
