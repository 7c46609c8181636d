import type { getStorage } from '@inkling/contract/admin';
import type { ResponseOf } from '@inkling/contract/call';
import { allRows, type Db, firstRow, sql } from '../../platform/db/db.ts';
import { authorJson } from '../users/index.ts';

type Storage = ResponseOf<typeof getStorage>['data'];

const amount = (condition: ReturnType<typeof sql>) => sql`
  json_build_object('files', count(*) filter (where ${condition}), 'bytes', coalesce(sum(bytes) filter (where ${condition}), 0))`;

/** What images and the database take up. */
export async function measureStorage(db: Db): Promise<Storage> {
  const totals = await firstRow<Pick<Storage, 'covers' | 'avatars' | 'unused' | 'databaseBytes'>>(db)`
    select ${amount(sql`kind = 'cover'`)} as covers, ${amount(sql`kind = 'avatar'`)} as avatars,
      ${amount(sql`owner_id is null or unused_since is not null`)} as unused,
      pg_database_size(current_database()) as "databaseBytes"
    from uploads`;
  if (totals === undefined) throw new Error('The database returned nothing.');
  return {
    ...totals,
    tables: await allRows<Storage['tables'][number]>(db)`
      select relname as name, pg_total_relation_size(oid) as bytes from pg_class
      where relkind in ('r', 'm') and relnamespace in ('public'::regnamespace, to_regnamespace('pgboss'))
      order by bytes desc, name limit 10`,
    people: await allRows<Storage['people'][number]>(db)`
      select ${authorJson('u')} as person, i.files, i.bytes
      from (select owner_id, count(*) as files, sum(bytes)::bigint as bytes from uploads where owner_id is not null
        group by owner_id order by bytes desc, owner_id limit 10) i
      join users u on u.id = i.owner_id order by i.bytes desc, u.id`,
  };
}
