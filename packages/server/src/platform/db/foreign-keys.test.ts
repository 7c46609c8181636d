import { expect, test } from 'vitest';
import { testApp } from '../../testing/test-app.ts';
import { sql } from './db.ts';

const site = testApp();

test('every foreign key has an index that begins with its columns, which deleting the referenced row needs', async () => {
  const { rows } = await sql<{ name: string }>`
    select k.conrelid::regclass || ' ' || k.conname as name from pg_constraint k
    where k.contype = 'f' and k.connamespace = 'public'::regnamespace and not exists (
      select from pg_index i
      where i.indrelid = k.conrelid and i.indpred is null
        and (i.indkey::int2[])[0:cardinality(k.conkey) - 1] @> k.conkey)`.execute(site.ctx.db);
  expect(rows.map(({ name }) => name)).toEqual([]);
});
