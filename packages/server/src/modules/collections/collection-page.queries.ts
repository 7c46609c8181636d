import { id } from '@inkling/contract/text';
import { allRows } from '../../platform/db/db.ts';
import type { PageRevision, PageSource } from '../../platform/page-source.ts';
import { isSharedCollection } from './collections.policy.queries.ts';

/** Any story of a collection may have changed, which the catalogue's revision says. */
export const collectionPage: PageSource = {
  pattern: '/collection/:id',
  keyOf: (params) => id.safeParse(params.id).data ?? null,
  async findRevisions(db, ids) {
    const rows = await allRows<PageRevision & { id: string }>(db)`
      select c.id, md5(concat_ws(' ', c.xmin, u.xmin, catalogue.revision)) as revision
      from collections c join users u on u.id = c.owner_id cross join catalogue
      where c.id = any(${ids}::uuid[]) and ${isSharedCollection()}`;
    return new Map(rows.map((row) => [row.id, row]));
  },
};
